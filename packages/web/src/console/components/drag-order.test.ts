import { expect, test } from "vitest";
import { placeAt } from "./drag-order.ts";

const box = (left: number, top: number, width = 100, height = 40) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const rows = [box(0, 0), box(0, 40, 100, 120), box(0, 160)];
const grid = [box(0, 0), box(110, 0), box(0, 50), box(110, 50)];

test.each([
  ["in a low row", rows, [50, 20], 0],
  ["anywhere in a tall row", rows, [50, 155], 1],
  ["beside the rows", rows, [500, 165], 2],
  ["above all", rows, [50, -300], 0],
  ["below all", rows, [50, 900], 2],
  ["in a grid", grid, [120, 60], 3],
  ["in the gap of a grid", grid, [109, 10], 1],
] as const)("an item gets the place that the pointer is at: %s", (_where, boxes, [x, y], place) => {
  expect(placeAt(boxes, { x, y })).toBe(place);
});
