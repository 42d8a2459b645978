import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { listHeadings } from "./headings.ts";
import { postLanguage } from "./post-language.ts";

const read = (doc: string) =>
  listHeadings(EditorState.create({ doc, extensions: postLanguage })).map(({ level, text }) => [level, text]);

test("an outline has the headings of a text, with their words alone", () => {
  const text = [
    "## The *first* `part` ##",
    "words",
    "Set below\n---",
    "### A [link](https://a.example 'x') and \\*stars\\*",
    "```\n## no heading\n```",
    "> ## in a quotation",
    "#### 一个**小**标题",
    "##",
  ].join("\n\n");
  expect(read(text)).toEqual([
    [2, "The first part"],
    [2, "Set below"],
    [3, "A link and *stars*"],
    [4, "一个小标题"],
    [2, ""],
  ]);
});

test("a long text has all of them, where they are", () => {
  const doc = "## Part\n\nSome words of it.\n\n".repeat(2_000);
  const headings = listHeadings(EditorState.create({ doc, extensions: postLanguage }), 60_000);
  expect(headings).toHaveLength(2_000);
  expect(doc.slice(headings.at(-1)?.from).startsWith("## Part")).toBe(true);
});
