import { expect, test } from "vitest";
import { fitCrop, mostZoom, moveCrop, wholeCrop, zoomCrop } from "./fit-crop.ts";

const size = { width: 800, height: 400 };

test("the largest square in the middle comes first", () => {
  expect(fitCrop(size, wholeCrop)).toEqual({ side: 400, left: 200, top: 0 });
});

test("a push moves the square against the hand, and no further than the edge", () => {
  expect(fitCrop(size, moveCrop(size, wholeCrop, { x: 0.25, y: 0.25 }))).toEqual({
    side: 400,
    left: 100,
    top: 0,
  });
  expect(fitCrop(size, moveCrop(size, wholeCrop, { x: -9, y: 0 }))).toEqual({ side: 400, left: 400, top: 0 });
});

test("going in keeps the middle, and has an end", () => {
  const near = zoomCrop(size, wholeCrop, 2);
  expect(fitCrop(size, near)).toEqual({ side: 200, left: 300, top: 100 });
  expect(zoomCrop(size, near, 99).zoom).toBe(mostZoom);
  expect(zoomCrop(size, near, 0)).toEqual(wholeCrop);
});

test("at an edge, going out stays inside the picture", () => {
  const corner = moveCrop(size, zoomCrop(size, wholeCrop, 4), { x: 99, y: 99 });
  expect(fitCrop(size, corner)).toEqual({ side: 100, left: 0, top: 0 });
  expect(fitCrop(size, zoomCrop(size, corner, 2))).toEqual({ side: 200, left: 0, top: 0 });
});
