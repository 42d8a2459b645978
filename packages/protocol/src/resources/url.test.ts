import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { joinNodeUrl, parseNodeUrl, sameNodeUrl } from "./url.ts";

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

it.each(golden.same)("%s and %s are the same node", (a, b) => {
  expect([sameNodeUrl(a, b), sameNodeUrl(b, a)]).toEqual([true, true]);
});

it.each(golden.different)("%s and %s are two nodes", (a, b) => {
  expect([sameNodeUrl(a, b), sameNodeUrl(b, a)]).toEqual([false, false]);
});

it.each(golden.joined)("%s and %s make %s", (base, path, endpoint) => {
  expect(joinNodeUrl(base, path)).toBe(endpoint);
});
