import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { runCommand } from "../../../../../test/run-command.ts";
import { postLanguage } from "./post-language.ts";
import { positionOfCell, readGrid, splitRow, writeGrid } from "./table-text.ts";
import {
  addColumn,
  addRow,
  alignColumn,
  moveColumn,
  moveRow,
  nextCell,
  nextRow,
  previousCell,
  removeColumn,
  removeRow,
  removeTable,
} from "./tables.ts";

test("a row has cells, with and without pipes at its ends, and with pipes in its cells", () => {
  expect(splitRow("| a | b |")).toEqual(["a", "b"]);
  expect(splitRow("a|b")).toEqual(["a", "b"]);
  expect(splitRow("| a \\| b | |")).toEqual(["a \\| b", ""]);
});

test("columns are as wide as their widest cell, and keep their alignment", () => {
  expect(writeGrid(readGrid(["|name|n|", "|:-|-:|", "|中文|1234|", "|a|"]))).toEqual([
    "| name | n    |",
    "| :--- | ---: |",
    "| 中文 | 1234 |",
    "| a    |      |",
  ]);
});

const small = "| a   | b   |\n| --- | --- |\n| c   | d   |";

test.each([
  [nextCell, "| a‸   | b   |\n| --- | --- |\n| c   | d   |", "| a   | ‹b›   |\n| --- | --- |\n| c   | d   |"],
  [nextCell, "|a|b‸|\n|-|-|\n|c|d|", "| a   | b   |\n| --- | --- |\n| ‹c›   | d   |"],
  [nextCell, `${small.slice(0, -8)}‸${small.slice(-8)}`, `${small.slice(0, -5)}‹d›${small.slice(-4)}`],
  [nextCell, `${small.slice(0, -4)}‸${small.slice(-4)}`, `${small}\n| ‸    |     |`],
  [previousCell, "|a|b|\n|-|-|\n|c‸|d|", "| a   | ‹b›   |\n| --- | --- |\n| c   | d   |"],
  [previousCell, `| ‸${small.slice(2)}`, `| ‸${small.slice(2)}`],
  [nextRow, "|a|b‸|\n|-|-|\n|c|d|", "| a   | b   |\n| --- | --- |\n| c   | ‹d›   |"],
  [nextRow, `${small}\n| ‸ | |`, `${small}\n\n‸`],
])("keys in a table %#", (command, before, after) => {
  expect(runCommand(command, before)).toBe(after);
});

test("outside a table its keys are not taken", () => {
  expect(runCommand(nextCell, "a | b‸")).toBe("a | b‸");
});

const quoted = (text: string) => text.replace(/^/gm, "> ");
const wide = "| a   | b   | c   |\n| :-- | --- | --: |\n| 1   | 2   | 3   |";
const at = (cell: string, text = wide) => text.replace(cell, `${cell}‸`);

test.each([
  [
    "a row below the head",
    addRow,
    at("b", small),
    "| a   | b   |\n| --- | --- |\n|     | ‸    |\n| c   | d   |",
  ],
  ["a row below", addRow, at("c", small), `${small}\n| ‸    |     |`],
  ["no row less than the head", removeRow, at("a", small), at("a", small)],
  ["a row less", removeRow, `${small}\n| e‸ | f |`, "| a   | b   |\n| --- | --- |\n| c‸   | d   |"],
  [
    "a row up",
    moveRow(-1),
    `${small}\n| e‸ | f |`,
    "| a   | b   |\n| --- | --- |\n| e‸   | f   |\n| c   | d   |",
  ],
  ["no row above the head", moveRow(-1), at("c", small), at("c", small)],
  [
    "a row down",
    moveRow(1),
    at("c", `${small}\n| e | f |`),
    "| a   | b   |\n| --- | --- |\n| e   | f   |\n| c‸   | d   |",
  ],
  [
    "a column after",
    addColumn,
    at("2"),
    "| a   | b   |     | c   |\n| :-- | --- | --- | --: |\n| 1   | 2   | ‸    | 3   |",
  ],
  ["a column less", removeColumn, at("3"), "| a   | b   |\n| :-- | --- |\n| 1   | 2‸   |"],
  ["the last column stays", removeColumn, "| a‸ |\n| - |", "| a‸ |\n| - |"],
  [
    "a column to the left, with its side",
    moveColumn(-1),
    at("3"),
    "| a   | c   | b   |\n| :-- | --: | --- |\n| 1   | 3‸   | 2   |",
  ],
  [
    "a column to the right",
    moveColumn(1),
    at("a"),
    "| b   | a‸   | c   |\n| --- | :-- | --: |\n| 2   | 1   | 3   |",
  ],
  [
    "a side",
    alignColumn("center"),
    at("2"),
    "| a   | b   | c   |\n| :-- | :-: | --: |\n| 1   | 2‸   | 3   |",
  ],
  [
    "and none",
    alignColumn("right"),
    at("c"),
    "| a   | b   | c‸   |\n| :-- | --- | --- |\n| 1   | 2   | 3   |",
  ],
  ["pipes in cells", moveColumn(1), "| `a\\|b`‸ | c |\n| - | - |", "| c   | `a\\|b`‸ |\n| --- | ------ |"],
  [
    "a table in a quotation",
    addColumn,
    quoted(at("d", small)),
    "> | a   | b   |     |\n> | --- | --- | --- |\n> | c   | d   | ‸    |",
  ],
  [
    "a table in an item",
    addRow,
    "- x\n\n  | a |\n  | - |\n  | c‸ |\n\nafter",
    "- x\n\n  | a   |\n  | --- |\n  | c   |\n  | ‸    |\n\nafter",
  ],
  ["nothing", removeTable, `x\n\n${at("c", small)}\n\ny`, "x\n\n‸\n\ny"],
])("buttons of a table: %s", (_, command, before, after) => {
  expect(runCommand(command, before)).toBe(after);
});

test.each([nextCell, previousCell])("cells in a quotation keep its marks %#", (command) => {
  const after = runCommand(command, quoted(at("b", small)));
  expect(after.replace(/[‸‹›]/g, "")).toBe(quoted(small));
});

test.each([
  ["| a | b |\n|---|---|\n| c \\| d | e |", { row: 1, column: 0 }, "| a | b |\n|---|---|\n| c \\| d‸ | e |"],
  ["a|b\n-|-\nc|d", { row: 1, column: 1 }, "a|b\n-|-\nc|d‸"],
  ["a|b\n-|-\nc", { row: 1, column: 1 }, "a|b\n-|-\nc‸"],
  ["> | a | |\n> |---|---|", { row: 0, column: 1 }, "> | a | ‸|\n> |---|---|"],
])("a cell that is pressed is found in its text: %j", (doc, cell, expected) => {
  const state = EditorState.create({ doc, extensions: postLanguage });
  const pos = positionOfCell(state, doc.indexOf("a"), cell) ?? -1;
  expect(`${doc.slice(0, pos)}‸${doc.slice(pos)}`).toBe(expected);
});
