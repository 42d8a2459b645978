import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { runCommand } from "../../../../../test/run-command.ts";
import { goToFootnote, nextNoteNumber, numberNotes } from "./footnotes.ts";

test.each([
  ["", 1],
  ["a[^1] b[^3]\n\n[^1]: x", 4],
  ["a[^note]", 1],
])("the next footnote of %j is %i", (text, number) => {
  expect(nextNoteNumber(text)).toBe(number);
});

test.each([
  ["a footnote is added below", "One‸ word.\n", "One[^1] word.\n\n[^1]: ‸"],
  ["at the end", "One word.‸", "One word.[^1]\n\n[^1]: ‸"],
  ["among others", "a[^1] b‸\n\n[^1]: x\n", "a[^1] b[^2]\n\n[^1]: x\n[^2]: ‸"],
  ["from its mark to its text", "a[^1‸] b\n\n[^1]: x", "a[^1] b\n\n[^1]: x‸"],
  ["and back", "a[^1] b\n\n[^1]: x‸", "a[^1]‸ b\n\n[^1]: x"],
  ["a mark without a text gets one", "a[^n‸] b", "a[^n] b\n\n[^n]: ‸"],
])("%s", (_, before, after) => {
  expect(runCommand(goToFootnote, before)).toBe(after);
});

test("footnotes are numbered as on the page: by their first references, and only with a text", () => {
  const doc = "a[^b] c[^none] d[^a] e[^b]\n\n[^a]: A.\n\n[^b]: B.";
  expect([...numberNotes(EditorState.create({ doc }))]).toEqual([
    ["b", 1],
    ["a", 2],
  ]);
});
