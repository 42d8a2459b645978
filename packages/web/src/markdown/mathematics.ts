import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";

/**
 * Formulas: `$…$` in a line, `$$…$$` in a line or as a block. A dollar begins one only where no word, digit or dollar
 * stands before it and no space behind it, and ends one only where no space stands before it and no word or digit
 * behind it: prices stay prices.
 */
export function mathematics(md: MarkdownIt): void {
  md.inline.ruler.after("escape", "formula", readFormula);
  md.block.ruler.after("fence", "formula_block", readFormulaBlock, {
    alt: ["paragraph", "reference", "blockquote", "list"],
  });
}

function readFormula(state: StateInline, silent: boolean): boolean {
  const found = findFormula(state.src, state.pos, state.posMax);
  if (found === null) return false;
  if (!silent) {
    const token = state.push("formula", "", 0);
    Object.assign(token, { content: found.source, markup: found.mark });
  }
  state.pos = found.end;
  return true;
}

/** A formula in a line, and where it ends. */
interface FoundFormula {
  readonly mark: "$" | "$$";
  readonly source: string;
  readonly end: number;
}

/** The formula in a line that begins at a position, before `max`; null for none. */
export function findFormula(src: string, pos: number, max: number): FoundFormula | null {
  if (src[pos] !== "$" || /[\p{L}\p{N}$\\]/u.test(src[pos - 1] ?? "")) return null;
  const mark = src.startsWith("$$", pos) ? "$$" : "$";
  const start = pos + mark.length;
  const end = findEnd(src, start, max, mark);
  if (end === -1) return null;
  const source = src.slice(start, end);
  if (mark === "$" && isPrice(source, src[end + 1] ?? "")) return null;
  return { mark, source: source.trim(), end: end + mark.length };
}

/** Most characters between the dollars of a formula, so that a text of dollars takes linear time. */
const longest = 2_000;

function findEnd(src: string, start: number, max: number, mark: string): number {
  const last = Math.min(max, start + longest);
  for (let at = start; at < last; at += 1) {
    if (src[at] === "\\") at += 1;
    else if (src.startsWith(mark, at) && at > start) return at + mark.length <= max ? at : -1;
    else if (src[at] === "$") return -1;
  }
  return -1;
}

function isPrice(source: string, behind: string): boolean {
  if (/^\s|\s$/.test(source) || /[\p{L}\p{N}]/u.test(behind)) return true;
  return /^\d[\d.,]*(\s|$)/.test(source) && !/[\\^_={}+<>]/.test(source) && /\s/.test(source);
}

function readFormulaBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const lineOf = (line: number) =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trimEnd();
  const first = lineOf(startLine);
  if (!first.startsWith("$$") || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const alone = first.length > 4 && first.endsWith("$$") && !first.slice(2, -2).includes("$");
  if (!alone && first !== "$$") return false;
  let line = startLine;
  if (!alone) {
    do line += 1;
    while (line < endLine && lineOf(line) !== "$$" && (state.sCount[line] ?? 0) >= state.blkIndent);
    if (line >= endLine || lineOf(line) !== "$$") return false;
  }
  if (silent) return true;
  const token = state.push("formula_block", "", 0);
  const content = alone ? first.slice(2, -2) : state.getLines(startLine + 1, line, state.blkIndent, false);
  Object.assign(token, { content: content.trim(), markup: "$$", block: true, map: [startLine, line + 1] });
  state.line = line + 1;
  return true;
}
