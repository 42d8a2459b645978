import type { MarkdownIt, RendererRule, StateBlock } from "markdown-it";

/** Tables that scroll by themselves, with the alignment of a column as a class: a page allows no styles of its own. */
export function tables(md: MarkdownIt): void {
  md.block.ruler.before("table", "wide_table", leaveAsTyped);
  md.renderer.rules.table_open = () => '<div class="wide" tabindex="0"><table>';
  md.renderer.rules.table_close = () => "</table></div>";
  md.renderer.rules.th_open = openCell;
  md.renderer.rules.td_open = openCell;
}

const openCell: RendererRule = (tokens, index) => {
  const token = tokens[index];
  const [, side] = /^text-align:(right|center)$/.exec(String(token?.attrGet("style") ?? "")) ?? [];
  return side === undefined ? `<${token?.tag}>` : `<${token?.tag} class="${side}">`;
};

/** The cells that a table may have: some for each character, and some more for a small table. */
const cellsPerCharacter = 2;
const cellsAnyway = 1_000;

/**
 * Leaves a table as it was typed if it would be far larger than its text: short rows are filled up to the width of the
 * first one, so a few kilobytes could become tens of thousands of cells.
 */
function leaveAsTyped(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const below = state.src.slice(state.bMarks[startLine + 1], state.eMarks[startLine + 1]);
  const isRow = /^[\s>|:-]*$/.test(below) && /[|:-]/.test(below.slice(below.lastIndexOf(">") + 1));
  if (silent || startLine + 2 >= endLine || !isRow) return false;
  let next = startLine + 2;
  while (next < endLine && !state.isEmpty(next)) next += 1;
  const columns = below.split("|").length;
  const characters = Number(state.eMarks[next - 1]) - Number(state.bMarks[startLine]);
  if (columns * (next - startLine) <= cellsPerCharacter * characters + cellsAnyway) return false;
  state.push("paragraph_open", "p", 1).map = [startLine, next];
  const inline = state.push("inline", "", 0);
  inline.content = state.getLines(startLine, next, state.blkIndent, false).trim();
  inline.children = [];
  state.push("paragraph_close", "p", -1);
  state.line = next;
  return true;
}
