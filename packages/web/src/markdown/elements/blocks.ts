import type { MarkdownIt, StateBlock, Token } from "markdown-it";
import { hideComments } from "./comments.ts";
import { type BlockElement, findBlockElements } from "./find-blocks.ts";
import { elementsInLines } from "./inline.ts";

/**
 * Elements of HTML with Markdown in them (decision 0047): those within lines, and as blocks `<details>` with its `<summary>`, and `<p>`
 * and `<div>`, of which only the alignment stays. One without its end is shown as it was typed. Comments of HTML are not shown.
 */
export function elements(md: MarkdownIt): void {
  md.use(elementsInLines).use(hideComments);
  md.block.ruler.at("html_block", readElement, { alt: ["paragraph", "reference", "blockquote"] });
}

const found = new WeakMap<StateBlock, ReadonlyMap<number, BlockElement>>();

function elementAt(state: StateBlock, at: number): BlockElement | undefined {
  if (state.src[at] !== "<") return undefined;
  const known = found.get(state) ?? findBlockElements(state.src);
  found.set(state, known);
  return known.get(at);
}

const beginOf = ({ bMarks, tShift }: StateBlock, line: number) => Number(bMarks[line]) + Number(tShift[line]);

function readElement(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (Number(state.sCount[startLine]) - state.blkIndent >= 4) return false;
  const element = elementAt(state, beginOf(state, startLine));
  if (element === undefined || element.name === "summary" || !isWithin(state, element, startLine, endLine))
    return false;
  if (silent) return true;
  if (element.name === "details") pushDetails(state, element, startLine);
  else if (element.name !== "comment") pushAligned(state, element, startLine);
  state.line = element.lastLine + 1;
  return true;
}

/** Whether an element ends in the same list, quotation or note, and with its line. */
function isWithin(state: StateBlock, element: BlockElement, startLine: number, endLine: number): boolean {
  const { lastLine, behind } = element;
  if (lastLine >= endLine || state.src.slice(behind, state.eMarks[lastLine]).trim() !== "") return false;
  for (let line = startLine + 1; line <= lastLine; line += 1)
    if (!state.isEmpty(line) && Number(state.sCount[line]) < state.blkIndent) return false;
  return true;
}

function pushDetails(state: StateBlock, details: BlockElement, startLine: number): void {
  const isOpen = /\sopen(?![\w-])/i.test(details.attributes);
  Object.assign(state.push("details_open", "details", 1), {
    block: true,
    attrs: isOpen ? [["open", ""]] : null,
  });
  let line = startLine;
  let at = details.start;
  // The summary may stand on a line of its own.
  while (line < details.lastLine && state.src.slice(at, state.eMarks[line]).trim() === "") {
    line += 1;
    at = beginOf(state, line);
  }
  const blanks = /^\s*/.exec(state.src.slice(at, state.eMarks[line]))?.[0].length ?? 0;
  const summary = elementAt(state, at + blanks);
  if (summary?.name === "summary" && summary.behind <= details.end) {
    pushSummary(state, summary, line);
    readInside(state, details, { line: summary.lastLine, at: summary.behind });
  } else readInside(state, details, { line: startLine, at: details.start });
  state.push("details_close", "details", -1).block = true;
}

function pushSummary(state: StateBlock, summary: BlockElement, line: number): void {
  state.push("summary_open", "summary", 1).block = true;
  const first = state.tokens.length;
  const { level } = state;
  readInside(state, summary, { line, at: summary.start });
  // Its words are no paragraph.
  for (const token of state.tokens.slice(first))
    if (isParagraph(token) && token.level === level) token.hidden = true;
  state.push("summary_close", "summary", -1).block = true;
}

const isParagraph = ({ type }: Token) => type === "paragraph_open" || type === "paragraph_close";

/** The attribute works without a stylesheet, in feeds and in mails, too. */
function pushAligned(state: StateBlock, element: BlockElement, startLine: number): void {
  const [, side] = /\salign\s*=\s*["']?(left|center|right)\b/i.exec(element.attributes) ?? [];
  const attrs = [["align", side?.toLowerCase()]];
  if (side) Object.assign(state.push("aligned_open", "div", 1), { block: true, attrs });
  readInside(state, element, { line: startLine, at: element.start });
  if (side) state.push("aligned_close", "div", -1).block = true;
}

/** Reads what is in an element, from a place on. */
function readInside(
  state: StateBlock,
  { end, lastLine }: BlockElement,
  from: { line: number; at: number },
): void {
  const { line, at } = from;
  const { bMarks, tShift, sCount, eMarks, lineMax, parentType, blkIndent } = state;
  const before = [
    Number(bMarks[line]),
    Number(tShift[line]),
    Number(sCount[line]),
    Number(eMarks[lastLine]),
  ] as const;
  const blanks = /^[ \t]*/.exec(state.src.slice(at, eMarks[line]))?.[0].length ?? 0;
  [bMarks[line], tShift[line], sCount[line]] = [at, blanks, blkIndent];
  [eMarks[lastLine], state.lineMax, state.parentType] = [end, lastLine + 1, "element"];
  outdent(state, line, lastLine);
  state.md.block.tokenize(state, line, lastLine + 1);
  [state.lineMax, state.parentType] = [lineMax, parentType];
  [bMarks[line], tShift[line], sCount[line], eMarks[lastLine]] = before;
}

/** Lines that follow a tag, up to an empty one, are no code, however far they are indented. */
function outdent(state: StateBlock, tagLine: number, lastLine: number): void {
  const { bMarks, tShift, sCount, blkIndent } = state;
  const first = tagLine + 1;
  const extra = Number(sCount[first]) - blkIndent;
  if (!state.isEmpty(tagLine) || extra < 4) return;
  for (let line = first; line <= lastLine && !state.isEmpty(line); line += 1) {
    const columns = Math.min(extra, Number(sCount[line]) - blkIndent);
    const characters = Math.min(columns, Number(tShift[line]));
    sCount[line] = Number(sCount[line]) - columns;
    tShift[line] = Number(tShift[line]) - characters;
    bMarks[line] = Number(bMarks[line]) + characters;
  }
}
