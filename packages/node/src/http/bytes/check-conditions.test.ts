import { describe, expect, test } from "vitest";
import { isUnchanged, mayTakeRange } from "./check-conditions.ts";

const lastModified = Date.UTC(2026, 2, 12, 9, 30, 5);
const version = { etag: '"0xab"', lastModified };
const date = new Date(lastModified).toUTCString();
const earlier = new Date(lastModified - 1000).toUTCString();
const later = new Date(lastModified + 1000).toUTCString();

describe("isUnchanged", () => {
  test.each([
    [{ "if-none-match": '"0xab"' }, true],
    [{ "if-none-match": 'W/"0xab"' }, true],
    [{ "if-none-match": '"x", "0xab"' }, true],
    [{ "if-none-match": "*" }, true],
    [{ "if-none-match": '"x"' }, false],
    [{ "if-none-match": "0xab" }, false],
    [{ "if-none-match": "" }, false],
    [{ "if-none-match": '"x"', "if-modified-since": later }, false],
    [{ "if-modified-since": date }, true],
    [{ "if-modified-since": later }, true],
    [{ "if-modified-since": earlier }, false],
    [{ "if-modified-since": "2026-03-12" }, false],
    [{ "if-modified-since": "Thu, 99 Foo 2026 99:99:99 GMT" }, false],
    [{}, false],
  ])("%j: %s", (headers, unchanged) => {
    expect(isUnchanged(headers, version)).toBe(unchanged);
  });

  test("a date says nothing about bytes without one", () => {
    expect(isUnchanged({ "if-modified-since": later }, { ...version, lastModified: null })).toBe(false);
  });
});

describe("mayTakeRange", () => {
  test.each([
    [{}, true],
    [{ "if-range": '"0xab"' }, true],
    [{ "if-range": 'W/"0xab"' }, false],
    [{ "if-range": '"x"' }, false],
    [{ "if-range": date }, true],
    [{ "if-range": later }, false],
    [{ "if-range": earlier }, false],
    [{ "if-range": "" }, false],
  ])("%j: %s", (headers, taken) => {
    expect(mayTakeRange(headers, version)).toBe(taken);
  });
});
