import { expect, test } from "vitest";
import { matchesGlob } from "./glob.ts";
import { createIgnoreRule } from "./ignore-files.ts";

test.each([
  ["*.md", "a.md", true],
  ["*.md", "a/b.md", false],
  ["/posts/**", "/posts/a/b", true],
  ["/posts/**/c", "/posts/c", true],
  ["{a,b{c,d}}?", "bdx", true],
  ["[!a-c]x", "bx", false],
  ["[!a-c]x", "dx", true],
  ["a", "ab", false],
])("the pattern %s and %s", (pattern, path, matches) =>
  expect(matchesGlob(pattern, path, { crossesFolders: false })).toBe(matches),
);

test("a pattern of many repeats takes no longer than its length", () => {
  const before = performance.now();
  expect(matchesGlob(`${"*a".repeat(50)}b`, "a".repeat(1_000), { crossesFolders: true })).toBe(false);
  expect(createIgnoreRule([`${".*a".repeat(50)}b$`])?.("a".repeat(1_000))).toBe(false);
  expect(performance.now() - before).toBeLessThan(5_000);
});

test.each([
  ["\\.draft\\.md$", "/content/a.draft.md", true],
  ["\\.draft\\.md$", "/content/a.draft.mdx", false],
  ["content/(private|old)/", "/content/old/a.md", true],
  ["^content/private", "/content/private/a.md", true],
  ["[0-9]+-wip", "/content/12-wip.md", true],
  ["a|b\\.md", "/content/b.md", true],
  ["(a)+", "/a", null],
  ["x{2}", "/xx", null],
  ["(?i)x", "/X", null],
])("the ignored files %s and %s", (pattern, path, isIgnored) =>
  expect(createIgnoreRule([pattern])?.(path) ?? null).toBe(isIgnored),
);
