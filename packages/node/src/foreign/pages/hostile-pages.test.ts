import { describe, expect, test } from "vitest";
import { everyNth } from "../../../test/support/full.ts";
import { measureGrowth } from "../../../test/support/measure-growth.ts";
import type { ForeignPage } from "../documents.ts";
import { findEndpoint } from "./find-endpoint.ts";
import { readMention } from "./read-mention.ts";

type Make = (length: number) => string;

const longest = 1024 * 1024;
const target = "https://t.example/slug/a";
const link = `<a href="${target}">t</a>`;
const again =
  (piece: string, before = ""): Make =>
  (length) =>
    before + piece.repeat(Math.ceil(length / piece.length));
const counted =
  (piece: (index: number) => string, before = ""): Make =>
  (length) =>
    before +
    Array.from({ length: Math.ceil(length / piece(length).length) }, (_, index) => piece(index)).join("");
const entry = '<div class="h-entry">';
const deep = '<div class="h-entry p-name">'.repeat(64);
const all = "h-entry e-content p-name p-summary p-author u-url u-in-reply-to";

const pages: Record<string, Make> = {
  "items in one another": again(`<div class="${all}">`),
  "items in one another, with text": again(`<div class="${all}">a`),
  "cards in one another": again('<a class="h-card p-author p-name u-url" href="/x">'),
  "properties in one another": again('<p class="p-name e-content">x<div class="p-author u-url">', entry),
  "a long base": (length) =>
    `<base href="https://x.example/${"A".repeat(length / 2)}/">${counted((index) => `<a href=${index}>`)(length / 2)}`,
  "a base of 2,048 characters": counted(
    (index) => `<a href=${index}>`,
    `<base href="https://x.example/${"A".repeat(2_000)}/">`,
  ),
  "classes of one element": (length) => `${entry}<b class="${counted((index) => `p-a${index} `)(length)}">`,
  "known classes of one element": (length) => `<b class="${again("h-entry p-name ")(length)}">`,
  "classes of many elements": again(`<b class="${"p-a u-name h-x ".repeat(130)}">`, entry),
  "open elements": again("<b>"),
  "open marked elements": again('<b class="p-name">', entry),
  "open paragraphs": again('<p class="p-summary">', entry),
  "open elements of many names": counted((index) => `<x${index}>`, entry),
  "ends of many names": counted((index) => `</x${index}>`, deep),
  "ends in many elements": again("</i><i>", deep),
  "attributes of many names": (length) => `<div ${counted((index) => `a${index}=1 `)(length)}>`,
  "an attribute again": (length) => `<div ${again("class=h-entry ")(length)}>`,
  "a long attribute": (length) => `<a href="${"x".repeat(length)}">`,
  "an attribute of entities": (length) => `<a href="${again("&amp;")(length)}">`,
  entities: again("&amp;", deep),
  blanks: again(" ", deep),
  "blanks between tags": again(" <i> ", deep),
  lines: again("<br>", deep),
  pictures: again('<img alt="x" src="1">', deep),
  angles: again("<"),
  comments: again("<!--"),
  "short comments": again("<!---->"),
  "character data": again("<![CDATA["),
  drawings: again("<svg>"),
  "styles of drawings": again("<svg><style></svg>"),
  templates: again("<template></template>"),
  "an open script": again("</scrip", "<script>"),
  "an open title": again("&am", "<title>"),
  "references to pages": counted(
    (index) => `<a class="u-in-reply-to u-like-of u-repost-of u-bookmark-of" href="/${index}">x</a>`,
    entry,
  ),
  "many entries": again('<div class="h-entry"><p class="p-name">x</p></div>'),
  "invisible signs": again("\u200b\u202e", `${entry}<p class="e-content p-author">`),
  "joined signs": again("👩‍👩‍👧 ", `${entry}<p class="e-content p-author">`),
  "half signs": again("&#xd800;", `${entry}<p class="e-content p-author">`),
  relations: (length) => `<a rel="${again("a ")(length)}" href="/x">`,
  "endpoints without an address": again('<a rel="webmention">'),
};
const values: Record<string, Make> = {
  arrays: again("["),
  "arrays beside one another": (length) => `[${again("[],")(length)}0]`,
  objects: again('{"a":'),
  quotes: again('"'),
};
const links: Record<string, Make> = {
  links: again("<a>;rel=x,"),
  "open links": again("<"),
  blanks: again(" ;", "<a>"),
  "open quotes": again(';rel="', "<a>"),
};

const page = (text: string, mediaType = "text/html"): ForeignPage => ({
  url: "https://a.example/",
  mediaType,
  charset: null,
  bytes: new TextEncoder().encode(text),
});

describe("a page that mentions a post takes time by its length, and says little", () => {
  test.each(everyNth(Object.entries(pages), 2))("%s", (_name, make) => {
    const read = (text: string) => readMention(page(link + text), [target]);
    expect(measureGrowth(read, make, longest)).toMatchObject({ isLinear: true });
    expect(JSON.stringify(read(make(longest))).length).toBeLessThan(4_000);
  });
  test.each(everyNth(Object.entries(values), 2))("JSON of %s", (_name, make) => {
    const read = (text: string) => readMention(page(text, "application/json"), [target]);
    expect(measureGrowth(read, make, longest)).toMatchObject({ isLinear: true });
  });
});

describe("a page that is told of a post takes time by its length", () => {
  test.each(everyNth(Object.entries(pages), 2))("%s", (_name, make) => {
    const find = (text: string) => findEndpoint(page(text), "");
    expect(measureGrowth(find, make, longest)).toMatchObject({ isLinear: true });
  });
  test.each(everyNth(Object.entries(links), 2))("a header of %s", (_name, make) => {
    const find = (text: string) => findEndpoint(page(""), text);
    expect(measureGrowth(find, make, 64 * 1024)).toMatchObject({ isLinear: true });
  });
});
