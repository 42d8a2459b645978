import { describe, expect, test } from "vitest";
import { parseContentHeaders } from "../../protocol/src/resources/content-headers.ts";
import { renderComment } from "../../web/src/markdown/render-comment.ts";
import { renderMarkdown } from "../../web/src/markdown/render-markdown.ts";
import { noParts } from "../../web/src/markdown/text/text-parts.ts";
import { messagesFor } from "../../web/src/messages/site/catalogues.ts";
import { feedFormats, renderFeed } from "../../web/src/site/feeds/formats.ts";
import { commentLimits } from "../src/domain/comments/limits.ts";
import { limits as domainLimits } from "../src/domain/limits.ts";
import { isBlank } from "../src/domain/publications/texts/blank.ts";
import { findNamedPictures } from "../src/domain/publications/texts/named-pictures.ts";
import { listTerms } from "../src/domain/search/index-documents.ts";
import { makeSnippet } from "../src/domain/search/make-snippet.ts";
import { parseQuery } from "../src/domain/search/parse-query.ts";
import { readMarkdownText } from "../src/domain/search/searchable-text.ts";
import { languageOf } from "../src/domain/search/stem.ts";
import { locateTags } from "../src/domain/search/terms.ts";
import { checkJsonShape } from "../src/http/check-json-shape.ts";
import { limits } from "../src/http/limits.ts";
import { safeText, scrubSecrets } from "../src/observability/safe-text.ts";
import { everyNth } from "./support/full.ts";
import { measureGrowth } from "./support/measure-growth.ts";

type Make = (length: number) => string;

const again =
  (piece: string): Make =>
  (length) =>
    piece.repeat(Math.ceil(length / piece.length));
const around =
  (before: string, piece: string, after: string): Make =>
  (length) =>
    before + again(piece)(length) + after;

const markdown: Record<string, Make> = {
  brackets: again("["),
  "nested links": (length) => "[".repeat(length / 4) + "](x)".repeat(length / 4),
  "open links": again("[a]("),
  "open links with words": again("[a](b"),
  "link titles": again('[a](b "'),
  "reference links": again("[a][b]"),
  definitions: again("[a]: b\n"),
  "definitions that go on": again("[a]: b '\n"),
  "pictures from elsewhere": again("![a](https://a.b/)"),
  "pictures of this site": again("![a](/b)"),
  "nested pictures": (length) => "![".repeat(length / 4) + "](x)".repeat(length / 4),
  "notes in a line": again("^[a]"),
  "nested notes in a line": (length) => "^[a ".repeat(length / 6) + "]".repeat(length / 6),
  "open notes in a line": again("^[a "),
  "open references to notes": around("[^1]: a\n\n", "[^a", ""),
  "references to notes": around("[^1]: a\n\n", "[^1]", ""),
  "notes with long names": (length) => `[^1]: a\n\n${"[^".repeat(length / 4)}${"a".repeat(length / 2)}]`,
  "many notes": (length) =>
    Array.from({ length: length / 20 }, (_, n) => `[^${n}] x\n\n[^${n}]: a\n\n`).join(""),
  stars: again("*"),
  "stars and letters": again("*a_ "),
  "stars both ways": again("a**b"),
  underscores: again("_a"),
  strikes: again("~~a"),
  "code marks": (length) => Array.from({ length: Math.sqrt(length * 2) }, (_, n) => "`".repeat(n)).join(" "),
  "quotes in quotes": again("> "),
  "quotes a line": again(">".repeat(50).concat("\n")),
  "lists in lists": (length) =>
    Array.from({ length: Math.sqrt(length * 2) }, (_, n) => `${" ".repeat(n)}* a\n`).join(""),
  lists: again("* a\n"),
  "lists of nothing": again("*\n"),
  "tasks in lists": again("- [ ] a\n"),
  tables: (length) => `|${"a|".repeat(length / 4)}\n|${"-|".repeat(length / 4)}\n`,
  "tables of little": around("|a|\n|-|\n", "|\n", ""),
  "wide tables": (length) => {
    const width = Math.floor(Math.sqrt(length));
    return `${"a|".repeat(width)}\n${"-|".repeat(width)}\n${"a\n".repeat(length / 2)}`;
  },
  "headings of lines": again("a\n="),
  fences: again("```\n"),
  "open fences": again("~~~~a\n"),
  escapes: again("\\*"),
  entities: again("&amp"),
  "entities and semicolons": again("&#x"),
  angles: again("<"),
  "open addresses": again("<https://a"),
  addresses: again("https://a.b "),
  "addresses without a blank": again("https://a.b/"),
  "addresses with stars": around("https://a.b/", "*", "a"),
  "addresses in brackets": around("https://a.b/", "(", ""),
  "addresses with quotes": around("https://a.b/", '"', ""),
  "names of hosts": again("a."),
  "names with dashes": again("a-"),
  "www and dots": again("www."),
  colons: again("http:"),
  "mail addresses": again("a@b.c "),
  "mail addresses without a blank": again("a@"),
  "mail and dots": around("a", ".a", "@b.c"),
  blanks: around("a", " ", "b"),
  "blanks and lines": again("  \n"),
  "blanks at the ends": again("a   \n"),
  tabs: again("\t"),
  dollars: again("$"),
  "dollars and letters": again("$a"),
  "dollars and escapes": again("$\\$ "),
  "double dollars": again("$$ a\n"),
  "formula blocks": again("$$\n"),
  "formulas in lists": again("- $$\n"),
  "formulas in quotes": again("> $$\n\n"),
  hashtags: again("#a "),
  "hashtags without a blank": again("#a"),
  "long hashtags": again("#".concat("a".repeat(70))),
  mentions: again("@a "),
  "mentions with dots": again("@a.-_"),
  accents: around("a", "\u0315\u0300", ""),
  "Hebrew points": around("\u05d0", "\u05c2\u05b0", ""),
  ligatures: again("\ufdfa"),
  Hangul: again("\u1100\u1161\u11a8"),
  "signs without blanks": again("世"),
  apostrophes: again("a'"),
  "half signs": again("\ud800"),
  nothing: again("\0"),
  lines: again("\n"),
};

const lines: Record<string, Make> = {
  tokens: again("eyJaaaaaa-"),
  "tokens in parts": again("eyJaaaaaa.aaaaaa"),
  schemes: again("a.a+"),
  "schemes and more": again("a://"),
  "hosts and names": again("a://b:"),
  addresses: again("http://"),
  "addresses in parts": around("http://", "aaaaaaaa/", ""),
  queries: again("?a"),
  "queries of one name": around("?", "token", ""),
  bearers: again("bearer "),
  "long bearers": around("bearer ", "a", ""),
  "blanks behind a bearer": around("bearer", " ", ""),
  digits: again("0123456789abcdef"),
  "digits behind x": again("0x"),
  controls: again("\u0007"),
  "blanks and controls": again(" \u0007"),
};

const names: Record<string, Make> = {
  disposition: again(";filename"),
  "open quotes": again(';filename="'),
  "open quotes and escapes": again(';filename="\\'),
  "names in another writing": again(";filename*=utf-8'"),
  blanks: around(";", " ", ""),
  "blanks and semicolons": again("; "),
  links: again("<"),
  "links and blanks": around("<a>", " ", "x"),
  "links and parameters": again("<a>;"),
  relations: around("<a>", ";rel", ""),
  "open relations": around("<a>", ';rel="', ""),
};

const json: Record<string, Make> = {
  quotes: again('"'),
  escapes: around('"', "\\", ""),
  brackets: again("[]"),
  text: around('{"a":"', "\\u0000", '"}'),
};

const hash = `0x${"ab".repeat(32)}`;
const addresses: Record<string, Make> = {
  "ends of links": again("]("),
  "long hosts": again(`](https://${"a".repeat(299)}`),
  "links that are no pictures": again(`](/ewp/contents/${hash})`),
  pictures: again(`![](/ewp/contents/${hash})`),
};

interface Path {
  readonly name: string;
  /** How long a text is at most where it comes in. */
  readonly longest: number;
  readonly inputs: Record<string, Make>;
  work(text: string): unknown;
}

const view = {
  owner: {
    address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    url: "https://ada.example",
    title: "Ada",
    description: null,
    avatar: null,
    avatarSize: null,
    ens: null,
    language: "en",
    menu: [],
    links: [],
    takesFollowers: true,
    hasFeeds: true,
    hasNewsletter: false,
    accent: { light: "#6e6400", dark: "#beb866" },
  },
  messages: messagesFor("en"),
  theme: "system",
  assets: {
    stylesheet: "",
    colours: "",
    ownStylesheet: null,
    icon: "",
    mathematics: "",
    siteTheme: null,
    scripts: {},
  },
} as const;
const post = {
  id: 1,
  kind: "POST",
  contentHash: hash as `0x${string}`,
  mediaType: "text/markdown",
  filename: null,
  caption: null,
  versions: [],
  excerpt: null,
  cover: null,
  isPage: false,
  slug: null,
  size: 1,
  publishedAt: 0,
  modifiedAt: 0,
  feedId: "urn:x",
  replaces: null,
  writtenAt: null,
  proof: null,
  parts: { ...noParts, findTags: locateTags },
} as const;

const paths: readonly Path[] = [
  {
    name: "a post on its page",
    longest: limits.renderedMarkdownBytes,
    inputs: markdown,
    work: (text) => renderMarkdown(text, { parts: post.parts }),
  },
  {
    name: "the beginning of a post in a list",
    longest: limits.renderedMarkdownBytes,
    inputs: pick(markdown, [
      "brackets",
      "reference links",
      "definitions",
      "many notes",
      "notes with long names",
    ]),
    work: (text) => renderMarkdown(text, { excerpt: 300 }),
  },
  {
    name: "a post in a feed",
    longest: limits.renderedMarkdownBytes,
    inputs: pick(markdown, ["pictures of this site", "pictures from elsewhere", "angles", "reference links"]),
    work: (text) =>
      renderFeed(
        view,
        { posts: [{ ...post, markdown: text }], path: "", tag: null, tags: {}, ownerSince: 0 },
        feedFormats[1],
      ),
  },
  {
    name: "a comment",
    longest: commentLimits.bodyLength,
    inputs: markdown,
    work: (text) => renderComment(text),
  },
  {
    name: "a post in the search",
    longest: domainLimits.searchedBytes,
    inputs: markdown,
    work: (text) => {
      const { title, body, tags } = readMarkdownText(text);
      listTerms({ title, body, language: languageOf(body) }, tags);
      makeSnippet(body, parseQuery("nothing of it").wanted);
    },
  },
  { name: "a post that may be blank", longest: domainLimits.searchedBytes, inputs: markdown, work: isBlank },
  {
    name: "the pictures of another node's post",
    longest: domainLimits.searchedBytes,
    inputs: addresses,
    work: findNamedPictures,
  },
  { name: "a line of the log", longest: 256 * 1024, inputs: lines, work: scrubSecrets },
  { name: "a line on a terminal", longest: 256 * 1024, inputs: lines, work: safeText },
  {
    name: "headers of another node",
    longest: limits.headerBytes,
    inputs: names,
    work: (text) => parseContentHeaders({ "content-disposition": text, link: text }, "https://ada.example/x"),
  },
  {
    name: "the shape of JSON",
    longest: limits.graphqlBytes,
    inputs: json,
    work: (text) => checkJsonShape(Buffer.from(text), limits.jsonValues),
  },
];

function pick(inputs: Record<string, Make>, names: readonly string[]): Record<string, Make> {
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => names.includes(name)));
}

describe.each(paths)("$name", ({ longest, inputs, work }) => {
  test.each(everyNth(Object.entries(inputs), 3))("%s", (_name, make) => {
    expect(measureGrowth(work, make, longest)).toMatchObject({ isLinear: true });
  });
});
