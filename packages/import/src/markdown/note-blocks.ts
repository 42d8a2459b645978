import type { MarkdownIt, StateBlock } from "markdown-it";

const noteStart = /^\[\^[^[\]\s]{1,200}\]:[ \t]*/;

/** Reads the definition of a footnote as a block that holds others: lines with an indent of four are its text, and no code. */
export function noteBlocks(md: MarkdownIt): void {
  md.block.ruler.before("reference", "note", readNote, { alt: ["paragraph", "reference"] });
}

function readNote(state: StateBlock, from: number, to: number, silent: boolean): boolean {
  const { src, bMarks, tShift, sCount, eMarks, parentType } = state;
  const begin = Number(bMarks[from]) + Number(tShift[from]);
  const [mark] = noteStart.exec(src.slice(begin, eMarks[from])) ?? [];
  if (mark === undefined || Number(sCount[from]) - state.blkIndent > 3) return false;
  if (silent) return true;
  const before = [Number(bMarks[from]), Number(tShift[from]), Number(sCount[from])] as const;
  state.push("note_open", "", 1);
  state.blkIndent += 4;
  state.parentType = "footnote";
  bMarks[from] = begin + mark.length;
  tShift[from] = 0;
  sCount[from] = state.blkIndent;
  state.md.block.tokenize(state, from, to);
  [bMarks[from], tShift[from], sCount[from]] = before;
  state.parentType = parentType;
  state.blkIndent -= 4;
  state.push("note_close", "", -1);
  return true;
}
