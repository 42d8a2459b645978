import { findForward } from "./comments.ts";

/** An element or a comment of HTML that is a block of a text. Positions are those of the text. */
export interface BlockElement {
  readonly name: string;
  readonly attributes: string;
  /** Behind its first tag. */
  readonly start: number;
  /** Before its last tag, and behind it. */
  readonly end: number;
  readonly behind: number;
  /** The line of its last tag, from 0. */
  readonly lastLine: number;
}

interface Tag {
  readonly at: number;
  readonly behind: number;
  readonly closes: boolean;
  readonly name: string;
  readonly attributes: string;
}

const tags = /<(\/?)(details|summary|p|div)((?:\s[^<>]{0,200})?)>/gi;
const fences = /(?:`{3,}|~{3,})/y;
/** Marks of quotations, items and notes, behind which a block begins. */
const marks = /(?:[ \t]|>|(?:[-*+]|\d{1,9}[.)])[ \t]|\[\^[^\s\]]{1,100}\]:){0,200}/y;
const mostNested = 20;

/**
 * Finds the elements of a text that are whole, by the position of their first tag: it begins a block or follows another tag that does,
 * and the last tag ends a line or is followed by others that end. Code between fences has none.
 */
export function findBlockElements(text: string): ReadonlyMap<number, BlockElement> {
  const found = new Map<number, BlockElement>();
  const open: Tag[] = [];
  const findEnd = findForward(text, "-->");
  let fence: string | null = null;
  for (let line = 0, from = 0; from < text.length; line += 1) {
    const end = endOfLine(text, from);
    const begin = from + lengthAt(marks, text, from);
    const [mark = ""] = matchAt(fences, text, begin);
    const info = text.slice(begin + mark.length, end);
    from = end + 1;
    if (fence !== null) {
      if (mark.startsWith(fence) && info.trim() === "") fence = null;
      continue;
    }
    // Backticks on the same line end a code span.
    if (mark !== "" && !(mark.startsWith("`") && info.includes("`"))) {
      fence = mark;
      continue;
    }
    const comment = text.startsWith("<!--", begin) ? findEnd(begin + 4) : Number.POSITIVE_INFINITY;
    const last = comment < text.length ? endOfLine(text, comment) : -1;
    if (last >= 0 && text.slice(comment + 3, last).trim() === "") {
      line += text.slice(begin, comment).split("\n").length - 1;
      found.set(begin, commentOf(begin, comment, line));
      from = last + 1;
      continue;
    }
    for (const tag of tagsOfLine(text.slice(begin, end), begin)) pair(tag, { open, found, line });
  }
  return found;
}

const commentOf = (at: number, end: number, lastLine: number): BlockElement => ({
  name: "comment",
  attributes: "",
  start: at,
  end,
  behind: end + 3,
  lastLine,
});

interface Pairs {
  readonly open: Tag[];
  readonly found: Map<number, BlockElement>;
  readonly line: number;
}

function pair(tag: Tag, { open, found, line }: Pairs): void {
  if (!tag.closes) {
    open.push(tag);
    if (open.length > mostNested) open.shift();
    return;
  }
  const index = open.findLastIndex(({ name }) => name === tag.name);
  const first = open[index];
  if (first === undefined) return;
  open.length = index;
  const { name, attributes, at, behind: start } = first;
  found.set(at, { name, attributes, start, end: tag.at, behind: tag.behind, lastLine: line });
}

/** The tags at the beginning of a line that begin elements, those at its end that end them, and ends of summaries. */
function tagsOfLine(line: string, offset: number): Tag[] {
  const all = Array.from(
    line.matchAll(tags),
    ({ 0: whole, 1: slash, 2: name = "", 3: attributes = "", index }) => {
      const at = offset + index;
      return { at, behind: at + whole.length, closes: slash !== "", name: name.toLowerCase(), attributes };
    },
  );
  const isBlank = (from: number, to: number) => line.slice(from - offset, to - offset).trim() === "";
  const ends = new Set<Tag>();
  let before = offset + line.length;
  for (const tag of all.toReversed()) {
    if (!tag.closes || !isBlank(tag.behind, before)) break;
    ends.add(tag);
    before = tag.at;
  }
  let behind = offset;
  return all.filter((tag) => {
    const begins = !tag.closes && isBlank(behind, tag.at);
    const isEnd = tag.closes && (ends.has(tag) || tag.name === "summary");
    if (begins || isEnd) behind = tag.behind;
    return begins || isEnd;
  });
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

function matchAt(pattern: RegExp, text: string, at: number): readonly string[] {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? [];
}

const lengthAt = (pattern: RegExp, text: string, at: number) => matchAt(pattern, text, at)[0]?.length ?? 0;
