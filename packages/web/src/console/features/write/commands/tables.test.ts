import { expect, test } from "vitest";
import { runCommand } from "../../../../../test/run-command.ts";
import { alignTable, nextCell, nextRow, previousCell, splitRow } from "./tables.ts";

test("a row has cells, with and without pipes at its ends, and with pipes in its cells", () => {
  expect(splitRow("| a | b |")).toEqual(["a", "b"]);
  expect(splitRow("a|b")).toEqual(["a", "b"]);
  expect(splitRow("| a \\| b | |")).toEqual(["a \\| b", ""]);
});

test("columns are as wide as their widest cell, and keep their alignment", () => {
  expect(alignTable(["|name|n|", "|:-|-:|", "|中文|1234|", "|a|"])).toEqual([
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
