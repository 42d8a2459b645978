import { expect, test } from "vitest";
import { runCommand as run } from "../../../../../test/run-command.ts";
import { joinAfter, joinBefore } from "./joins.ts";

test.each([
  ["one\n\n‸two", "one‸two"],
  ["one\n\n‸", "one‸"],
  ["one\n\n\n\n‸two", "one‸two"],
  ["one\n‸two", "one‸two"],
  ["one\\\n‸two", "one‸two"],
  ["one  \n‸two", "one‸two"],
  ["\n\n‸one", "‸one"],
  ["# ‸head", "‸head"],
  ["# head\n\n‸two", "# head‸two"],
  ["- ‸one", "‸one"],
  ["- one\n- ‸two", "- one\n\n‸two"],
  ["- one\n- ‸two\n- three", "- one\n\n‸two\n\n- three"],
  ["- one\n  - ‸two", "- one\n- ‸two"],
  ["- [ ] ‸one", "‸one"],
  ["- one\n\n‸two", "- one‸two"],
  ["> ‸one\n>\n> two", "‸one\n\ntwo"],
  ["a\n\n> ‸one", "a\n\n‸one"],
  ["> one\n>\n> ‸two", "> one‸two"],
  ["- > ‸one", "- ‸one"],
  ["```\na\n```\n\n‸", "```\na\n```‸"],
  ["```\na\n```\n\n‸two", "```\na\n```‸\n\ntwo"],
  ["---\n\n‸two", "‸two"],
  ["| a |\n| --- |\n\n‸two", "| a |\n| --- |‸\n\ntwo"],
])("Backspace: %j", (before, after) => {
  expect(run(joinBefore, before)).toBe(after);
});

test.each([
  ["one‸\n\ntwo", "one‸two"],
  ["one‸\n\n# two", "one‸two"],
  ["one‸\n\n- two", "one‸two"],
  ["one‸\ntwo", "one‸two"],
  ["one‸\n\n```\na\n```", "one‸\n\n```\na\n```"],
  ["one\n\n‸\n\ntwo", "one\n\n‸two"],
  ["> one‸\n>\n> two", "> one‸two"],
  ["```\na‸\nb\n```", "```\na‸\nb\n```"],
])("Delete: %j", (before, after) => {
  expect(run(joinAfter, before)).toBe(after);
});
