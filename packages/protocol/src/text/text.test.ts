import { expect, test } from "vitest";
import { escapeHtml } from "./html.ts";
import { parseJson } from "./json.ts";
import { decodeUriIfValid, decodeUriPart, hostOfUrl, pageKey } from "./uri.ts";

test("a part of an address is decoded, or null where it is no UTF-8", () => {
  expect(decodeUriPart("a%20b%C3%BC+%2F")).toBe("a bü+/");
  for (const text of ["%", "%C3", "%ff", "%zz"])
    expect([decodeUriPart(text), decodeUriIfValid(text)]).toEqual([null, text]);
  expect(decodeUriIfValid("%41")).toBe("A");
});

test("text for HTML has no sign that ends it, between tags and in either quotes", () => {
  expect(escapeHtml(`<a b="c" d='e'>&amp;`)).toBe("&lt;a b=&quot;c&quot; d=&#x27;e&#x27;&gt;&amp;amp;");
});

test("text that is no JSON is null", () => {
  expect([parseJson('{"a":[1]}'), parseJson("{"), parseJson(""), parseJson("null")]).toEqual([
    { a: [1] },
    null,
    null,
    null,
  ]);
});

test("the host of an address has its port, and other text stays", () => {
  expect([hostOfUrl("https://a.example:8443/b"), hostOfUrl("a b")]).toEqual(["a.example:8443", "a b"]);
});

test.each([
  ["http://a.example/b"],
  ["https://A.example:443/b/"],
  ["http://a.example:80/b#c"],
  ["https://a.example/%62"],
])("is one page: https://a.example/b and %s", (address) => {
  expect(pageKey(address)).toBe(pageKey("https://a.example/b"));
});

test("other pages have other keys, and what is no page has none", () => {
  const others = [
    "https://a.example/b%2fc",
    "https://a.example/b/c",
    "https://a.example/b?c",
    "https://a.example:8443/b",
    "https://b@a.example/b",
    "https://a.example/B",
    "https://a.example",
  ];
  expect(new Set(others.map(pageKey)).size).toBe(others.length);
  expect(pageKey("https://a.example/%2f")).toBe(pageKey("https://a.example/%2F"));
  expect([pageKey("/b"), pageKey("mailto:a@b.example"), pageKey("")]).toEqual([null, null, null]);
});
