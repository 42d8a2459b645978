import { expect, test } from "vitest";
import { countNewer, findReadUpTo, isNewerCursor } from "./cursors.ts";

const at = (...position: number[]) => btoa(position.join(".")).replaceAll("=", "");
const items = [at(9, 1, 0, 4), at(9, 0, 0, 7), at(8, 1, 1, 3), at(8, 1, 0, 9), at(2, 0, 0, 1)].map(
  (cursor) => ({ cursor }),
);
const cursors = items.map(({ cursor }) => cursor);
const cursor = (index: number) => cursors[index] ?? "";

test("places are in the order of the timeline", () => {
  for (let one = 0; one < cursors.length; one += 1)
    for (let other = 0; other < cursors.length; other += 1)
      expect(isNewerCursor(cursor(one), cursor(other))).toBe(one < other);
  expect(countNewer(items, cursor(3))).toBe(3);
  // Of an item that is gone.
  expect(countNewer(items, at(5, 0, 0, 1))).toBe(4);
});

test.each<[string, number | null, number[], number | null]>([
  ["begins at the newest", null, [], 0],
  ["stays where nothing above it was seen", 3, [], null],
  ["moves up as far as all was seen", 3, [2, 1], 1],
  ["waits for what was left out", 3, [0, 1], null],
  ["waits for what is between", 3, [2, 0], 2],
  ["reaches the newest", 4, [0, 1, 2, 3], 0],
])("the place %s", (_, known, seen, upTo) => {
  const found = findReadUpTo(items, known === null ? null : cursor(known), new Set(seen.map(cursor)));
  expect(found).toBe(upTo === null ? null : cursor(upTo));
});

test("the place stays while it is not loaded", () => {
  expect(findReadUpTo(items.slice(0, 3), cursor(3), new Set(cursors))).toBeNull();
});
