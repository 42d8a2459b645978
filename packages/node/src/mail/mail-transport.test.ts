import { expect, it } from "vitest";
import { parseMailTransport } from "./mail-transport.ts";

it("reads where a mail server is, and who logs in", () => {
  expect(parseMailTransport("smtps://user%40a:p%3Aw@Mail.Example")).toEqual({
    host: "mail.example",
    port: 465,
    secure: true,
    login: { user: "user@a", password: "p:w" },
  });
  expect(parseMailTransport("smtp://mail.example/")).toMatchObject({ port: 587, secure: false, login: null });
  expect(parseMailTransport("smtp://[::1]:2525")).toMatchObject({ host: "::1", port: 2525 });
  expect(parseMailTransport("smtp://bücher.example")).toMatchObject({ host: "xn--bcher-kva.example" });
});

it.each(["2130706433", "0x7f000001", "0177.0.0.1", "127.1"])("sees the address behind %s", (host) => {
  expect(parseMailTransport(`smtp://${host}`)).toMatchObject({ host: "127.0.0.1" });
});

it.each([
  null,
  "",
  "mail.example",
  "http://mail.example",
  "smtp://",
  "smtp://mail.example:0",
  "smtp://mail.example:99999",
  "smtp://mail.example/?tls.rejectUnauthorized=false",
  "smtp://mail.example/path",
  "smtp://mail.example#x",
  "smtp://a b.example",
  "smtp://us%0D%0Aer:x@mail.example",
  "smtp://us%ffer:x@mail.example",
  `smtp://${"a".repeat(2_050)}.example`,
])("does not take %s", (text) => {
  expect(parseMailTransport(text)).toBeNull();
});
