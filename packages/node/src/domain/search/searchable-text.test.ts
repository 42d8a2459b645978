import { expect, it } from "vitest";
import { readMarkdownText, readTitle } from "./searchable-text.ts";

it("tells a title, plain words, and the marks of the prose", () => {
  const source = `# About *trees*

I like #Oak and #oak_trees, said @ada.example to @0xABCDEF0123456789abcdef0123456789ABCDEF01.
More in **#Wald**, (#森林) and "#été".

| a | b |
|---|---|
| #cell | x |
`;
  expect(readMarkdownText(source)).toEqual({
    title: "About trees",
    body: [
      "I like #Oak and #oak_trees, said @ada.example to @0xABCDEF0123456789abcdef0123456789ABCDEF01.",
      'More in #Wald, (#森林) and "#été".',
      "a",
      "b",
      "#cell",
      "x",
    ].join("\n"),
    tags: ["oak", "oak_trees", "wald", "森林", "été", "cell"],
    mentions: ["ada.example", "0xabcdef0123456789abcdef0123456789abcdef01"],
    replaces: null,
  });
});

it("takes no marks from code, links, addresses, pictures or escaped signs", () => {
  const source = `\`#code\` and [#link](https://a.example/#x), https://b.example/#bare, <https://c.example/#auto>,
![#picture](/p.png "#caption of it") \\#escaped mail@d.example a#inside #1 ## &#35;entity /path/#part

    #indented

\`\`\`
#fenced @fenced
\`\`\`
`;
  const { tags, mentions, body } = readMarkdownText(source);
  expect(tags).toEqual([]);
  expect(mentions).toEqual([]);
  expect(body).toContain("#fenced @fenced");
  expect(body).toContain("#picture\n#caption of it");
});

it("has no marks without end", () => {
  const source = Array.from({ length: 500 }, (_, index) => `#tag${index} @name${index}`).join(" ");
  const { tags, mentions } = readMarkdownText(source);
  expect([tags.length, mentions.length]).toEqual([50, 50]);
});

it("reads markup of the author's own as the text that it is", () => {
  expect(readMarkdownText("<b>bold</b>").body).toBe("<b>bold</b>");
});

it("reads a caption once, of however many pictures it is", () => {
  const { body } = readMarkdownText(`[a]: /a "${"word ".repeat(2_000)}"\n\n${"![a]\n\n".repeat(2_000)}`);
  expect(body.length).toBeLessThan(20_000);
});

it("finds notes as words without their marks, and references as words of links", () => {
  const { body } = readMarkdownText("A word[^1], [b][c] and ^[said aside].\n\n[^1]: Its *note*.\n\n[c]: /d");
  expect(body).toBe("A word, b and .\nIts note.\nsaid aside");
  expect(readTitle(`# A [b][c]${"\n\nwords".repeat(1_000)}\n\n[c]: /d`)).toBe("A b");
});
