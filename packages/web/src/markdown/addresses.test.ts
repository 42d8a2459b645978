import { expect, test } from "vitest";
import { hashOfContents } from "./addresses.ts";
import { textLimits } from "./limits.ts";
import { renderComment } from "./render-comment.ts";
import { renderMarkdown } from "./render-markdown.ts";

const hash = `0x${"0a".repeat(32)}`;

test.each([
  `/ewp/contents/${hash}`,
  `/ewp/contents/${hash}?timestamp=1#top`,
  `https://node.example/ewp/contents/${hash}`,
  `https://node.example:8443/ewp/contents/${hash}?thumb=lg`,
])("%s is the address of contents", (address) => {
  expect(hashOfContents(address)).toBe(hash);
});

test.each([
  `http://node.example/ewp/contents/${hash}`,
  `//node.example/ewp/contents/${hash}`,
  `/ewp/contents/${hash}0`,
  `/ewp/contents/${hash.toUpperCase()}`,
  `/x/ewp/contents/${hash}`,
  `https://node.example/x/ewp/contents/${hash}`,
  "",
])("%s is none", (address) => {
  expect(hashOfContents(address)).toBeNull();
});

const html = (source: string) =>
  renderMarkdown(source).html.trim().replaceAll(' rel="noopener noreferrer"', "");
const link = (href: string, words: string) => `<a href="${href}">${words}</a>`;
const bare = (href: string, words: string) => `<a href="${href}" class="bare">${words}</a>`;

test.each([
  ["see www.example.com.", `see ${bare("http://www.example.com", "www.example.com")}.`],
  ["(WWW.a.example/b_(c))", `(${bare("http://WWW.a.example/b_(c)", "WWW.a.example/b_(c)")})`],
  ["www.例子.中国 后", `${bare("http://www.xn--fsqu00a.xn--fiqs8s", "www.例子.中国")} 后`],
  ["www. a, awww.example.com, example.com", "www. a, awww.example.com, example.com"],
  ["`www.example.com`", "<code>www.example.com</code>"],
  [
    "[call](tel:+15550100), [text](sms:+15550100)",
    `${link("tel:+15550100", "call")}, ${link("sms:+15550100", "text")}`,
  ],
  [
    "<ftp://a.example/x> [f](ipfs://bafy)",
    `${link("ftp://a.example/x", "ftp://a.example/x")} ${link("ipfs://bafy", "f")}`,
  ],
  ["[E](HTTPS://E.example)", link("HTTPS://E.example", "E")],
  ["<https://a.example/%E5%AD%97>", bare("https://a.example/%E5%AD%97", "https://a.example/字")],
  ["[a.example](https://a.example/)", bare("https://a.example/", "a.example")],
  ["[a.example](https://b.example/)", link("https://b.example/", "a.example")],
  ["[*a.example*](https://a.example/)", link("https://a.example/", "<em>a.example</em>")],
])("the links of %j", (source, expected) => {
  expect(html(source)).toBe(`<p>${expected}</p>`);
});

test.each([
  ["[**app**](obsidian://open?vault=x) <a-b:c>", "<strong>app</strong> a-b:c"],
  [
    "[other](//c.example) ![p](data:image/png;base64,xx) ![q](foo:bar) ![r](//c.example/x.png)",
    "other p q r",
  ],
  ["[script](javascript:alert)", "[script](javascript:alert)"],
  [`[long](https://a.example/${"x".repeat(textLimits.addressLength)})`, "long"],
])("an address that leads nowhere is no link: %.40s", (source, expected) => {
  expect(html(source)).toBe(`<p>${expected}</p>`);
});

test("links of comments lead to pages and mails", () => {
  expect(renderComment("[a](tel:+1) [b](mailto:b@c.example) www.d.example").trim()).toBe(
    '<p>a <a href="mailto:b@c.example" rel="nofollow ugc noopener noreferrer">b</a> <a href="http://www.d.example" rel="nofollow ugc noopener noreferrer">www.d.example</a></p>',
  );
});
