import { describe, expect, test } from "vitest";
import { renderMarkdown } from "./render-markdown.ts";
import { noParts } from "./text/text-parts.ts";

const html = (source: string) => renderMarkdown(source).html;

describe("what does not come through", () => {
  test.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<iframe src=javascript:alert(1)></iframe>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java\nscript:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:x)",
    "[x](file:///etc/passwd)",
    '[x](https://a.example "\\" onmouseover=\\"alert(1)")',
    "![x](javascript:alert(1))",
    "![x](data:image/svg+xml,<svg onload=alert(1)>)",
    '![x" onerror="alert(1)](/a.png)',
    "<javascript:alert(1)>",
    '```"><script>alert(1)</script>\nx\n```',
    "[x]: javascript:alert(1)\n\n[x]",
    "<a href='x' style='position:fixed'>x</a>",
    "| a |\n|---|\n| <img src=x onerror=alert(1)> |",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
  ])("%j", (source) => {
    const out = html(source);
    expect(out).not.toMatch(/<(script|svg|iframe|style|object|form)/i);
    const tags = (out.match(/<[a-z][^>]*>/gi) ?? []).map((tag) => tag.replace(/"[^"]*"/g, '""'));
    expect(tags.filter((tag) => /\s(on\w+|style)\s*=/i.test(tag))).toEqual([]);
    expect(out).not.toMatch(/(href|src)="\s*(javascript|data|vbscript|file):/i);
  });
});

describe("pictures", () => {
  test("of this site are shown, when they are seen", () => {
    expect(html("![sea & sky](/ewp/contents/0x12)")).toContain(
      '<img src="/ewp/contents/0x12" alt="sea &amp; sky" loading="lazy" />',
    );
  });

  test.each(["https://elsewhere.example/x.png", "//elsewhere.example/x.png"])(
    "from elsewhere (%s) are links",
    (source) => {
      expect(html(`![a chart](${source})`)).not.toContain("<img");
      expect(html(`![a chart](${source})`)).toContain("a chart");
      expect(html(`[![a chart](${source})](https://a.example)`).match(/<a /g)).toHaveLength(1);
    },
  );
});

describe("the title and summary of a text", () => {
  test.each([
    ["# On *salt* & `wind`\n\nFirst words.", "On salt & wind", "First words."],
    ["No heading.\n\n# Later", null, "No heading. Later"],
    ["Setext\n===\n\nText\nover lines", "Setext", "Text over lines"],
    ["", null, ""],
    ["```\ncode\n```", null, ""],
    ["#\n\nText", null, "Text"],
  ])("%j", (source, title, summary) => {
    expect(renderMarkdown(source)).toMatchObject({ title, summary });
  });

  test("a summary ends between words", () => {
    const { summary } = renderMarkdown("word ".repeat(100));
    expect(summary.length).toBeLessThanOrEqual(200);
    expect(summary).toMatch(/word…$/);
  });

  test("a title may be left out, and headings stand deeper", () => {
    const out = renderMarkdown("# A\n\n## B\n\n###### C", { omitTitle: true, headingShift: 1 });
    expect(out.html).toBe("<h3>B</h3>\n<h6>C</h6>\n");
    expect(out.title).toBe("A");
  });
});

describe("an excerpt", () => {
  const long = Array.from({ length: 30 }, (_, index) => `Paragraph ${index} ${"x".repeat(80)}`).join("\n\n");

  test("is whole blocks up to the measure", () => {
    const { html: out, cut } = renderMarkdown(long, { excerpt: 300 });
    expect(cut).toBe(true);
    expect(out.match(/<p>/g)).toHaveLength(4);
  });

  test("never ends with a heading, and a short text is whole", () => {
    expect(renderMarkdown(`${"x".repeat(300)}\n\n# After\n\nText`, { excerpt: 10 }).html).not.toContain(
      "After",
    );
    expect(renderMarkdown(`# ${"Title ".repeat(20)}\n\nText`, { excerpt: 30 }).html).toContain("Text");
    expect(renderMarkdown("short", { excerpt: 300 })).toMatchObject({ cut: false, html: "<p>short</p>\n" });
  });

  test("of a text without end costs no more than it can need", () => {
    const { html: out, cut } = renderMarkdown("word ".repeat(800_000), { excerpt: 700 });
    expect(cut).toBe(true);
    expect(out.length).toBeLessThan(6_000);
  });
});

test("five thousand nested quotes are no trouble", () => {
  expect(html(`${">".repeat(5_000)} x`).match(/<blockquote>/g)?.length).toBeLessThanOrEqual(100);
});

test("the paths of another node's text lead to that node", () => {
  const source = "![a](/api/contents/1) [b](/slug/x) [c](https://else.example/y) ![d](//evil.example/z)";
  const { html } = renderMarkdown(source, { origin: "https://ada.example" });
  expect(html).not.toContain("<img");
  expect(html).toContain('href="https://ada.example/api/contents/1"');
  expect(html).toContain('href="https://ada.example/slug/x"');
  expect(html).toContain('href="https://else.example/y"');
  expect(renderMarkdown(source).html).toContain('src="/api/contents/1"');
});

test("a picture that a text names at this node is shown, and one at another node is a link", () => {
  const hash = `0x${"0a".repeat(32)}`;
  const at = (node: string) => `![sea](${node}/ewp/contents/${hash})`;
  const home = "https://ada.example";
  const shown = `<img src="/ewp/contents/${hash}" alt="sea" loading="lazy"`;
  const rendered = (markdown: string, options: object) => renderMarkdown(markdown, options).html;
  expect(rendered(at(home), { home })).toContain(shown);
  expect(rendered(at(""), { home })).toContain(shown);
  const elsewhere = `<a href="https://ada.example.org/ewp/contents/${hash}"`;
  expect(rendered(at("https://ada.example.org"), { home })).toContain(elsewhere);
  // The node was there before.
  const size = { width: 4, height: 3, copies: [] };
  const parts = { ...noParts, pictures: new Map([[`/ewp/contents/${hash}`, size]]) };
  expect(rendered(at("https://ada.example.org"), { home, parts })).toContain(
    `<img src="/ewp/contents/${hash}" alt="sea" width="4" height="3"`,
  );
});
