import { expect, test } from "vitest";
import { countWords } from "./editor-status.tsx";

test.each([
  ["", 0],
  ["# One, two.\n\n- three", 3],
  ["我们今天写字", 3],
  ["— … !", 0],
])("%j has %i words", (text, count) => {
  expect(countWords(text, "zh-Hans")).toBe(count);
});
