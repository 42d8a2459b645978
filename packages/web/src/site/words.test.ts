import { expect, test } from "vitest";
import { groupDigits, sayDay, saySecond, saySize } from "./words.ts";

test("times are said in UTC", () => {
  const at = Date.UTC(2026, 2, 1, 23, 5, 9);
  expect(sayDay(at)).toBe("1 March 2026");
  expect(saySecond(at)).toBe("1 March 2026 at 23:05:09 UTC");
});

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1_000, "1.0 kB"],
  [12_345, "12 kB"],
  [2_345_678, "2.3 MB"],
  [5_000_000_000_000, "5000 GB"],
])("%i bytes are %s", (bytes, words) => {
  expect(saySize(bytes)).toBe(words);
});

test("digits are compared in groups of four", () => {
  expect(groupDigits("0x12345678ab")).toEqual(["0x", "1234", "5678", "ab"]);
});
