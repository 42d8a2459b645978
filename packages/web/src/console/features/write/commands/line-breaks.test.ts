import { expect, test } from "vitest";
import { runCommand as run } from "../../../../../test/run-command.ts";
import { joinBefore } from "./joins.ts";
import { newLine, newParagraph } from "./line-breaks.ts";

test.each([
  ["one‸", "one\n\n‸"],
  ["one‸two", "one\n\n‸two"],
  ["one ‸ two", "one  \n\n‸two"],
  ["‸one", "\n\n‸one"],
  ["one\n\n‸", "one\n\n‸"],
  ["one\n‸", "one\n\n‸"],
  ["one‸\ntwo", "one\n\n‸two"],
  ["one‸\n\ntwo", "one\n\n‸\n\ntwo"],
  ["one‹ two› three", "one \n\n‸three"],
  ["# head‸", "# head\n\n‸"],
  ["# ‸head", "\n\n# ‸head"],
  ["# he‸ad", "# he\n\n‸ad"],
  ["## ‸", "‸"],
  ["##‸", "‸"],
  ["> ## ‸head", "> \n>\n> ## ‸head"],
  ["- # ‸head", "- \n- # ‸head"],
  ["# ‹h›ead", "\n\n# ‸ead"],
  ["- one‸", "- one\n- ‸"],
  ["- one‸two", "- one\n- ‸two"],
  ["- one\n- ‸", "- one\n\n‸"],
  ["- ‸", "‸"],
  ["one\n\n- ‸", "one\n\n‸"],
  ["one\n\n- ‸\n- two", "one\n\n‸\n\n- two"],
  ["1. one‸\n2. two", "1. one\n2. ‸\n3. two"],
  ["1. one‸\n1. two", "1. one\n1. ‸\n1. two"],
  ["1. one\n  2. two‸", "1. one\n  2. two\n  3. ‸"],
  ["9. nine‸", "9. nine\n10. ‸"],
  ["1) one‸", "1) one\n2) ‸"],
  ["- one\n\n- two‸", "- one\n\n- two\n\n- ‸"],
  ["- [x] done‸", "- [x] done\n- [ ] ‸"],
  ["- [ ] one\n- [ ] ‸", "- [ ] one\n\n‸"],
  ["- one\n  - two‸", "- one\n  - two\n  - ‸"],
  ["- one\n  - two\n  - ‸", "- one\n  - two\n- ‸"],
  ["1. one\n   - two\n   - ‸", "1. one\n   - two\n2. ‸"],
  ["1. one\n   - ‸\n2. two", "1. one\n2. ‸\n3. two"],
  ["- one\n\n  more‸", "- one\n\n  more\n\n  ‸"],
  ["- one\n\n  more\n\n  ‸", "- one\n\n  more\n- ‸"],
  ["- one\\\n  more‸", "- one\\\n  more\n- ‸"],
  ["> one‸", "> one\n>\n> ‸"],
  ["> one‸two", "> one\n>\n> ‸two"],
  ["> one\n>\n> ‸", "> one\n\n‸"],
  ["> ‸", "‸"],
  ["> - one‸", "> - one\n> - ‸"],
  ["> - one\n> - ‸", "> - one\n>\n> ‸"],
  ["> - one\n>\n> ‸", "> - one\n\n‸"],
  ["- > one‸", "- > one\n  >\n  > ‸"],
  ["- > one\n  >\n  > ‸", "- > one\n\n  ‸"],
  ["> > one\n> >\n> > ‸", "> > one\n>\n> ‸"],
  ["```js‸", "```js\n‸\n```"],
  ["```\n  a‸\n```", "```\n  a\n  ‸\n```"],
  ["```\na\n```‸", "```\na\n```\n\n‸"],
  ["> ```\n> a‸\n> ```", "> ```\n> a\n> ‸\n> ```"],
  ["- ```\n  a‸\n  ```", "- ```\n  a\n  ‸\n  ```"],
  ["$$\na‸\n$$", "$$\na\n‸\n$$"],
  ["$$‸", "$$\n‸\n$$"],
  ["    code‸", "    code\n    ‸"],
  ["| a | b |‸", "| a | b |\n| --- | --- |\n| ‸    |     |"],
  ["one | two‸", "one | two\n\n‸"],
])("Enter: %j", (before, after) => {
  expect(run(newParagraph, before)).toBe(after);
});

test.each(["one‸ two", "a **b** c‸d", "> one‸ two", "# a‸ b", "one ‸", "a\n\nb ‸ c\n\nd"])(
  "Backspace takes back what Enter did in %j",
  (text) => {
    expect(run(joinBefore, run(newParagraph, text)).replace("‸", "")).toBe(text.replace("‸", ""));
  },
);

test.each([
  ["one‸", "one\\\n‸"],
  ["one‸two", "one\\\n‸two"],
  ["- one‸", "- one\\\n  ‸"],
  ["> one‸", "> one\\\n> ‸"],
  ["> - one‸", "> - one\\\n>   ‸"],
  ["## one‸", "## one\n\n‸"],
  ["```\na‸\n```", "```\na\n‸\n```"],
])("Shift+Enter: %j", (before, after) => {
  expect(run(newLine, before)).toBe(after);
});
