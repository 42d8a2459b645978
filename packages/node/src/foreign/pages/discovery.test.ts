import { expect, it } from "vitest";
import type { ForeignPage } from "../documents.ts";
import { findEndpoint, parseLinkHeader } from "./find-endpoint.ts";

/*
 * The discovery tests of webmention.rocks, 1 to 23, as pages of our own. Test 23 begins behind its redirect: the transport
 * follows it, and tells the address behind it.
 */
const page = (body: string, link = "", path = "/test/1"): { page: ForeignPage; link: string } => ({
  link,
  page: {
    url: `https://rocks.example${path}`,
    mediaType: "text/html",
    charset: null,
    bytes: new TextEncoder().encode(
      `<!doctype html><html><head><title>A test</title></head><body>${body}</body></html>`,
    ),
  },
});

it.each([
  [1, page("", "</test/1/webmention>; rel=webmention"), "/test/1/webmention"],
  [2, page("", "<https://rocks.example/test/2/webmention>; rel=webmention"), "/test/2/webmention"],
  [3, page('<link rel="webmention" href="/test/3/webmention">'), "/test/3/webmention"],
  [4, page('<link rel="webmention" href="https://rocks.example/test/4/webmention">'), "/test/4/webmention"],
  [5, page('<a rel="webmention" href="/test/5/webmention">here</a>'), "/test/5/webmention"],
  [
    6,
    page('<a rel="webmention" href="https://rocks.example/test/6/webmention">here</a>'),
    "/test/6/webmention",
  ],
  // 7: the header's name in other capitals; every HTTP client reads names in lower case.
  [7, page("", "<https://rocks.example/test/7/webmention>; rel=webmention"), "/test/7/webmention"],
  [8, page("", '<https://rocks.example/test/8/webmention>; rel="webmention"'), "/test/8/webmention"],
  [9, page('<link rel="webmention somethingelse" href="/test/9/webmention">'), "/test/9/webmention"],
  [10, page("", '</test/10/webmention>; rel="webmention somethingelse"'), "/test/10/webmention"],
  [
    11,
    page(
      '<link rel="webmention" href="/test/11/webmention/error"><a rel="webmention" href="/test/11/webmention/error2">x</a>',
      '</test/11/webmention>; rel="webmention"',
    ),
    "/test/11/webmention",
  ],
  [
    12,
    page(
      '<link rel="not-webmention" href="/test/12/webmention/error"><link rel="webmention" href="/test/12/webmention">',
    ),
    "/test/12/webmention",
  ],
  [
    13,
    page(
      '<!-- <a href="/test/13/webmention/error" rel="webmention"></a> --><a href="/test/13/webmention" rel="webmention">correct</a>',
    ),
    "/test/13/webmention",
  ],
  [
    14,
    page(
      '<code>&lt;a href="/test/14/webmention/error" rel="webmention"&gt;&lt;/a&gt;</code> <a href="/test/14/webmention" rel="webmention">correct</a>',
    ),
    "/test/14/webmention",
  ],
  [15, page('<link rel="webmention" href="">', "", "/test/15"), "/test/15"],
  [
    16,
    page(
      '<a href="/test/16/webmention" rel="webmention">first</a><link rel="webmention" href="/test/16/webmention/error">',
    ),
    "/test/16/webmention",
  ],
  [
    17,
    page(
      '<link rel="webmention" href="/test/17/webmention"><a href="/test/17/webmention/error" rel="webmention">second</a>',
    ),
    "/test/17/webmention",
  ],
  [
    18,
    page("", '</test/18/webmention/error>; rel="other", </test/18/webmention>; rel="webmention"'),
    "/test/18/webmention",
  ],
  [
    19,
    page(
      "",
      '<https://rocks.example/>; rel="other", <https://rocks.example/test/19/webmention>; rel="webmention"',
    ),
    "/test/19/webmention",
  ],
  [
    20,
    page('<link rel="webmention"><a href="/test/20/webmention" rel="webmention">here</a>'),
    "/test/20/webmention",
  ],
  [21, page('<link rel="webmention" href="/test/21/webmention?query=yes">'), "/test/21/webmention?query=yes"],
  [22, page('<link rel="webmention" href="22/webmention">', "", "/test/22"), "/test/22/webmention"],
  [
    23,
    page('<link rel="webmention" href="webmention-endpoint/x">', "", "/test/23/page/y"),
    "/test/23/page/webmention-endpoint/x",
  ],
])("finds the endpoint of discovery test %i", (_number, fetched, path) => {
  expect(findEndpoint(fetched.page, fetched.link)).toBe(`https://rocks.example${path}`);
});

const html = page('<a rel="webmention" href="/x">');
const plain = { ...html, page: { ...html.page, mediaType: "text/plain" } };

it.each([
  ["no endpoint", page('<a href="/webmention">webmention</a>')],
  [
    "one in a script, a template and an unread text",
    page(
      '<script>"<a rel=webmention href=/x>"</script><template><a rel="webmention" href="/x"></template><textarea><a rel="webmention" href="/x"></textarea>',
    ),
  ],
  ["one that is not https", page('<a rel="webmention" href="http://rocks.example/x">')],
  ["one with a password", page('<a rel="webmention" href="https://a:b@rocks.example/x">')],
  ["a page that is no HTML", plain],
])("finds none: %s", (_what, fetched) => {
  expect(findEndpoint(fetched.page, fetched.link)).toBeNull();
});

it("resolves by the first base of the page, and reads a header with commas and broken parts", () => {
  const based = page('<base href="/other/"><base href="/third/"><a rel="webmention" href="x">');
  expect(findEndpoint(based.page, "")).toBe("https://rocks.example/other/x");
  const header = '<a>; title="x, <b>; rel=webmention"; rel="next", nonsense, <c>;rel=webmention;x, <d';
  expect(parseLinkHeader(header)).toEqual([
    { target: "a", rel: "next", anchor: null },
    { target: "c", rel: "webmention", anchor: null },
  ]);
  const escaped = String.raw`<a>; title="x\", <b>; rel=webmention"; rel=next, <c>; rel="webmention"; title="\\"`;
  expect(parseLinkHeader(escaped)).toEqual([
    { target: "a", rel: "next", anchor: null },
    { target: "c", rel: "webmention", anchor: null },
  ]);
  expect(parseLinkHeader(`<a>${" ;".repeat(8_000)}`)).toHaveLength(1);
});

it.each([
  ["an anchor that is the page", '</x>; rel=webmention; anchor="/test/1"', "/x"],
  ["an anchor in the page", '</x>; anchor="#part"; rel="webmention"', "/x"],
  ["another page as its anchor", '</no>; rel=webmention; anchor="/other", </x>; rel=webmention', "/x"],
  ["an anchor elsewhere", '</no>; rel=webmention; anchor="https://other.example/"', null],
  ["other parameters", '</x>; title="a; rel=no"; type=text/html; REL = "WebMention" ; hreflang=de', "/x"],
  [
    "a relation twice, of which the first counts",
    "</no>; rel=next; rel=webmention, </x>; rel=webmention; rel=next",
    "/x",
  ],
  ["escaped signs", String.raw`</x>; title="\""; rel="web\mention"`, "/x"],
  ["a comma and a semicolon in its address", "</x,y;z>; rel=webmention", "/x,y;z"],
  ["a base, which is for the page alone", "<x>; rel=webmention", "/test/x"],
])("reads a header with %s", (_what, link, path) => {
  const { page: of } = page('<base href="/other/">', link);
  expect(findEndpoint(of, link)).toBe(path && `https://rocks.example${path}`);
});

it("finds an endpoint by a base that stands behind it", () => {
  const { page: late } = page('<a rel="webmention" href="x">here</a><base href="/other/">');
  expect(findEndpoint(late, "")).toBe("https://rocks.example/other/x");
});
