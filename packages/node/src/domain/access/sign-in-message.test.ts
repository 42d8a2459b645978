import { describe, expect, it } from "vitest";
import { readConfig } from "../../config/config.ts";
import { checkSignInSite } from "./sign-in-message.ts";

const config = readConfig({ FREEHOLD_URL: "https://other.example:8443" });
const check = (domain: string, uri: string, localOrigin: string | null = null) =>
  checkSignInSite({ config }, { url: "https://ada.example/" }, { domain, uri, localOrigin });

describe("checkSignInSite", () => {
  it.each([
    ["ada.example", "https://ada.example", "https://ada.example/"],
    ["ADA.example", "https://ada.EXAMPLE:443/console?x=1", "https://ada.example/console?x=1"],
    ["other.example:8443", "https://other.example:8443/console", null],
  ])("takes %s at %s", (domain, uri, written) => {
    expect(check(domain, uri)).toEqual({ domain: domain.toLowerCase(), uri: written ?? uri });
  });

  it.each([
    ["evil.example", "https://evil.example/"],
    ["ada.example.evil.example", "https://ada.example.evil.example/"],
    ["localhost.evil.example", "http://localhost.evil.example/"],
    ["127.0.0.1.evil.example", "http://127.0.0.1.evil.example/"],
    ["ada.example", "http://ada.example/"],
    ["ada.example:8443", "https://ada.example:8443/"],
    ["other.example", "https://other.example/"],
    ["192.168.1.2:8543", "http://192.168.1.2:8543/"],
    ["localhost:8543", "http://localhost:8543/"],
    ["127.0.0.1:8543", "http://127.0.0.1:8543/"],
    ["[::1]:8543", "http://[::1]:8543/"],
  ])("refuses %s, which is another site", (domain, uri) => {
    expect(() => check(domain, uri)).toThrow(
      expect.objectContaining({
        code: "FORBIDDEN",
        message: expect.stringContaining("https://ada.example/"),
      }),
    );
  });

  it("takes the origin under which the node was reached on this machine, and no other of this machine", () => {
    const reached = "http://localhost:8543";
    expect(check("localhost:8543", `${reached}/console`, reached).domain).toBe("localhost:8543");
    for (const uri of ["https://localhost:8543/", "http://localhost:3000/", "http://127.0.0.1:8543/"]) {
      expect(() => check(new URL(uri).host, uri, reached)).toThrow(
        expect.objectContaining({ code: "FORBIDDEN" }),
      );
    }
  });

  it.each([
    ["ada.example", "https://evil.example/"],
    ["evil.example", "https://ada.example/"],
    ["ada.example", "https://ada.example@evil.example/"],
    ["ada.example", "https://evil@ada.example/"],
    ["ada.example", "ada.example"],
    ["ada.example", "javascript://ada.example/%0aalert(1)"],
    ["ada.example", "ftp://ada.example/"],
    ["ada.example", `https://ada.example/${"x".repeat(2_048)}`],
    ["ada.example wants you", "https://ada.example/"],
    ["ada.example\n", "https://ada.example/"],
    ["ada.example:443", "https://ada.example/"],
    ["", ""],
  ])("refuses %j at %j, which is no page", (domain, uri) => {
    expect(() => check(domain, uri)).toThrow(expect.objectContaining({ code: "VALIDATION_FAILED" }));
  });

  it("lets no line break into a message", () => {
    expect(check("ada.example", "https://ada.example/a\nNonce: b\r\t c").uri).not.toMatch(/\s/);
  });
});
