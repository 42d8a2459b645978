import { expect, test } from "vitest";
import { readPost } from "./read-post.ts";

test.each([
  "---\ndraft: true\n---\nx",
  "---\npublished: no\n---\nx",
  "+++\nprivate = true\n+++\nx",
  '{"password": "x"}\nx',
  "---yaml\ndraft: true\n---\nx",
  "---toml\ndraft = true\n---\nx",
  '---json\n{ "draft": true }\n---\nx',
  ';;;\n{ "draft": true }\n;;;\nx',
  "\u200b---\ndraft: true\n---\nx",
  "Status: draft\nSlug: a\n\nx",
  "date: 2014-01-02\nvisibility:\n  private\n\nx",
  "---\nvisible: false\n---\nx",
])("a post whose front matter hides it is not public: %j", async (text) => {
  expect(await readPost(text)).toMatchObject({ markdown: "x", visibility: { public: false } });
});

test.each([
  "Title: one line, then text.\n",
  "Note: a\nb: c\n\nText.\n",
  "Title: a\nb\n\nText.\n",
  "# Words\n",
  "---\n\nA line above.\n",
  "{{ x }}\n",
  " \n",
])("%j is a post without front matter", async (text) => expect(await readPost(text)).toBeNull());
