import { expect, test } from "vitest";
import { looksLike } from "./owner-name.ts";

test.each([
  "Ada Lovelace",
  "ada  lovelace",
  "АDA Lоvеlасе",
  "Ada_Love1ace",
  "Ádà Lovelace.",
  "ＡｄａLovelace",
  "𝐀da Lovelace",
])("%s could be taken for the owner", (name) => expect(looksLike(name, "Ada Lovelace")).toBe(true));

test.each(["Ada", "Ada Lovelace’s cousin", "Bea", "王", ""])("%s could not", (name) =>
  expect(looksLike(name, "Ada Lovelace")).toBe(false),
);

test("names of other scripts and of signs are compared, too", () => {
  expect(looksLike("王 小明", "王小明")).toBe(true);
  expect(looksLike("王小红", "王小明")).toBe(false);
  expect(looksLike("🌊", "⛰️")).toBe(false);
  expect(looksLike("modern", "modem")).toBe(true);
});
