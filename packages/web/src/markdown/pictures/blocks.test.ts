import { expect, test } from "vitest";
import { readReferences } from "../references.ts";
import { renderMarkdown } from "../render-markdown.ts";
import { noParts } from "../text/text-parts.ts";
import { shapeClass, toRows } from "./shapes.ts";
import { joinWidth, splitWidth } from "./widths.ts";

const at = (sign: string) => `/ewp/contents/0x${sign.repeat(64)}`;
const home = "https://ada.example";
const pictures = new Map([
  [at("1"), { width: 3000, height: 2000, copies: [] }],
  [at("2"), { width: 1000, height: 2000, copies: [] }],
]);
const html = (source: string, parts = noParts) => renderMarkdown(source, { home, parts }).html.trim();
const img = (src: string, alt = "") => `<img src="${src}" alt="${alt}" loading="lazy" />`;

test.each([
  ["a picture alone, as always", "![A loom](/a.png)", `<p>${img("/a.png", "A loom")}</p>`],
  [
    "its title is its caption",
    '![A loom](/a.png "Lyon, *1804*")',
    `<figure class="picture">${img("/a.png", "A loom")}<figcaption>Lyon, *1804*</figcaption></figure>`,
  ],
  ["a wide one", "![](/a.png#wide)", `<figure class="picture is-wide">${img("/a.png")}</figure>`],
  [
    "one as wide as the window, with a caption",
    "![](/a.png#full 'All of it')",
    `<figure class="picture is-full">${img("/a.png")}<figcaption>All of it</figcaption></figure>`,
  ],
  [
    "in a link",
    '[![A](/a.png "B")](https://b.example)',
    `<figure class="picture"><a href="https://b.example" rel="noopener noreferrer">${img("/a.png", "A")}</a><figcaption>B</figcaption></figure>`,
  ],
  ["within a sentence it has no form", 'See ![A](/a.png#wide "B").', `<p>See ${img("/a.png", "A")}.</p>`],
  ["in an item of a tight list, too", '- ![A](/a.png "B")', `<ul>\n<li>${img("/a.png", "A")}</li>\n</ul>`],
  [
    "of another site, which is a link with its caption",
    '![A](https://b.example/a.png#wide "B")',
    '<figure class="picture"><a href="https://b.example/a.png#wide" rel="noopener noreferrer">A</a><figcaption>B</figcaption></figure>',
  ],
  [
    "several are a gallery",
    '![A](/a.png)\n![B](/b.png "C")',
    `<div class="gallery"><div><figure>${img("/a.png", "A")}</figure><figure>${img("/b.png", "B")}<figcaption>C</figcaption></figure></div></div>`,
  ],
  [
    "which is as wide as the widest",
    "![](/a.png)  \n![](/b.png#wide) ![](/c.png)",
    `<div class="gallery is-wide"><div><figure>${img("/a.png")}</figure><figure>${img("/b.png")}</figure><figure>${img("/c.png")}</figure></div></div>`,
  ],
  [
    "and is none where one is not shown",
    '![A](/a.png)\n![B](https://b.example/b.png "C")',
    `<p>${img("/a.png", "A")}</p>\n<figure class="picture"><a href="https://b.example/b.png" rel="noopener noreferrer">B</a><figcaption>C</figcaption></figure>`,
  ],
])("%s", (_, source, expected) => {
  expect(html(source)).toBe(expected);
});

test("a gallery gives each picture the room of its shape", () => {
  const shown = html(`![](${home}${at("1")}#wide) ![](${at("2")})`, { ...noParts, pictures });
  expect(shown.match(/class="[^"]*"/g)).toEqual(['class="gallery is-wide"', 'class="r-18"', 'class="r-6"']);
  expect(shown).toContain(`<img src="${at("1")}" alt="" width="3000" height="2000"`);
  expect(shapeClass({ width: 9000, height: 100 })).toBe("r-30");
  expect(shapeClass({ width: 1, height: 100 })).toBe("r-6");
});

test("a wide picture has the class of its shape, and one in the column needs none", () => {
  const classes = (source: string) => html(source, { ...noParts, pictures }).match(/<figure class="[^"]*"/g);
  expect(classes(`![](${at("2")}#full "High")`)).toEqual(['<figure class="picture is-full r-6"']);
  expect(classes(`[![](${at("1")}#wide)](https://b.example)`)).toEqual([
    '<figure class="picture is-wide r-18"',
  ]);
  expect(classes(`![](${at("2")} "High")`)).toEqual(['<figure class="picture"']);
});

test("no row has one picture", () => {
  const sizes = (count: number) => toRows(Array.from({ length: count })).map(({ length }) => length);
  expect([2, 3, 4, 5, 6, 7, 10].map(sizes)).toEqual([
    [2],
    [3],
    [2, 2],
    [3, 2],
    [3, 3],
    [3, 2, 2],
    [3, 3, 2, 2],
  ]);
});

test("a width is the fragment of an address of a node, and of no other", () => {
  expect(splitWidth(`https://b.example${at("1")}#full`)).toEqual({
    address: `https://b.example${at("1")}`,
    width: "full",
  });
  for (const address of ["https://b.example/a.png#full", "/a.png#view", "/a.png#fullest", "a.png#wide"])
    expect(splitWidth(address)).toEqual({ address, width: "normal" });
  expect(joinWidth("/a.png#full", "wide")).toBe("/a.png#wide");
  expect(joinWidth("/a.png#full", "normal")).toBe("/a.png");
});

test("a text names its pictures without their widths, and its first words are those of its pictures", () => {
  const source = `![A loom](${home}${at("1")}#wide "B")\n![C](${at("2")}#full)`;
  expect(readReferences(source)).toMatchObject({ pictures: [at("1"), at("2")] });
  expect(renderMarkdown(source).summary).toBe("A loom C");
});

test("a caption stays text", () => {
  expect(html('![](/a.png "<b onclick=x> &amp; \\" <img src=x>")')).toBe(
    `<figure class="picture">${img("/a.png")}<figcaption>&lt;b onclick=x&gt; &amp; " &lt;img src=x&gt;</figcaption></figure>`,
  );
});
