import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { joinNodeUrl, parseLocalUrl, parseNodeUrl, pathAtNodes, sameNodeUrl } from "./url.ts";

const ownUrls = ["https://old.example/", "https://shared.example/me", "http://localhost:8543"];

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

it.each([
  ["https://old.example/slug/a?b=1#c", "/slug/a?b=1#c"],
  ["https://OLD.example:443/2019/05/hello/", "/2019/05/hello/"],
  ["http://old.example/slug/a", "/slug/a"],
  ["https://old.example", "/"],
  ["https://old.example/", "/"],
  ["https://shared.example/me/slug/a", "/slug/a"],
  ["https://shared.example/me", "/"],
  ["http://localhost:8543/slug/a", "/slug/a"],
  ["http://localhost:8543/ewp/contents/0x1", "/ewp/contents/0x1"],
])("%s is at this node, as %s", (address, path) => {
  expect(pathAtNodes(address, ownUrls)).toBe(path);
});

it.each([
  "https://old.example.net/slug/a",
  "https://old.example:8443/slug/a",
  "https://me@old.example/slug/a",
  "https://shared.example/slug/a",
  "https://shared.example/meagre/slug/a",
  // A browser would open evil.example.
  "https://old.example//evil.example/a",
  "https://old.example/\\evil.example/a",
  "https://shared.example/me//evil.example",
  // Texts about programs name these.
  "http://localhost:8543",
  "http://localhost:8543/admin",
  "http://localhost:3000/slug/a",
  "https://localhost:8543/slug/a",
  "ftp://old.example/slug/a",
  "/slug/a",
  "old.example/slug/a",
  "",
])("%j is elsewhere", (address) => {
  expect(pathAtNodes(address, ownUrls)).toBeNull();
});
