import type { Hash } from "@freehold/protocol";
import { expect, test } from "vitest";
import { findContentHashes, replaceContentHashes } from "./content-addresses.ts";

const hash = (digit: string): Hash => `0x${digit.repeat(64)}`;
const own = { url: "https://me.example/", earlierUrls: ["http://localhost:8543", "https://before.example"] };
const [old, next] = [hash("a"), hash("b")];
const hashes = new Map([[old, next]]);

test.each([
  (one: string) => `![a](/ewp/contents/${one})`,
  (one: string) => `![a](</ewp/contents/${one}?thumb=lg> "a title")`,
  (one: string) => `[![a](/ewp/contents/${one})](/publications/${one})`,
  (one: string) => `![a](https://me.example/ewp/contents/${one})`,
  (one: string) =>
    `![a](http://localhost:8543/ewp/contents/${one}) <https://before.example/ewp/contents/${one}>`,
  (one: string) => `see https://ME.example/publications/${one}, or\n/ewp/contents/${one}`,
  (one: string) => `<img src="/ewp/contents/${one}"> <img src=/ewp/contents/${one}>`,
  (one: string) => `![a][b]\n\n[b]: /ewp/contents/${one}`,
])("%#: the address of a content here gets another hash", (write) => {
  expect(findContentHashes(write(old), own)).toEqual(new Set([old]));
  expect(replaceContentHashes(write(old), own, hashes)).toBe(write(next));
  expect(replaceContentHashes(write(`0x${"A".repeat(64)}`), own, hashes)).toBe(write(next));
});

test.each([
  `![a](https://other.example/ewp/contents/${old})`,
  `![a](//other.example/ewp/contents/${old})`,
  `![a](https://other.example/x?u=https://me.example.org/ewp/contents/${old})`,
  `![a](https://me.example.org/ewp/contents/${old})`,
  `![a](/ewp/contents/${old}0)`,
  `![a](/ewp/contents/${hash("c")})`,
  `only ${old}`,
])("%#: everything else stays as it is", (text) => {
  expect(findContentHashes(text, own).has(old)).toBe(false);
  expect(replaceContentHashes(text, own, hashes)).toBe(text);
});

test("a text that begins addresses without end is looked through once", () => {
  const mebibytes = 4 * 1024 * 1024;
  const began = process.cpuUsage();
  for (const begun of [
    "/ewp/contents/",
    `/ewp/contents/${old.slice(0, -1)}`,
    `/publications/${old}`,
    "https://",
  ])
    replaceContentHashes(begun.repeat(mebibytes / begun.length), own, hashes);
  // Trying each beginning against all that follows it takes minutes.
  expect(process.cpuUsage(began).user).toBeLessThan(20_000_000);
});
