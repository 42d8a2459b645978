import type { Hash } from "@freehold/protocol";
import { expect, test } from "vitest";
import { renderMarkdown } from "../../../markdown/render-markdown.ts";
import { type Quotable, quotePost } from "./quote-post.ts";

const contentHash: Hash = `0x${"ab".repeat(32)}`;
const post: Quotable = {
  publisherUrl: "https://bea.example/",
  publisher: "Bea's [place]",
  contentHash,
  state: "SIGNED",
  url: "https://bea.example/slug/one",
  text: "The sea is  salty,\nand *wide*.",
};

test("a quote has who wrote it, the words, and a link with the hash of the content", () => {
  expect(quotePost(post, "Original")).toBe(
    [
      "\n\n> [Bea's \\[place\\]](https://bea.example/):",
      ">",
      "> The sea is salty, and \\*wide\\*.",
      ">",
      "> ---",
      `> *[Original](https://bea.example/publications/${contentHash})*\n`,
    ].join("\n"),
  );
});

test("an own post that is not signed is quoted by its page, and one without an address not at all", () => {
  expect(quotePost({ ...post, state: "LOCAL" }, "Original")).toContain("(https://bea.example/slug/one)");
  expect(quotePost({ ...post, url: null }, "Original")).toBeNull();
});

test.each([
  "",
  "# no heading",
  "1. no list",
  "- no list",
  "--- no rule",
  "> no quote",
  "<b>",
  "字".repeat(400),
])("the words %j are words in the quote", (text) => {
  const own = "My own words.";
  const { html } = renderMarkdown(`${own}${quotePost({ ...post, text }, "Original")}`, { name: "1" });
  expect(html).toMatch(/^<p>My own words\.<\/p>\s*<blockquote>[\s\S]*<\/blockquote>\s*$/);
  const [, quoted = ""] = /<blockquote>([\s\S]*)<\/blockquote>/.exec(html) ?? [];
  expect(quoted.match(/<(?!\/)\w+/g)).toEqual(
    text === "" ? ["<p", "<a", "<hr", "<p", "<em", "<a"] : ["<p", "<a", "<p", "<hr", "<p", "<em", "<a"],
  );
  const words = [...text].length > 300 ? `${text.slice(0, 300)}…` : text;
  if (text !== "") expect(quoted).toContain(`<p>${words.replace("<", "&lt;").replaceAll(">", "&gt;")}</p>`);
});
