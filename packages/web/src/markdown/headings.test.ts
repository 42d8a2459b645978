import { expect, test } from "vitest";
import { contentsOf } from "./headings.ts";
import { renderMarkdown } from "./render-markdown.ts";

const ids = (source: string) => renderMarkdown(source, { page: "this" }).headings.map(({ id }) => id);

test.each([
  ["words", "# Methods and *Results*", ["methods-and-results"]],
  ["signs that are no words", "# What's `new`, in 2.0?", ["whats-new-in-20"]],
  ["Chinese", "# 方法\n\n# 方法：一", ["方法", "方法一"]],
  ["Cyrillic and marks", "# Ткацкий\n\n# मशीन\n\n# Cafe\u0301", ["ткацкий", "मशीन", "café"]],
  ["one word twice", "# A\n\n# A-1\n\n# A\n\n# A", ["a", "a-1", "a-2", "a-3"]],
  [
    "those of the page",
    "# Comments\n\n# Main\n\n# Note 12 1\n\n# Note taking",
    ["h-comments", "h-main", "h-note-12-1", "note-taking"],
  ],
  ["nothing to name", "# !\n\n# \u{1f9f5}", []],
  ["a long one", `# ${"a".repeat(300)}`, ["a".repeat(100)]],
])("the id of %s", (_, source, expected) => {
  expect(ids(source)).toEqual(expected);
});

test("a link within a text leads to its heading, however it is written", () => {
  const source =
    "[a](#methods) [b](#方法) [c](#%E6%96%B9%E6%B3%95) [d](#comments) [e](#%E6)\n\n## Methods\n\n## 方法\n\n## Comments";
  const { html } = renderMarkdown(source, { page: "this" });
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    "#methods",
    "#方法",
    "#方法",
    "#h-comments",
    "#%E6",
  ]);
  expect(html).toContain('<h2 id="methods">Methods</h2>');
});

test("a text in a list has no ids, and its links lead to its page; another text stays as it is", () => {
  const source = "# Title\n\n[a](#methods)\n\n## Methods\n\nText.";
  const listed = renderMarkdown(source, { page: "/slug/salt", excerpt: 400 });
  expect(listed.html).toContain('<a href="/slug/salt#methods"');
  expect(listed.html).not.toContain(" id=");
  expect(listed.headings).toEqual([]);
  expect(renderMarkdown(source).html).toContain('<a href="#methods"');
});

test("the heading that is left out has no place in the contents, and its id no other heading", () => {
  const { headings, html } = renderMarkdown("# Salt\n\n## Salt\n\n> ## Quoted", {
    page: "this",
    omitTitle: true,
  });
  expect(headings).toEqual([{ level: 2, id: "salt-1", text: "Salt" }]);
  expect(html).toContain('<h2 id="quoted">');
});

test("a long text with four headings has contents of its two highest levels", () => {
  const found = renderMarkdown("## A\n\n### B\n\n#### C\n\n## D\n\n### E", { page: "this" }).headings;
  expect(contentsOf(found, 4)?.map(({ text }) => text)).toEqual(["A", "B", "D", "E"]);
  expect(contentsOf(found, 3)).toBeNull();
  expect(contentsOf(found.slice(0, 3), 9)).toBeNull();
  expect(contentsOf([], 9)).toBeNull();
});
