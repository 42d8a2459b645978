import { expect, it, test } from "vitest";
import { parseOpml } from "./parse-opml.ts";

const parse = (source: string) => parseOpml(Buffer.from(source));
const within = (outlines: string) => parse(`<opml version="2.0"><head/><body>${outlines}</body></opml>`);
const feed = "https://a.example/feed";

test.each<[string, string]>([
  ["as the standard has it", `<outline type="rss" text="A" xmlUrl="${feed}"/>`],
  ["without a type", `<outline text="A" xmlUrl="${feed}"/>`],
  ["of another type", `<outline type="atom" text="A" xmlUrl="${feed}"/>`],
  ["in other letters", `<outline TEXT="A" xmlURL="${feed}"/>`],
  ["in capitals", `<OUTLINE TEXT="A" XMLURL="${feed}"/>`],
  ["in small letters", `<outline text="A" xmlurl="${feed}"/>`],
  ["with its title alone", `<outline title="A" xmlUrl="${feed}"/>`],
  ["with its title before its text", `<outline title="A" text="B" xmlUrl="${feed}"/>`],
  ["by the address of another name", `<outline type="rss" text="A" url="${feed}"/>`],
  ["with a lone ampersand", `<outline text="A" xmlUrl="${feed}" description="Q & A"/>`],
])("reads a feed %s", (_name, outline) => {
  expect(within(outline)).toEqual([{ url: feed, title: "A", siteUrl: null, folder: null }]);
});

it("reads feeds in folders in folders, each address once, with the page of each", () => {
  const inner = `<outline text="Two" xmlUrl="${feed}/2" htmlUrl="https://a.example/"/>`;
  const nested = `<outline text="News"><outline title="Daily"><outline text="One" xmlUrl="${feed}"/></outline>${inner}</outline>`;
  expect(within(nested + inner)).toEqual([
    { url: feed, title: "One", siteUrl: null, folder: "Daily" },
    { url: `${feed}/2`, title: "Two", siteUrl: "https://a.example/", folder: "News" },
  ]);
});

it("reads a list whose root is in capitals", () => {
  expect(parse(`<OPML><BODY><outline text="A" xmlUrl="${feed}"/></BODY></OPML>`)).toHaveLength(1);
});

it("takes links to pages and other lists for no feeds, and another document for no list", () => {
  expect(
    within(
      `<outline type="link" text="A" url="https://a.example/"/><outline type="include" url="https://a.example/more.opml"/>`,
    ),
  ).toEqual([]);
  expect(parse(`<rss><channel><outline text="A" xmlUrl="${feed}"/></channel></rss>`)).toBeNull();
});
