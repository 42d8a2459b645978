import { expect, test } from "vitest";
import { findFiles, pathOfFile } from "./show-pictures.ts";

test("files of this node are found in a text, each once", () => {
  const text = `![a](${pathOfFile("12")}) [b](</api/contents/7> "t") ![again](/api/contents/12?thumb=lg)`;
  expect(findFiles([text, "![c](/api/contents/3)"])).toEqual(["12", "7", "3"]);
});

test.each([
  "![x](https://elsewhere.example/api/contents/12)",
  "/api/contents/12",
  "![x](/api/contents/abc)",
  `![x](/api/contents/${"9".repeat(40)})`,
])("%s refers to none", (text) => {
  expect(findFiles([text])).toEqual([]);
});
