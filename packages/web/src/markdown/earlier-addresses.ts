import { pathAtNodes } from "@freehold/protocol/internal";
import type { MarkdownIt, Token } from "markdown-it";
import { surroundingsOf, type TextSurroundings } from "./text/text-parts.ts";

/** Links and pictures at an address that this node had before lead to the same path where it is now. The signed text stays as it is. */
export function earlierAddresses(md: MarkdownIt): void {
  md.core.ruler.push("earlier-addresses", ({ tokens, env }) => {
    const surroundings = surroundingsOf(env);
    if (!surroundings.earlierUrls?.length) return;
    for (const { children } of tokens) renew(children ?? [], surroundings);
  });
}

function renew(tokens: readonly Token[], { earlierUrls = [], home }: TextSurroundings): void {
  for (const [index, token] of tokens.entries()) {
    const name = token.type === "link_open" ? "href" : token.type === "image" ? "src" : null;
    const path = name && pathAtNodes(String(token.attrGet(name) ?? ""), earlierUrls);
    if (name === null || path === null) continue;
    token.attrSet(name, path);
    const words = tokens[index + 1];
    // The words of a bare link are its address.
    if (token.info === "auto" && words?.type === "text" && home !== undefined)
      words.content = `${home}${path}`;
  }
}
