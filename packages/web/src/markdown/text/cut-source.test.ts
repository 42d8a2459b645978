import { describe, expect, test } from "vitest";
import { renderMarkdown } from "../render-markdown.ts";
import { cutSource } from "./cut-source.ts";
import { readLead, readMarkdownOpening, readTitle } from "./opening.ts";

const long = "Words and more words. ".repeat(200);

describe("the beginning of a text that refers to what stands at its end", () => {
  const source = `# A [title][t]\n\nSee note[^1], [the text][ref], [Ref] and [nothing][x].\n\n${long}\n\n[^1]: A note.\n[ref]: https://a.example/b "Title"\n[t]: /t\n[Other]: /o\n`;

  test("has no raw references", () => {
    expect(readMarkdownOpening(source)).toMatchObject({
      title: "A title",
      summary: expect.stringMatching(/^See note, the text, Ref and \[nothing\]\[x\]\./),
    });
    expect(readLead(source)).toBe("See note, the text, Ref and [nothing][x].");
    expect(readTitle(source)).toBe("A title");
  });

  test("has its links in an excerpt, and no notes", () => {
    const { html, cut } = renderMarkdown(source, { excerpt: 40 });
    expect(cut).toBe(true);
    expect(html).toContain(
      'See note, <a href="https://a.example/b" title="Title" rel="noopener noreferrer">the text</a>',
    );
    expect(html).not.toContain("…");
    expect(html).not.toContain("note-");
  });
});

test("a text that is short, or refers to nothing, is cut alone", () => {
  expect(cutSource("[a]\n\n[a]: b", 100)).toBe("[a]\n\n[a]: b");
  expect(cutSource("words\n\n[a]: b", 5)).toBe("words");
  expect(cutSource("[a]\n\n[a]: b\n\n[a]: c", 11)).toBe("[a]\n\n[a]: b");
});

test("definitions come before the text, each once, and don't become a part of code", () => {
  expect(cutSource("[ a\tB ]\n\n[A b]: e\n[a b]: f", 7)).toBe("[A b]: e\n\n[ a\tB ]");
  expect(cutSource("    [^1] code\n\n[^1]: A note", 14)).toBe("    [^1] code\n");
  const code = `[a]\n\n\`\`\`\n${long}\n\`\`\`\n\n[a]: /b\n`;
  expect(renderMarkdown(code, { excerpt: 20 }).html).not.toContain("/b\n");
});
