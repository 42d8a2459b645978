import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { treeTo } from "./containers.ts";
import type { SyntaxNode } from "./formatting.ts";
import { changePicture, movePicture, picturesBeside, readPicture } from "./pictures.ts";
import { postLanguage } from "./post-language.ts";

function open(doc: string): { state: EditorState; images: SyntaxNode[] } {
  const state = EditorState.create({ doc, extensions: postLanguage });
  const images: SyntaxNode[] = [];
  treeTo(state, doc.length).iterate({
    enter: ({ name, node }) => void (name === "Image" && images.push(node)),
  });
  return { state, images };
}

function change(doc: string, next: Parameters<typeof changePicture>[2]): string {
  const { state, images } = open(doc);
  const [image] = images;
  return image ? state.update({ changes: changePicture(state, image, next) }).state.sliceDoc() : "";
}

test.each([
  ["![a](/a.png)", { alt: "a", caption: "", width: "normal", source: "/a.png" }],
  [
    '![a \\[b\\]](/a.png#wide "By \\"me\\" &amp; \\\\you")',
    { alt: "a [b]", caption: 'By "me" & \\you', width: "wide" },
  ],
  ["![](</a b.png#full> 'It\\'s')", { caption: "It's", width: "full", source: "/a b.png" }],
])("a picture says what it is: %s", (doc, expected) => {
  const { state, images } = open(doc);
  expect(images.map((image) => readPicture(state, image))).toEqual([expect.objectContaining(expected)]);
});

test.each([
  ["![a](/a.png)", { alt: "b [c]" }, "![b \\[c\\]](/a.png)"],
  ["![a](/a.png)", { caption: ' Say "\\o/" &amp;\n here ' }, '![a](/a.png "Say \\"\\\\o/\\" \\&amp; here")'],
  ["![a](/a.png 'old')", { caption: "" }, "![a](/a.png)"],
  ["![a](/a.png 'old')", { width: "wide" }, '![a](/a.png#wide "old")'],
  ["![a](</a b.png#wide>  'old' )", { width: "normal" }, '![a](</a b.png> "old")'],
  ["![a](/a.png#full)", { width: "full" }, "![a](/a.png#full)"],
] as const)("a change leaves the rest as it was: %s %j", (doc, next, expected) => {
  expect(change(doc, next)).toBe(expected);
  const { state, images } = open(expected);
  const [image] = images;
  const read = image && readPicture(state, image);
  for (const [name, value] of Object.entries(next))
    expect(read?.[name as "alt"]).toBe(value.replace(/\s+/g, " ").trim());
});

test.each([
  ["![a](/a.png) ![b](/b.png)", 0, 1, "![b](/b.png) ![a](/a.png)"],
  ["![a](/a.png)\n![b](/b.png)\\\n![c](/c.png 'x')", 2, 0, "![c](/c.png 'x')\n![a](/a.png)\\\n![b](/b.png)"],
  [
    "[![a](/a.png)](https://b.example) ![b](/b.png) ![c](/c.png)",
    0,
    2,
    "![b](/b.png) ![c](/c.png) [![a](/a.png)](https://b.example)",
  ],
  ["> ![a](/a.png)\n> ![b](/b.png)", 1, 0, "> ![b](/b.png)\n> ![a](/a.png)"],
  ["![a](/a.png) ![b](/b.png)", 1, 2, null],
  ["![a](/a.png) ![b](/b.png)", 0, -1, null],
  ["![a](/a.png) ![b](/b.png)", 1, 1, null],
  ["See ![a](/a.png) ![b](/b.png)", 0, 1, null],
] as const)("a picture of a gallery moves: %j, from %i to %i", (doc, from, place, expected) => {
  const { state, images } = open(doc);
  const image = images[from];
  const changes = image ? movePicture(state, image, place) : [];
  expect(state.update({ changes }).state.sliceDoc()).toBe(expected ?? doc);
});

test.each([
  ["![a](/a.png)", 1],
  ["![a](/a.png)\n![b](/b.png)", 2],
  ["[![a](/a.png)](https://b.example)\\\n![b](/b.png)", 2],
  ["> ![a](/a.png)\n> ![b](/b.png)", 2],
  ["- one\n\n  ![a](/a.png)", 1],
  ["- ![a](/a.png)\n- two", 0],
  ["See ![a](/a.png)", 0],
  ["![a](/a.png)\n![b](https://b.example/b.png)", 0],
  ["[![a](/a.png) b](https://b.example)", 0],
])("the pictures of a paragraph of their own: %j", (doc, count) => {
  const { state, images } = open(doc);
  const [image] = images;
  expect(image && picturesBeside(state, image).length).toBe(count);
});
