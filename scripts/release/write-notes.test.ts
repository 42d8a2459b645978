import { expect, test } from "vitest";
import { writeNotes } from "./write-notes.ts";

const changelog = "# Changes\n\n## 0.3.0\n\n### The site\n\n- New.\n\n## 0.2.0\n\n- Old.\n";
const commits = [
  {
    hash: "aaa1111",
    message: "feat(web)!: show <b>, *stars* and `code`\n\nWhy.\n\nBREAKING CHANGE: the old one is gone",
  },
  { hash: "bbb2222", message: "fix: keep what was typed" },
  { hash: "ccc3333", message: "docs: tell more" },
  { hash: "ddd4444", message: "Say what this is" },
  { hash: "eee5555", message: "perf(node): answer sooner" },
];

test("has the changelog of the version, how to upgrade, and the commits that a user may notice", () => {
  expect(writeNotes("0.3.0", { changelog, commits, since: "v0.2.0" })).toBe(`# Freehold 0.3.0

### The site

- New.

## Upgrade

Make a backup, then upgrade as [docs/upgrading.md](https://github.com/freehold-ewp/freehold/blob/v0.3.0/docs/upgrading.md) says.

<details><summary>Commits since v0.2.0</summary>

### Breaking

- **web:** show \\<b>, \\*stars\\* and \`code\` (aaa1111)

### Features

- **web:** show \\<b>, \\*stars\\* and \`code\` (aaa1111)

### Fixes

- keep what was typed (bbb2222)

### Performance

- **node:** answer sooner (eee5555)

</details>

`);
});

test("does without commits, and not without a changelog", () => {
  const notes = writeNotes("0.2.0", { changelog, commits: [], since: null });
  expect(notes).toContain("- Old.");
  expect(notes).not.toContain("New.");
  expect(notes).not.toContain("<details>");
  expect(() => writeNotes("0.4.0", { changelog, commits, since: null })).toThrow(
    "CHANGELOG.md does not have 0.4.0.",
  );
});
