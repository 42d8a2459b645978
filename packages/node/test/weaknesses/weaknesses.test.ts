import { expect, test } from "vitest";
import { listWeaknessTests, pending, weaknesses } from "./weaknesses.ts";

const name = /^((?:let-in|stopped|lost)-\d\d)-[a-z0-9]+(?:-[a-z0-9]+)*\.test\.ts$/;
const tested = listWeaknessTests().map((file) => name.exec(file)?.[1] ?? file);

test("each weakness has a number, without gaps", () => {
  const families = { "let-in": 14, stopped: 14, lost: 12 };
  const ids = Object.entries(families).flatMap(([family, count]) =>
    Array.from({ length: count }, (_, index) => `${family}-${String(index + 1).padStart(2, "0")}`),
  );
  expect(weaknesses.map(({ id }) => id)).toEqual(ids);
});

test("each weakness has its tests, and each test its weakness", () => {
  const wanted = weaknesses.map(({ id }) => id).filter((id) => !pending.includes(id));
  expect([...new Set(tested)].sort()).toEqual(wanted.sort());
});

test("a weakness is pending only if it has no test file", () => {
  const ids = weaknesses.map(({ id }) => id);
  expect(pending.filter((id) => !ids.includes(id))).toEqual([]);
  expect(pending.filter((id) => tested.includes(id))).toEqual([]);
});
