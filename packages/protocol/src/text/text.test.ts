import { expect, test } from "vitest";
import { escapeHtml } from "./html.ts";
import { parseJson } from "./json.ts";
import { decodeUriIfValid, decodeUriPart, hostOfUrl } from "./uri.ts";

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
