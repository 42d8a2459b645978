import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { joinNodeUrl, parseLocalUrl, parseNodeUrl, sameNodeUrl } from "./url.ts";

const golden = JSON.parse(
  readFileSync(new URL("../../../../vectors/urls.json", import.meta.url), "utf8"),
) as {
  good: string[];
  bad: unknown[];
  same: [string, string][];
  different: [string, string][];
  joined: [base: string, path: string, endpoint: string][];
};

it.each(golden.good)("accepts %s", (text) => {
  expect(parseNodeUrl(text)?.protocol).toBe("https:");
});

it.each(golden.bad.map((value) => ({ value })))("refuses $value", ({ value }) => {
  expect(parseNodeUrl(value)).toBeNull();
});

it.each([
  "http://localhost:8543",
  "http://localhost",
  "http://me.localhost/notes",
  "http://127.0.0.1:8543/",
  "http://127.9.9.9",
  "http://[::1]:80",
])("%s is a local address", (text) => {
  expect(parseLocalUrl(text)?.href).toContain("http://");
  expect(parseNodeUrl(text)).toBeNull();
});

it.each([
  "https://localhost",
  "HTTP://localhost",
  "http://a.example",
  "http://127.0.0.1.a.example",
  "http://10.0.0.1",
  "http://user@localhost",
  "http://localhost/?q",
  "http://localhost#a",
  "http://localhost\\a",
  "http://notlocalhost",
  "http://0.0.0.0",
  "http://[::]",
  "http://128.0.0.1",
  "localhost",
  "",
  null,
  8543,
])("%j is no local address", (text) => {
  expect(parseLocalUrl(text)).toBeNull();
});

it.each(golden.same)("%s and %s are the same node", (a, b) => {
  expect([sameNodeUrl(a, b), sameNodeUrl(b, a)]).toEqual([true, true]);
});

it.each(golden.different)("%s and %s are two nodes", (a, b) => {
  expect([sameNodeUrl(a, b), sameNodeUrl(b, a)]).toEqual([false, false]);
});

it.each(golden.joined)("%s and %s make %s", (base, path, endpoint) => {
  expect(joinNodeUrl(base, path)).toBe(endpoint);
});
