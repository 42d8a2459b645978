import { expect, test } from "vitest";
import { columnSizes, coverSizes, sizesAlone, sizesInRow } from "./sizes.ts";

/** The room in CSS pixels that a browser reads from `sizes`, in a window of that width. */
function readSizes(sizes: string, window: number): number {
  const rule = sizes.split(", ").find((one) => window >= Number(/^\(width >= (\d+)px\)/.exec(one)?.[1] ?? 0));
  const length = rule?.replace(/^\([^)]*\) /, "") ?? "";
  const [, px] = /^(\d+)px$/.exec(length) ?? [];
  const [, vw, less = "0"] = /^(?:calc\()?([\d.]+)vw(?: - (\d+)px\))?$/.exec(length) ?? [];
  return px === undefined ? (Number(vw) * window) / 100 - Number(less) : Number(px);
}

test.each([
  ["the column", columnSizes, [345, 620, 660, 660]],
  ["a cover", coverSizes, [345, 620, 944, 1000]],
  ["a wide one", sizesAlone("wide"), [345, 620, 944, 1000]],
  ["one as wide as the window", sizesAlone("full"), [390, 700, 1024, 1280]],
])("%s has the room that its stylesheet gives it", (_, sizes, expected) => {
  expect([390, 700, 1024, 1280].map((window) => readSizes(sizes, window))).toEqual(expected);
});

test("pictures of a row share its room by their shapes, without the gaps", () => {
  const [first = "", second = "", third = ""] = sizesInRow([18, 18, 9], "normal");
  // (660 - 20) * 18 / 45 and * 9 / 45
  expect([first, second, third].map((sizes) => readSizes(sizes, 1280))).toEqual([256, 256, 128]);
  const [left = "", right = ""] = sizesInRow([12, 12], "full");
  expect([readSizes(left, 1280), readSizes(right, 1280)]).toEqual([635, 635]);
});

test("in a narrow window the last picture of a row has a line of its own", () => {
  // 3 * 18 * 7.2 + 2 * 9 = 406.8 pixels in one line; 390 - 45 = 345 are there.
  const shown = sizesInRow([18, 18, 18], "normal").map((sizes) => readSizes(sizes, 390));
  expect(shown.map(Math.round)).toEqual([168, 168, 345]);
  expect(sizesInRow([18, 18, 18], "normal").map((sizes) => Math.round(readSizes(sizes, 500)))).toEqual([
    146, 146, 146,
  ]);
});

test("a long row of wide pictures has as many lines as a browser makes", () => {
  expect(sizesInRow([30, 30, 30], "normal").map((sizes) => readSizes(sizes, 1280))).toEqual([325, 325, 660]);
  expect(sizesInRow([30, 30], "normal").map((sizes) => readSizes(sizes, 320))).toEqual([275, 275]);
});
