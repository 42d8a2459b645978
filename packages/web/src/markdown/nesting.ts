import type { MarkdownIt, StateBlock } from "markdown-it";

const nestedBlocks = 60; // lists and quotes inside each other (a list counts twice)

/**
 * Shows the lines of a list, quote or note that is nested too deep as a paragraph: their marks are read as text. The parser
 * itself stops at 100 and drops deeper elements.
 */
export function limitNesting(md: MarkdownIt): void {
  md.block.ruler.before("table", "too_deep", (state, startLine, endLine, silent) => {
    if (silent || state.level < nestedBlocks) return false;
    let next = startLine + 1;
    while (next < endLine && (state.isEmpty(next) || Number(state.sCount[next]) >= state.blkIndent))
      next += 1;
    pushParagraph(state, startLine, next);
    return true;
  });
}

/** Adds lines as a paragraph, whose marks of blocks are text, and goes on at `next`. */
export function pushParagraph(state: StateBlock, startLine: number, next: number): void {
  state.push("paragraph_open", "p", 1).map = [startLine, next];
  const inline = state.push("inline", "", 0);
  inline.content = state.getLines(startLine, next, state.blkIndent, false).trim();
  inline.children = [];
  state.push("paragraph_close", "p", -1);
  state.line = next;
}
