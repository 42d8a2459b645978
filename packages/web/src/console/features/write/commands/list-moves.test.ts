import { expect, test } from "vitest";
import { runCommand as run } from "../../../../../test/run-command.ts";
import { indentItem, outdentItem } from "./list-moves.ts";

test.each([
  ["- one\n- two‸", "- one\n  - two‸"],
  ["- one‸\n- two", "- one‸\n- two"],
  ["1. one\n2. two‸\n3. three", "1. one\n   1. two‸\n2. three"],
  ["- one\n  - two\n- three‸", "- one\n  - two\n  - three‸"],
  ["1. one\n   1. two\n2. three‸", "1. one\n   1. two\n   2. three‸"],
  ["- one\n- two‸\n  - three\n\n  more", "- one\n  - two‸\n    - three\n\n    more"],
  ["- [ ] one\n- [x] two‸", "- [ ] one\n  - [x] two‸"],
  ["> - one\n> - two‸", "> - one\n>   - two‸"],
  ["- one\n- ‹two\n- three›\n- four", "- one\n  - ‹two\n  - three›\n- four"],
])("Tab: %j", (before, after) => {
  expect(run(indentItem, before)).toBe(after);
});

test.each([
  ["- one\n  - two‸", "- one\n- two‸"],
  ["- one‸", "- one‸"],
  ["1. one\n   1. two‸\n2. three", "1. one\n2. two‸\n3. three"],
  ["1. one\n   - two‸\n     - three", "1. one\n2. two‸\n   - three"],
  ["1. one\n   1. two‸\n   2. three", "1. one\n2. two‸\n   1. three"],
  ["> - one\n>   - two‸", "> - one\n> - two‸"],
  ["- one\n  - [x] two‸", "- one\n- [x] two‸"],
])("Shift+Tab: %j", (before, after) => {
  expect(run(outdentItem, before)).toBe(after);
});
