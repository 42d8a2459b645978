import { expect, it } from "vitest";
import { assessOffset } from "./clock.ts";

it.each([
  [0, "ok"],
  [30_000, "ok"],
  [-30_000, "ok"],
  [30_001, "warning"],
  [3_600_000, "warning"],
  [3_601_000, "failed"],
  [-3_601_000, "failed"],
])("judges %i ms", (offset, state) => {
  expect(assessOffset(offset, 2).state).toBe(state);
});
