import { expect, test } from "vitest";
import { transportUrl } from "./mail-server.ts";

const server = { host: "mail.example", port: "", secure: true, user: "", password: "" };

test.each([
  [server, "smtps://mail.example"],
  [{ ...server, secure: false, port: "2525" }, "smtp://mail.example:2525"],
  [
    { ...server, user: "ada@example.org", password: "a/b:c@d#é" },
    "smtps://ada%40example.org:a%2Fb%3Ac%40d%23%C3%A9@mail.example",
  ],
])("%j is %s", (given, url) => {
  expect(transportUrl(given)).toBe(url);
});
