import { expect, test } from "vitest";
import { countNew } from "./new-posts.tsx";

const posts = (...ids: string[]) => ids.map((id) => ({ id, type: "POST" as const }));

test.each([
  [[], ["1"], 0],
  [posts("1"), ["1"], 0],
  [posts("3", "2", "1"), ["1"], 2],
  [[{ id: "3", type: "FILE" as const }, ...posts("2", "1")], ["1"], 1],
  [posts("3", "2"), ["1"], 2],
  [posts("1"), [], 1],
])("of %j beside %j there are %i new", (head, shown, count) => {
  expect(
    countNew(
      head,
      shown.map((id) => ({ id })),
    ),
  ).toBe(count);
});
