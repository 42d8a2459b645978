import { expect, test } from "vitest";
import { classOfTitle } from "./post-head.ts";

test.each([
  ["Salt", "p-name"],
  ["s".repeat(110), "p-name"],
  ["s".repeat(111), "p-name is-long"],
  ["盐".repeat(55), "p-name"],
  ["盐".repeat(56), "p-name is-long"],
  ["соль ".repeat(23), "p-name is-long"],
])("the title %s has the class %s", (title, expected) => {
  expect(classOfTitle(title, "p-name")).toBe(expected);
});
