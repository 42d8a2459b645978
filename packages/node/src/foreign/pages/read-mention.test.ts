import { describe, expect, it } from "vitest";
import { commentLimits } from "../../domain/comments/limits.ts";
import { limits } from "../limits.ts";
import { readMention } from "./read-mention.ts";

const target = "https://t.example/slug/a";
const link = `<a href="${target}">t</a>`;
const read = (html: string, url = "https://a.example/notes/1") =>
  readMention({ url, mediaType: "text/html", charset: null, bytes: new TextEncoder().encode(html) }, [
    target,
  ]);

it("takes of a name only what is seen, on one line", () => {
  const mention = read(
    `<div class="h-entry"><b class="p-author">Ad\u202e&#x200b;a\n \u2066Lovelace\u3164</b><a href="${target}">t</a></div>`,
  );
  expect(mention?.authorName).toBe("Ada Lovelace");
});

/** Pages as programs make them, shortened. */
describe("a page made by", () => {
  it.each([
    [
      "a bridge from Mastodon",
      `<!DOCTYPE html><html><head><title>x</title></head><body><article class="h-entry">
        <span class="p-uid">tag:social.example,2013:1</span>
        <time class="dt-published" datetime="2026-01-01T00:00:00Z">2026</time>
        <span class="p-author h-card"><data class="p-uid" value="tag:social.example,2013:bea"></data>
          <a class="p-name u-url" href="https://social.example/@bea">Bea</a> <a class="u-url" href="https://bea.example/"></a>
          <span class="p-nickname">bea</span><img class="u-photo" src="https://social.example/bea.png" alt="" /></span>
        <a class="u-url" href="https://social.example/@bea/1">https://social.example/@bea/1</a>
        <div class="e-content p-name"><p><span class="h-card"><a href="https://social.example/@ada" class="u-url mention">@<span>ada</span></a></span> Well said.</p><p>Really.</p></div>
        <a class="u-in-reply-to" href="https://social.example/@ada/0"></a><a class="u-in-reply-to" href="${target}"></a></article></body></html>`,
      {
        kind: "reply",
        authorName: "Bea",
        authorUrl: "https://social.example/@bea",
        text: "@ada Well said.\n\nReally.",
      },
    ],
    [
      "a bridge, of a like",
      `<article class="h-entry"><span class="p-author h-card"><a class="p-name u-url" href="https://sky.example/profile/bea">Bea</a></span>
        <span class="p-name">likes this.</span><div class=""></div><a class="u-like-of" href="${target}"></a></article>`,
      {
        kind: "like",
        authorName: "Bea",
        authorUrl: "https://sky.example/profile/bea",
        text: "likes this.",
      },
    ],
    [
      "WordPress with a theme for microformats 2",
      `<body class="post-template single h-entry hentry"><header class="site h-card"><a class="p-name u-url" href="https://a.example/">A blog</a></header>
        <main><article class="post type-post status-publish"><h1 class="entry-title p-name">A title</h1>
        <div class="entry-meta"><span class="author p-author vcard hcard h-card"><img alt='' src='https://g.example/x' class='u-photo avatar'/><a class="url u-url fn p-name" href="https://a.example/author/bea/" rel="author">Bea</a></span></div>
        <div class="entry-content e-content" itemprop="articleBody"><p>In reply to <a href="${target}" class="u-in-reply-to">Ada</a>.</p>
        <p>I agree.</p></div></article></main></body>`,
      {
        kind: "reply",
        authorName: "Bea",
        authorUrl: "https://a.example/author/bea/",
        text: "In reply to Ada.\n\nI agree.",
      },
    ],
    [
      "WordPress with the classes of its first themes",
      `<div id="content"><article id="post-1" class="post-1 post type-post hentry category-x"><header><h2 class="entry-title"><a href="/1">A title</a></h2>
        <span class="byline"><span class="author vcard"><a class="url fn n" href="https://a.example/author/bea/">Bea</a></span></span></header>
        <div class="entry-content"><div class="wp-block"><p>See <a href="${target}#part">Ada</a> &amp; others&hellip;</p></div></div></article></div>
        <aside class="vcard"><span class="fn">Somebody</span></aside>`,
      {
        kind: "mention",
        authorName: "Bea",
        authorUrl: "https://a.example/author/bea/",
        text: "See Ada & others…",
      },
    ],
    [
      "micro.blog",
      `<div class="h-card" style="display:none"><img class="u-photo" src="/p.jpg"><a class="u-url p-name" rel="me" href="https://a.example/">Bea B</a></div>
        <article class="h-entry"><div class="p-author h-card" style="display:none"><span class="p-name">Bea B</span><a class="u-url" href="https://a.example/"></a></div>
        <a href="https://a.example/1" class="u-url"><time class="dt-published" datetime="2026-01-01 08:00:00">Jan</time></a>
        <div class="e-content"><p><a class="u-in-reply-to" href="${target}">@ada</a> Good point</p></div></article>`,
      { kind: "reply", authorName: "Bea B", authorUrl: "https://a.example/", text: "@ada Good point" },
    ],
    [
      "hand, as a list with its author above",
      `<main class="h-feed"><a class="p-author h-card" href="/about"><img src="b.jpg" alt="Bea"></a>
        <div class="h-entry"><p class="p-name">Another</p></div>
        <div class=h-entry><div><div class="e-content">Saved: <cite class="h-cite u-bookmark-of"><a class="p-name u-url" href="${target}">Ada's</a> by <span class="p-author">Ada</span></cite></div></div></div></main>`,
      {
        kind: "bookmark",
        authorName: "Bea",
        authorUrl: "https://a.example/about",
        text: "Saved: Ada's by Ada",
      },
    ],
    [
      "hand, with ends left out",
      `<div class="h-entry"><ul><li class="p-summary">One<li>Two</ul><p class="p-author"><a href="/b">Bea</a><p>More <a class=u-repost-of href=${target}>x</a>`,
      { kind: "repost", authorName: "Bea", authorUrl: null, text: "One" },
    ],
    [
      "hand, with elements that say nothing around what they say",
      `<div class="h-entry"><div><div class="p-author h-card"><div>Bea</div></div></div><div class="e-content"><div>One</div><div>Two</div></div><div><a class="u-like-of" href="${target}"></a></div></div>`,
      { kind: "like", authorName: "Bea", authorUrl: null, text: "One\n\nTwo" },
    ],
    [
      "hand, without any class",
      `<h1>Links</h1><p>See <a href="${target}">Ada</a>.`,
      { kind: "mention", authorName: "a.example", authorUrl: null, text: "" },
    ],
  ])("%s", (_by, html, mention) => {
    expect(read(html)).toEqual(mention);
  });
});

it("takes the entry that links, the first value of a property, and no address that is not https", () => {
  const entry = (text: string, href: string) =>
    `<div class="h-entry"><a class="p-author h-card" href="http://b.example/">Bea</a><p class="e-content">${text}</p><p class="e-content">no</p><a href="${href}">x</a></div>`;
  expect(read(entry("one", "/x") + entry("two", target))).toMatchObject({ text: "two", authorUrl: null });
  expect(
    read(`<base href="/b/"><div class="h-entry"><a class="p-author h-card" href="me">Bea</a>${link}</div>`),
  ).toMatchObject({
    authorUrl: "https://a.example/b/me",
  });
});

it("cuts a name to the length of a comment's, and a text to that of an excerpt", () => {
  const mention = read(
    `<div class="h-entry"><b class="p-author">${"n".repeat(999)}</b><p class="e-content">${"x".repeat(9_999)}</p>${link}</div>`,
  );
  expect([...(mention?.authorName ?? "")]).toHaveLength(commentLimits.nameLength);
  expect([...(mention?.text ?? "")]).toHaveLength(limits.excerptLength);
});

/** The rules of microformats for the value of a property, by small pages. */
describe("the value of a property", () => {
  it.each([
    ["a link", `<link class="u-like-of" href="${target}">`],
    ["an object", `<object class="u-like-of" data="${target}"></object>`],
    ["an area", `<map><area class="u-like-of" href="${target}"></map>`],
    ["a video", `<video class="u-like-of" src="${target}"></video>`],
    ["a poster", `<video class="u-like-of" poster="${target}"></video>`],
    ["an audio", `<audio class="u-like-of" src="${target}"></audio>`],
    ["an iframe", `<iframe class="u-like-of" src="${target}"></iframe>`],
    ["data", `<data class="u-like-of" value="${target}"></data>${link}`],
    ["a title", `<abbr class="u-like-of" title="${target}">it</abbr>${link}`],
    ["a value in it", `<p class="u-like-of">See <b class="value">${target}</b> there</p>${link}`],
    [
      "two values in it",
      `<p class="u-like-of"><b class="value">https://t.example</b>, <i class="value">/slug/a</i></p>${link}`,
    ],
    [
      "the title of a value",
      `<p class="u-like-of"><b class="value-title" title="${target}"> </b>it</p>${link}`,
    ],
    ["its text", `<p class="u-like-of">${target}</p>${link}`],
  ])("is the address of %s", (_what, html) => {
    expect(read(`<div class="h-entry">${html}</div>`)?.kind).toBe("like");
  });

  it.each([
    ['by <b class="value">Be</b><b class="value">a</b> today', "Bea"],
    ['by <b class="value">B<i class="value">e</i>a</b>', "Bea"],
    ['<span>by <span><b class="x value">Bea</b></span></span>', "Bea"],
    ['by <b class="value p-given-name">Bea</b>', "Bea"],
    ['by <b class="value">Bea</b> <b class="p-org"><i class="value">Works</i></b>', "Bea"],
    ['by <img class="value" alt="Bea"> <b>x</b>', "Bea"],
    ['by <data class="value" value="Bea">x</data>', "Bea"],
    ['by <abbr class="value" title="Bea">B.</abbr>', "Bea"],
    ['<b class="value-title" title="Bea"> </b>B.', "Bea"],
    ["by Bea", "by Bea"],
  ])("is said by the elements in it: %s", (inner, name) => {
    expect(read(`<div class="h-entry"><p class="p-author">${inner}</p>${link}</div>`)?.authorName).toBe(name);
  });

  it("is a whole text with its markup, whose classes say no value", () => {
    const html = `<div class="h-entry"><p class="e-content">All <b class="value">of</b> it</p>${link}</div>`;
    expect(read(html)?.text).toBe("All of it");
  });

  it("is no address of another item in it", () => {
    const card = `<div class="p-author h-card">Bea <b class="h-x"><a href="https://x.example/">X</a></b></div>`;
    expect(read(`<div class="h-entry">${card}${link}</div>`)?.authorUrl).toBeNull();
  });
});

it.each([
  ["an empty link", '<a class="p-author h-card" href="">Bea</a>'],
  ["a fragment", '<a class="p-author h-card" href="#bea">Bea</a>'],
  ["the page with a slash", '<a class="p-author h-card" href="/notes/1/">Bea</a>'],
  ["a link without an address", '<b class="p-author h-card"><a class="u-url">Bea</a></b>'],
  ["no address at all", '<b class="p-author h-card">Bea</b>'],
])("has no home of its author: %s", (_what, card) => {
  expect(read(`<div class="h-entry">${card}${link}</div>`)).toMatchObject({
    authorName: "Bea",
    authorUrl: null,
  });
});

it("resolves all addresses by the first base of the page, wherever it stands", () => {
  const entry = `<div class="h-entry"><a class="p-author h-card" href="bea">Bea</a><a class="u-like-of" href="slug/a">x</a></div>`;
  expect(
    read(
      `${entry}<!-- <base href="https://no.example/"> --><base href="https://t.example/"><base href="/b/">`,
    ),
  ).toMatchObject({
    kind: "like",
    authorUrl: "https://t.example/bea",
  });
  expect(read(`<base href="data:,x"><a href="//t.example/slug/a">x</a>`)).not.toBeNull();
});

it.each([
  ["its meta", null, `<meta charset="iso-8859-1">`],
  [
    "its meta in the long form",
    null,
    `<meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-1">`,
  ],
  ["its header", "iso-8859-1", ""],
  ["nothing", null, ""],
])("is read in the encoding that is named by %s", (_what, charset, meta) => {
  const bytes = Buffer.from(`${meta}<div class="h-entry"><b class="p-author">Ren\u00e9</b>${link}`, "latin1");
  const page = { url: "https://a.example/", mediaType: "text/html", charset, bytes };
  expect(readMention(page, [target])?.authorName).toBe("Ren\u00e9");
});

it("is read as UTF-8 where it is that, and in another alphabet as its meta says", () => {
  const page = (bytes: Uint8Array) => ({
    url: "https://a.example/",
    mediaType: "text/html",
    charset: "koi8-r",
    bytes,
  });
  const entry = (name: string) => `<div class="h-entry"><b class="p-author">${name}</b>${link}`;
  expect(readMention(page(Buffer.from(entry("Ren\u00e9"))), [target])?.authorName).toBe("Ren\u00e9");
  const cyrillic = Buffer.from(entry("\xf1"), "latin1");
  expect(readMention(page(cyrillic), [target])?.authorName).toBe("\u042f");
});

it.each([
  ["http", "http://t.example/slug/a", true],
  ["a slash at its end", `${target}/`, true],
  ["a fragment", `${target}#x`, true],
  ["the default port", "https://t.example:443/slug/a", true],
  ["escapes", "https://T.example/%73lug/a", true],
  ["a query", `${target}?x`, false],
  ["another case", "https://t.example/slug/A", false],
  ["another port", "https://t.example:444/slug/a", false],
])("knows the page by an address with %s", (_what, address, isKnown) => {
  expect(read(`<a href="${address}">x</a>`) !== null).toBe(isKnown);
  const of = (mediaType: string, text: string) =>
    readMention(
      { url: "https://a.example/", mediaType, charset: null, bytes: new TextEncoder().encode(text) },
      [target],
    );
  expect(of("application/json", JSON.stringify([address])) !== null).toBe(isKnown);
  expect(of("text/plain", `see <${address}>`) !== null).toBe(isKnown);
});

describe("limits", () => {
  const links = (count: number) =>
    Array.from({ length: count }, (_, index) => `<a href="/${index}">x</a>`).join("");

  it("reads so many links", () => {
    expect(read(links(limits.pageLinks - 1) + link)).not.toBeNull();
    expect(read(links(limits.pageLinks) + link)).toBeNull();
  });

  it("reads addresses and bases of 2,048 characters", () => {
    const path = "x".repeat(limits.addressLength - "https://a.example/".length);
    const author = (href: string) =>
      read(`<div class="h-entry"><a class="p-author h-card" href="${href}">Bea</a>${link}</div>`)?.authorUrl;
    expect(author(`/${path}`)).toHaveLength(limits.addressLength);
    expect(author(`/${path}x`)).toBeNull();
    expect(read(`<base href="/${path}/"><a href="/x">x</a><a href="1">y</a>${link}`)).not.toBeNull();
  });

  it("reads items that are four in one another", () => {
    const nested = (depth: number) =>
      `${'<div class="h-x">'.repeat(depth - 1)}<div class="h-entry"><a class="u-like-of" href="${target}">x</a>`;
    expect(read(nested(limits.itemDepth))?.kind).toBe("like");
    expect(read(nested(limits.itemDepth + 1))?.kind).toBe("mention");
  });

  it("reads so many marked elements", () => {
    const marked = (count: number) =>
      `<div class="h-entry">${'<i class="p-name"></i>'.repeat(count)}<a class="u-like-of" href="${target}">x</a>`;
    expect(read(marked(limits.pageElements - 2))?.kind).toBe("like");
    expect(read(marked(limits.pageElements - 1))?.kind).toBe("mention");
  });
});
