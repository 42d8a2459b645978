import { expect, test } from "vitest";
import { editorEn } from "../../../../messages/console/editor-en.ts";
import { editorZh } from "../../../../messages/console/editor-zh.ts";
import { formatKey, listActions } from "../commands/actions.ts";
import { findItems, readSlash } from "./slash-menu.ts";

test.each([
  ["/", ""],
  ["  /tab", "tab"],
  ["、表", "表"],
  ["and/or", null],
  ["/usr/bin", null],
  ["/ then", null],
  ["a word /tab", "tab"],
  ["a word /", ""],
  ["- item /h", "h"],
  ["一个词 /表", "表"],
  ["红、黄", null],
  ["红 、黄", null],
  ["see /usr/bin", null],
  ["http://x", null],
])("the line %j asks for %j", (line, word) => {
  expect(readSlash(line)).toBe(word);
});

const all = listActions(
  () => {},
  () => false,
);
const find = (word: string, { actions }: typeof editorEn) =>
  findItems(all, word, actions).map(({ name }) => name);

test.each([
  ["pic", editorEn, ["file"]],
  ["LIST", editorEn, ["bullets", "numbers", "tasks"]],
  ["h3", editorEn, ["heading3"]],
  ["表", editorZh, ["bullets", "numbers", "tasks", "table", "diagram"]],
  ["math", editorZh, ["formula"]],
  ["nothing", editorEn, []],
])("%j finds items of the menu by their names and by English words", (word, texts, names) => {
  expect(find(word, texts)).toEqual(names);
});

test("shortcuts are written as the keyboard at hand has them", () => {
  expect(formatKey("Mod-Alt-2", false)).toBe("Ctrl+Alt+2");
  expect(formatKey("Mod-Shift-f", true)).toBe("⌘⇧F");
});

test("no two actions have the same key", () => {
  const keys = all.flatMap(({ key }) => key ?? []);
  expect(new Set(keys).size).toBe(keys.length);
});
