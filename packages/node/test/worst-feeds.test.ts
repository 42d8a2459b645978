import { describe, expect, test } from "vitest";
import { findFeedLinks } from "../../import/src/feeds/feed-links.ts";
import { parseFeed } from "../../import/src/feeds/parse-feed.ts";
import { parseOpml } from "../../import/src/feeds/parse-opml.ts";
import { limits as domainLimits } from "../src/domain/limits.ts";
import { limits } from "../src/foreign/limits.ts";
import { feedLimits } from "../src/modules/feeds/limits.ts";
import { everyNth, isFull } from "./support/full.ts";
import { measureGrowth } from "./support/measure-growth.ts";

type Make = (length: number) => string;

const again = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length));
const numbered = (length: number, make: (n: number) => string) =>
  Array.from({ length: Math.ceil(length / make(1_000).length) }, (_, n) => make(n)).join("");
const rss = (inside: string, attributes = "") =>
  `<rss xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/" ${attributes}><channel><title>t</title>${inside}</channel></rss>`;
const item = (inside: string, attributes = "") => rss(`<item ${attributes}>${inside}</item>`);
const atom = (inside: string) => `<feed xmlns="http://www.w3.org/2005/Atom"><entry>${inside}</entry></feed>`;
const rdf = (inside: string) =>
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel/>${inside}</rdf:RDF>`;
const json = (members: string) => `{"version":"https://jsonfeed.org/version/1.1",${members}}`;
/** The longest base that counts. */
const base = (length: number) => `xml:base="https://x.example/${"a".repeat(length)}/"`;

const feeds: Record<string, Make> = {
  "authors of many brackets": (n) => item(again(`<author>${"@(".repeat(495)}</author>`, n)),
  "an author of brackets": (n) => item(`<author>${again("@(", n)}</author>`),
  "a long base and many files": (n) => item(again(`<enclosure url="a"/>`, n / 2), base(n / 2)),
  "a base and many files": (n) => item(again(`<enclosure url="a"/>`, n), base(2_000)),
  "a base and many entries": (n) => rss(again("<item><link>a</link></item>", n), base(2_000)),
  "bases in bases": (n) =>
    rss(`${`<a xml:base="${"b/".repeat(900)}">`.repeat(190)}${again("<item><link>a</link></item>", n)}`),
  "links with bases": (n) => atom(again(`<link ${base(1_000)} href="b"/>`, n)),
  "a title of angles": (n) => item(`<title>${again("&lt;", n)}</title>`),
  "a title of open tags": (n) => item(`<title>${again("&lt;a", n)}</title>`),
  "a title of open comments": (n) => item(`<title>${again("&lt;!--", n)}</title>`),
  "a title of entities": (n) => item(`<title>${again("&amp;amp;", n)}</title>`),
  "a title of lone ampersands": (n) => item(`<title>${again("&a", n)}</title>`),
  "a title of blanks": (n) => item(`<title>a${again(" ", n)}b</title>`),
  "a date of numbers": (n) => item(`<pubDate>${again("1 ", n)}</pubDate>`),
  "a date of blanks": (n) => item(`<pubDate>a${again(" ", n)}b</pubDate>`),
  "a language of parts": (n) => rss(`<language>aa${again("-a", n)}!</language>`),
  "elements in one another": (n) => item(again("<a>", n)),
  "elements in one another, closed": (n) => item(again("<a>", n / 2) + again("</a>", n / 2)),
  "markup in one another": (n) => atom(`<content type="xhtml">${again("<b>", n)}</content>`),
  "markup of prefixes": (n) => atom(`<content type="xhtml">${again("<b/>", n)}</content>`),
  "markup of long names": (n) => atom(`<content type="xhtml">${again(`<${"b".repeat(500)}/>`, n)}</content>`),
  attributes: (n) => item(`<a ${numbered(n, (k) => `a${k}="" `)}/>`),
  "a long attribute": (n) => item(`<enclosure url="https://x.example/" type="${again("b", n)}"/>`),
  "an attribute of entities": (n) => item(`<enclosure url="${again("&amp;", n)}"/>`),
  namespaces: (n) =>
    rss(
      again("<item><dc:a/></item>", n),
      numbered(n, (k) => `xmlns:a${k}="u" `),
    ),
  "namespaces in one another": (n) =>
    item(`${numbered(4_000, (k) => `<a xmlns:a${k}="u">`)}${again("<z:b/>", n)}`),
  "a long name": (n) => item(`<${again("a", n)}/>`),
  "pieces of CDATA": (n) => item(`<description>${again("<![CDATA[x]]>", n)}</description>`),
  "open CDATA": (n) => item(`<description>${again("<![CDATA[", n)}</description>`),
  "ends of CDATA": (n) => item(`<description><![CDATA[${again("]]", n)}]]></description>`),
  comments: (n) => item(again("<!--x-->", n)),
  "open comments": (n) => item(again("<!--", n)),
  "entities of its own": (n) => `<!DOCTYPE a [${again('<!ENTITY a "bb">', n)}]>${item("<title>&a;</title>")}`,
  "open declarations": (n) => `<!DOCTYPE a [${again("<![", n)}`,
  faults: (n) => item(again("<a b>", n)),
  "ends alone": (n) => again("</a>", n),
  "empty entries": (n) => rss(again("<item/>", n)),
  entries: (n) => rss(numbered(n, (k) => `<item><link>https://x.example/${k}</link></item>`)),
  "entries of RDF": (n) => rdf(numbered(n, (k) => `<item rdf:about="${k}"><title>b</title></item>`)),
  "entries with long ids": (n) => rss(again(`<item><guid>${"a".repeat(3_000)}</guid></item>`, n)),
  links: (n) => item(again("<link>https://x.example/</link>", n)),
  categories: (n) => item(numbered(n, (k) => `<category>${k}</category>`)),
  creators: (n) => item(numbered(n, (k) => `<dc:creator>${k}</dc:creator>`)),
  "groups of media": (n) =>
    item(again(`<media:group>${`<media:content url="a"/>`.repeat(99)}</media:group>`, n)),
  "unknown elements of the channel": (n) =>
    rss(`${again("<z/>", n / 2)}${again("<item><title>a</title></item>", n / 2)}`),
  "JSON: a title of angles": (n) => json(`"title":"${again("<", n)}","items":[]`),
  "JSON: lists in lists": (n) => json(`"x":${again("[", n / 2)}${again("]", n / 2)},"items":[]`),
  "JSON: objects in objects": (n) =>
    json(`"x":${again('{"a":', n / 2)}1${"}".repeat(Math.ceil(n / 10))},"items":[]`),
  "JSON: entries": (n) => json(`"items":[${numbered(n, (k) => `{"id":${k}},`)}{}]`),
  "JSON: authors for all entries": (n) =>
    json(
      `"authors":[${numbered(n, (k) => `{"name":"${k}"},`)}{}],"items":[${numbered(9_000, (k) => `{"id":${k}},`)}{}]`,
    ),
  "JSON: files": (n) => json(`"items":[{"attachments":[${numbered(n, (k) => `{"url":"/${k}"},`)}{}]}]`),
  "JSON: lines": (n) => json(`"items":[{"content_text":"${again("\\n\\na", n)}"}]`),
  "JSON: a long type": (n) => json(`"items":[{"attachments":[{"url":"/","mime_type":"${again("a/", n)}"}]}]`),
};

const url = "https://feed.example/feed";
const source = { url, mostEntries: limits.feedEntriesRead, mostFiles: 1, htmlLength: limits.feedEntryLength };

describe("a feed", () => {
  test.each(everyNth(Object.entries(feeds), 2))("of %s takes time and memory by its size", (_name, make) => {
    const work = (text: string) => parseFeed(Buffer.from(text), source);
    expect(measureGrowth(work, make, domainLimits.feedBytes)).toMatchObject({ isLinear: true });
    const text = make(domainLimits.feedBytes / (isFull ? 1 : 4));
    const size = JSON.stringify(work(text))?.length ?? 0;
    // For each entry its address, its id, its base and its file.
    expect(size).toBeLessThan(6 * text.length + limits.feedEntriesRead * 4 * limits.addressLength);
  });
});

const outlines: Record<string, Make> = {
  outlines: (n) => numbered(n, (k) => `<outline xmlUrl="https://x.example/${k}"/>`),
  "outlines without an address": (n) => again("<outline/>", n),
  "outlines in one another": (n) => again("<outline>", n),
  "outlines deep down": (n) => `${"<a>".repeat(190)}${again("<outline/>", n)}`,
  "a folder with a long name": (n) =>
    `<outline text="${again("&lt;", n / 2)}">${numbered(n / 2, (k) => `<outline xmlUrl="${k}"/>`)}</outline>`,
  "the same address": (n) => again(`<outline xmlUrl="a" text="${"&lt;".repeat(50)}"/>`, n),
};
test.each(everyNth(Object.entries(outlines), 2))("OPML of %s takes time by its size", (_name, make) => {
  const work = (text: string) => parseOpml(Buffer.from(`<opml><body>${text}</body></opml>`));
  expect(measureGrowth(work, make, feedLimits.opmlBytes)).toMatchObject({ isLinear: true });
});

const pages: Record<string, Make> = {
  "links to feeds": (n) =>
    again(`<link rel=alternate type="application/rss+xml" href="https://x.example/">`, n),
  "links to other things": (n) => again("<link rel=alternate>", n),
  "open links": (n) => again("<link ", n),
  "open attributes": (n) => again(`<link a="`, n),
  "long attributes": (n) => again(`<link ${'a="'.repeat(500)}>`, n),
  "equals signs": (n) => again(`<link ${"a=".repeat(900)}>`, n),
  blanks: (n) => again(`<link ${" ".repeat(1_900)}>`, n),
  bases: (n) => again(`<base href="https://x.example/${"a".repeat(1_000)}/">`, n),
};
test.each(everyNth(Object.entries(pages), 2))("a page of %s takes time by its size", (_name, make) => {
  const work = (text: string) => findFeedLinks(Buffer.from(text), { url, contentType: null });
  expect(measureGrowth(work, make, domainLimits.feedBytes)).toMatchObject({ isLinear: true });
});
