import type { Token } from "markdown-it";

/**
 * The first whole blocks of a Markdown text, about so many characters: it ends with the block that reaches the
 * measure, and never with a heading.
 */
export function cutBlocks(tokens: Token[], characters: number): { tokens: Token[]; cut: boolean } {
  let depth = 0;
  let seen = 0;
  for (const [index, token] of tokens.entries()) {
    depth += token.nesting;
    seen += token.content.length;
    const endsBlock = depth === 0 && token.type !== "heading_close";
    if (endsBlock && seen >= characters && index < tokens.length - 1) {
      return { tokens: tokens.slice(0, index + 1), cut: true };
    }
  }
  return { tokens, cut: false };
}
