import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseRange, mayTakeRange, parseHttpDate, statusOfConditions } from "./conditions.ts";

const lastModified = Date.UTC(2026, 2, 12, 9, 30, 5);
const version = { etag: '"0xab"', lastModified };
const date = new Date(lastModified).toUTCString();
const earlier = new Date(lastModified - 1000).toUTCString();
const later = new Date(lastModified + 1000).toUTCString();

describe("statusOfConditions", () => {
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
    expect(statusOfConditions(headers, version)).toBe(unchanged ? 304 : null);
  });

  test("a date says nothing about bytes without one", () => {
    const undated = { ...version, lastModified: null };
    expect(statusOfConditions({ "if-modified-since": later }, undated)).toBeNull();
    expect(statusOfConditions({ "if-unmodified-since": earlier }, undated)).toBeNull();
  });

  test.each([
    [{ "if-match": '"0xab"' }, null],
    [{ "if-match": '"x", "0xab"' }, null],
    [{ "if-match": "*" }, null],
    [{ "if-match": '"x"' }, 412],
    [{ "if-match": 'W/"0xab"' }, 412],
    [{ "if-match": '"x"', "if-none-match": '"0xab"' }, 412],
    [{ "if-match": '"0xab"', "if-none-match": '"0xab"' }, 304],
    [{ "if-match": '"0xab"', "if-unmodified-since": earlier }, null],
    [{ "if-unmodified-since": date }, null],
    [{ "if-unmodified-since": later }, null],
    [{ "if-unmodified-since": earlier }, 412],
    [{ "if-unmodified-since": "yesterday" }, null],
  ])("%j of another version is 412: %s", (headers, status) => {
    expect(statusOfConditions(headers, version)).toBe(status);
  });

  test.each([
    "Thu, 12 Mar 2026 09:30:05 GMT",
    "Thursday, 12-Mar-26 09:30:05 GMT",
    "Thu Mar 12 09:30:05 2026",
  ])("%s is a date of HTTP", (text) => {
    expect(parseHttpDate(text)).toBe(lastModified);
  });

  test("a year of two digits is at most 50 years ahead", () => {
    const of = (text: string) => new Date(parseHttpDate(text, lastModified) ?? 0).getUTCFullYear();
    expect(of("Sunday, 06-Nov-94 08:49:37 GMT")).toBe(1994);
    expect(of("Sunday, 06-Nov-76 08:49:37 GMT")).toBe(2076);
    expect(parseHttpDate("Sun Nov  6 08:49:37 1994")).toBe(784111777000);
    for (const wrong of ["Sun Nov 32 08:49:37 1994", "Sunday, 06-Nov-1994 08:49:37 GMT", "", undefined])
      expect(parseHttpDate(wrong)).toBeNull();
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

const whole = { kind: "whole" };
const unsatisfiable = { kind: "unsatisfiable" };
const part = (start: number, end: number) => ({ kind: "part", start, end });

describe("chooseRange (specification 4.4, decisions 5)", () => {
  test.each([
    [undefined, 10, whole],
    ["", 10, whole],
    ["bytes=0-0", 10, part(0, 0)],
    ["bytes=0-9", 10, part(0, 9)],
    ["bytes=0-10", 10, part(0, 9)],
    ["bytes=3-", 10, part(3, 9)],
    ["bytes=9-", 10, part(9, 9)],
    ["bytes=-3", 10, part(7, 9)],
    ["bytes=-10", 10, part(0, 9)],
    ["bytes=-11", 10, part(0, 9)],
    ["BYTES=2-4", 10, part(2, 4)],
    ["bytes= 2-4 ", 10, part(2, 4)],
    ["bytes=0002-0004", 10, part(2, 4)],
    ["bytes=4-99999999999999999999999999999999", 10, part(4, 9)],
    ["bytes=-99999999999999999999999999999999", 10, part(0, 9)],
  ])("%s of %i bytes", (header, size, chosen) => {
    expect(chooseRange(header, size)).toEqual(chosen);
  });

  test.each([
    ["bytes=10-", 10],
    ["bytes=10-20", 10],
    ["bytes=99999999999999999999999999-", 10],
    ["bytes=-0", 10],
    ["bytes=0-", 0],
    ["bytes=0-0", 0],
    ["bytes=-1", 0],
  ])("%s of %i bytes can't be satisfied", (header, size) => {
    expect(chooseRange(header, size)).toEqual(unsatisfiable);
  });

  test.each([
    "bytes=5-2",
    "bytes=0-1,3-4",
    "bytes=0-1, -1",
    "bytes=-",
    "bytes=",
    "bytes",
    "bytes=a-b",
    "bytes=1.5-3",
    "bytes=-1-",
    "bytes=--1",
    "bytes=+1-3",
    "bytes=0x1-3",
    "bytes=1 -3",
    "items=0-3",
    "bytes=٣-٤",
    "bytes=0-3;q=1",
  ])("%s gets the whole", (header) => {
    expect(chooseRange(header, 10)).toEqual(whole);
  });

  test("never reaches outside the bytes", () => {
    const header = fc.oneof(
      fc.string(),
      fc.tuple(fc.nat(), fc.nat()).map(([first, last]) => `bytes=${first}-${last}`),
      fc.nat().map((first) => `bytes=${first}-`),
      fc.nat().map((length) => `bytes=-${length}`),
    );
    fc.assert(
      fc.property(header, fc.nat({ max: 1000 }), (text, size) => {
        const chosen = chooseRange(text, size);
        if (chosen.kind !== "part") return;
        expect(chosen.start).toBeGreaterThanOrEqual(0);
        expect(chosen.start).toBeLessThanOrEqual(chosen.end);
        expect(chosen.end).toBeLessThan(size);
      }),
    );
  });
});
