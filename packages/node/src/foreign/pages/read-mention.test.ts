import { expect, it } from "vitest";
import { commentLimits } from "../../domain/comments/limits.ts";
import { limits } from "../limits.ts";
import { readMention } from "./read-mention.ts";

const target = "https://t.example/";
const read = (html: string, url = "https://a.example/") =>
  readMention({ url, mediaType: "text/html", charset: null, bytes: new TextEncoder().encode(html) }, target);

it("cuts a name to the length of a comment's, and a text to that of an excerpt", () => {
  const mention = read(
    `<div class="h-entry"><b class="p-author">${"n".repeat(999)}</b><p class="e-content">${"x".repeat(9_999)}</p><a href="${target}">t</a></div>`,
  );
  expect([...(mention?.authorName ?? "")]).toHaveLength(commentLimits.nameLength);
  expect([...(mention?.text ?? "")]).toHaveLength(limits.excerptLength);
});
