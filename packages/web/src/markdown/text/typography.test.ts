import { expect, test } from "vitest";
import { renderMarkdown } from "../render-markdown.ts";
import { readLead, readTitle } from "./opening.ts";

const html = (source: string, language: string | null = "en") =>
  renderMarkdown(source, { language })
    .html.trim()
    .replace(/^<p>|<\/p>$/g, "");

test.each([
  [`She said "don't".`, "She said “don’t”."],
  [`"He said 'no'," she said.`, "“He said ‘no’,” she said."],
  [`"'No'", the dogs' bowls`, "“‘No’”, the dogs’ bowls"],
  [`*"a"* and ("b") and "**c**"`, "<em>“a”</em> and (“b”) and “<strong>c</strong>”"],
  [`a "\`x\`" b`, "a “<code>x</code>” b"],
  ["a -- b --- c, 1990--2000, word---word", "a – b — c, 1990–2000, word—word"],
  [`"a[^1]" b\n\n[^1]: c`, /“a<sup>.*<\/sup>” b/],
  [`a\n"b" c`, "a\n“b” c"],
])("%s", (source, expected) => {
  if (typeof expected === "string") expect(html(source)).toBe(expected);
  else expect(html(source)).toMatch(expected);
});

test.each([
  `5' 10" tall, a " b`,
  '\\"a\\" and \\--',
  "use --help or a-b, ---- and x/--y",
  "`\"a\" -- 'b'`",
  '<https://a.example/"b"--c>',
  "https://a.example/b--c",
  "$a'' -- \"b\"$",
  "![\"a\" -- 'b'](/x.png)",
])("stays as typed: %s", (source) => {
  expect(html(source)).not.toMatch(/[“”‘’–—]/);
});

test.each([
  ["de", "„a ‚b‘ c“ d’e"],
  ["de-AT", "„a ‚b‘ c“ d’e"],
  ["fr", "«\u202fa “b” c\u202f» d’e"],
  ["ru", "«a „b“ c» d’e"],
  ["sv", "”a ’b’ c” d’e"],
  ["zh", "\"a 'b' c\" d'e"],
  ["ja", "\"a 'b' c\" d'e"],
  ["tlh", "\"a 'b' c\" d'e"],
  [null, "\"a 'b' c\" d'e"],
])("in %s: %s", (language, expected) => {
  expect(html(`"a 'b' c" d'e`, language).replaceAll("&quot;", '"').replaceAll("&#39;", "'")).toBe(expected);
});

test("titles and openings have them, and ids of headings stay", () => {
  const source = `# Ada's "x" -- y\n\nDon't.`;
  expect(renderMarkdown(source, { language: "en", page: "this" })).toMatchObject({
    title: "Ada’s “x” – y",
    summary: "Don’t.",
    html: expect.stringContaining('<h1 id="adas-x----y">'),
  });
  expect(readTitle(source, "en")).toBe("Ada’s “x” – y");
  expect(readLead(source, "en")).toBe("Don’t.");
});
