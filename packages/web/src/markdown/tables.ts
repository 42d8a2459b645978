import type { MarkdownIt, RendererRule, StateBlock, Token } from "markdown-it";
import { pushParagraph } from "./nesting.ts";

/** Tables that scroll by themselves, with the alignment of a column as a class: a page allows no styles of its own. */
export function tables(md: MarkdownIt): void {
  md.block.ruler.before("table", "wide_table", leaveAsTyped);
  md.renderer.rules.table_open = (tokens, index) =>
    `<div class="wide" tabindex="0"${showDirection(tokens[index])}><table>`;
  md.renderer.rules.table_close = () => "</table></div>";
  md.renderer.rules.th_open = openCell;
  md.renderer.rules.td_open = openCell;
}

const openCell: RendererRule = (tokens, index) => {
  const token = tokens[index];
  const [, side] = /^text-align:(right|center)$/.exec(String(token?.attrGet("style") ?? "")) ?? [];
  const name = side === undefined ? "" : ` class="${side}"`;
  return `<${token?.tag}${name}${showDirection(token)}>`;
};

/** The direction that `directions` gave it. */
function showDirection(token: Token | undefined): string {
  const direction = token?.attrGet("dir");
  return direction ? ` dir="${direction}"` : "";
}

/** The cells and rows that a table may have: as many as its characters can write (`1|2` and a line break), more for a small one. */
const partsPerCharacter = 0.75;
const partsAnyway = 1_500;

/**
 * Leaves a table as it was typed if it has more cells than its text can write: short rows are filled up to the width of the
 * first one, so a few kilobytes could become tens of thousands of cells, and 64 KiB of them took half a second.
 */
function leaveAsTyped(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const below = state.src.slice(state.bMarks[startLine + 1], state.eMarks[startLine + 1]);
  const isRow = /^[\s>|:-]*$/.test(below) && /[|:-]/.test(below.slice(below.lastIndexOf(">") + 1));
  if (silent || startLine + 2 >= endLine || !isRow) return false;
  let next = startLine + 2;
  while (next < endLine && !state.isEmpty(next)) next += 1;
  const columns = countColumns(below);
  const characters = Number(state.eMarks[next - 1]) - Number(state.bMarks[startLine]);
  if ((columns + 1) * (next - startLine) <= partsPerCharacter * characters + partsAnyway) return false;
  pushParagraph(state, startLine, next);
  return true;
}

/** The columns that a line of dashes declares; bars at its ends belong to no column. */
function countColumns(line: string): number {
  const inside = line.slice(line.lastIndexOf(">") + 1).trim();
  return inside.split("|").length - Number(inside.startsWith("|")) - Number(inside.endsWith("|"));
}
