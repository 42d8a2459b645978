import type { MarkdownRenderer } from "vitepress";

/** A head of a table without a text is a plain cell: it names no column. */
export function dropEmptyHeads(md: MarkdownRenderer): void {
  md.core.ruler.push("drop-empty-heads", ({ tokens }) => {
    for (const [at, token] of tokens.entries()) {
      const [text, end] = [tokens[at + 1], tokens[at + 2]];
      if (token.type !== "th_open" || text?.content !== "" || !end) continue;
      token.tag = "td";
      end.tag = "td";
    }
  });
}
