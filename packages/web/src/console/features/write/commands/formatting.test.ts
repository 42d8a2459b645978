import { expect, test } from "vitest";
import { runCommand as run } from "../../../../../test/run-command.ts";
import { insertBlock, toggleLines, toggleLink, toggleWrap } from "./formatting.ts";

const bold = toggleWrap("StrongEmphasis");
const italic = toggleWrap("Emphasis");

test.each([
  [bold, "a ‹word› here", "a **‹word›** here"],
  [bold, "a ‹ word › here", "a  **‹word›**  here"],
  [bold, "a wo‸rd here", "a **wo‸rd** here"],
  [bold, "a ‸ b", "a **‸** b"],
  [bold, "a **wo‸rd** here", "a wo‸rd here"],
  [bold, "a **word‸** here", "a **word**‸ here"],
  [bold, "a **‸** here", "a ‸ here"],
  [italic, "a *word‸* here", "a *word*‸ here"],
  [bold, "a **‹word›** here", "a ‹word› here"],
  [bold, "‹**word**›", "‹word›"],
  [bold, "__‹word›__", "‹word›"],
  [italic, "a **‹word›** here", "a ***‹word›*** here"],
  [italic, "a ***‹word›*** here", "a **‹word›** here"],
  [toggleWrap("InlineCode"), "‹let›", "`‹let›`"],
  [toggleWrap("Strikethrough"), "~~‹no›~~", "‹no›"],
  [bold, "一个‹词›。", "一个**‹词›**。"],
])("marks around words %#", (command, before, after) => {
  expect(run(command, before)).toBe(after);
});

test.each([
  ["see ‹this› here", "see [this](‸) here"],
  ["see ‸ here", "see [‸]() here"],
  ["see [this‸]() here", "see [this](‸) here"],
  ["‹https://a.example/b›", "[‸](https://a.example/b)"],
  ["[th‸is](https://a.example)", "[this](‹https://a.example›)"],
])("a link: %s", (before, after) => {
  expect(run(toggleLink, before)).toBe(after);
});

test.each([
  [toggleLines("heading2"), "a l‸ine", "## a l‸ine"],
  [toggleLines("heading2"), "## a l‸ine", "a l‸ine"],
  [toggleLines("heading3"), "## a l‸ine", "### a l‸ine"],
  [toggleLines("bullets"), "‹one\n\ntwo›", "- ‹one\n\n- two›"],
  [toggleLines("numbers"), "‹- one\n- two›", "‹1. one\n2. two›"],
  [toggleLines("tasks"), "- one‸", "- [ ] one‸"],
  [toggleLines("quote"), "‸", "> ‸"],
])("lines %#", (command, before, after) => {
  expect(run(command, before)).toBe(after);
});

test.each([
  ["---", "‸", "---\n\n‸"],
  ["---", "one‸", "one\n\n---\n\n‸"],
  ["---", "one\n‸two", "one\n\n---\n\n‸two"],
  ["---", "one\n\n‸\n\ntwo", "one\n\n---‸\n\ntwo"],
  ["```\n‸\n```", "one\n‸", "one\n\n```\n‸\n```\n\n"],
])("the block %j stands alone in %j", (block, before, after) => {
  expect(run(insertBlock(block), before)).toBe(after);
});
