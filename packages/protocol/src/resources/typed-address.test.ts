import { expect, test } from "vitest";
import { problemOfAddress, readTypedAddress } from "./typed-address.ts";

test.each([
  ["", "empty", null],
  ["  ", "empty", null],
  ["http://ada.example", "plain", null],
  ["http://localhost:8543/", "local", "http://localhost:8543"],
  ["http://127.0.0.1:8543", "local", "http://127.0.0.1:8543"],
  ["http://192.168.1.7:8543", "plain", null],
  ["nonsense", "broken", null],
  ["ftp://ada.example", "broken", null],
  ["ada", "broken", null],
  ["https://", "broken", null],
  ["https://me@ada.example", "broken", null],
  ["https://ada.example/?a", "broken", null],
  ["ada.example", "right", "https://ada.example"],
  [" https://Ada.example/ ", "right", "https://ada.example"],
  ["https://ada.example/notes/", "path", null],
  ["https://ada.example/notes", "path", null],
  ["ada.example/notes", "path", null],
  ["http://localhost:8543/notes", "path", null],
  ["https://ada.example//", "right", "https://ada.example"],
  ["HTTPS://ADA.Example:443", "right", "https://ada.example"],
  ["https://ada.example:8443/", "right", "https://ada.example:8443"],
  ["https://ada.example#a", "broken", null],
  ["https://me:secret@ada.example", "broken", null],
  ["https://ada", "right", "https://ada"],
  ["HTTP://localhost:8543", "local", "http://localhost:8543"],
  ["http://[::1]:8543/", "local", "http://[::1]:8543"],
  ["HTTP://plain.example", "plain", null],
  ["https://localhost:8543", "right", "https://localhost:8543"],
  ["https://ada.example./", "right", "https://ada.example"],
  ["ADA.example.:8443", "right", "https://ada.example:8443"],
  ["https://ada..example", "broken", null],
  ["https://ada.example..", "broken", null],
  ["https://.ada.example", "broken", null],
  ["https://ada.example:0", "broken", null],
  [`https://${"a".repeat(63)}.example`, "right", `https://${"a".repeat(63)}.example`],
  [`https://${"a".repeat(64)}.example`, "broken", null],
  [`https://${"a.".repeat(124)}abcde`, "right", `https://${"a.".repeat(124)}abcde`],
  [`https://${"a.".repeat(124)}abcdef`, "broken", null],
  ["https://[2001:db8::1]", "right", "https://[2001:db8::1]"],
  ["https://例え.jp", "right", "https://xn--r8jz45g.jp"],
])("%j is %s", (typed, state, url) => {
  expect(readTypedAddress(typed)).toEqual({ state, url });
});

test("the reason of a refusal is a sentence of its own for each kind", () => {
  expect(problemOfAddress("https://ada.example/")).toBeNull();
  expect(problemOfAddress("http://localhost:8543")).toBeNull();
  expect(problemOfAddress("http://plain.example")).toContain("is plain http");
  expect(problemOfAddress("https://ada.example/notes")).toContain("below the root");
  expect(problemOfAddress("https://me@ada.example")).toContain("without user, query or fragment");
  expect(problemOfAddress("")).toBe("The address is missing.");
});
