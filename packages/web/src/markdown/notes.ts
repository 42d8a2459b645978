import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from "markdown-it";
import { writeDirection } from "./text/direction.ts";
import { surroundingsOf } from "./text/text-parts.ts";

/**
 * Footnotes: `[^name]` for a note that stands elsewhere as `[^name]: text`, and `^[text]` for one in a line. They are
 * shown below the text; on a wide screen the page of a post puts them beside it (`islands/notes.ts`). Their anchors carry the name of
 * the text, so that one page may show several texts.
 */
export function notes(md: MarkdownIt): void {
  md.block.ruler.before("reference", "note", readNote, { alt: ["paragraph", "reference"] });
  md.inline.ruler.after("image", "note_in_line", readNoteInLine);
  md.inline.ruler.after("note_in_line", "note_ref", readReference);
  md.core.ruler.after("inline", "notes", putBelow);
  const { rules } = md.renderer;
  rules.footnote_ref = (tokens, index, _, env) => {
    const { name, number, again } = describe(tokens[index], env);
    return `<sup>${joined}<a class="note-ref" id="ref-${name}${again}" href="#note-${name}" role="doc-noteref">${number}</a></sup>`;
  };
  rules.footnote_block_open = () => '<section class="notes" role="doc-endnotes"><ol>';
  rules.footnote_block_close = () => "</ol></section>";
  rules.footnote_open = (tokens, index, _, env) => {
    const { note, name } = describe(tokens[index], env);
    return `<li id="note-${name}"${writeDirection(firstWords(note))}>`;
  };
  rules.footnote_anchor = (tokens, index, _, env) => {
    const { name, number, again } = describe(tokens[index], env);
    return ` <a class="note-back" href="#ref-${name}${again}" role="doc-backlink" aria-label="↩ ${number}${again}">↩\uFE0E</a>`;
  };
  rules.footnote_close = () => "</li>\n";
}

/** A word joiner: no line begins with the number of a note. */
const joined = "\u2060";

const firstWords = ({ tokens }: Note): string => tokens.find(({ type }) => type === "inline")?.content ?? "";

/** Its note, the name of its anchors, its number from 1, and a suffix for every reference after the first. */
function describe(token: Token | undefined, env: object | undefined) {
  const { note, again } = Object(token?.meta) as { note: Note; again: number };
  const { number } = note;
  const name = `${surroundingsOf(env).name ?? "text"}-${number}`;
  return { note, name, number, again: again > 0 ? `-${again}` : "" };
}

/**
 * For each opening square bracket of a line of text the position of its closing bracket. One pass, so that a text of
 * brackets takes linear time. Escaped brackets don't count.
 */
function findClosingBrackets(text: string): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === "\\") at += 1;
    else if (sign === "[") open.push(at);
    else if (sign === "]") {
      const begin = open.pop();
      if (begin !== undefined) closing.set(begin, at);
    }
  }
  return closing;
}

interface Note {
  tokens: Token[];
  /** From 1, in the order of the first references; 0 without a reference. */
  number: number;
  /** The number of references. */
  count: number;
}

const newNote = (tokens: Token[]): Note => ({ tokens, number: 0, count: 0 });

/** The notes of a text while it is parsed. */
interface Notes {
  readonly named: Map<string, Note>;
  /** The notes with a reference, by their numbers. */
  readonly shown: Note[];
  /** The number of references to all notes. */
  references: number;
  /** Whether the parser is inside a note in a line, which can't contain another. */
  isInside: boolean;
  brackets: { readonly src: string; readonly closing: ReadonlyMap<number, number> } | null;
}

/** Characters between the brackets of `[^name]`, so that a text of open brackets takes linear time. */
const longestName = 100;

/** The references of a text; more are shown as they were typed. */
const mostReferences = 2_000;

function notesOf(env: object): Notes {
  const state = env as { notes?: Notes };
  state.notes ??= { named: new Map(), shown: [], references: 0, isInside: false, brackets: null };
  return state.notes;
}

/** The name in `[^name]` at a position, or null. */
function nameAt(src: string, at: number, max: number): string | null {
  if (!src.startsWith("[^", at)) return null;
  const found = /^([^\s\]]+)\]/.exec(src.slice(at + 2, Math.min(max, at + longestName + 3)));
  return found?.[1] ?? null;
}

/** Leaves the note's tokens in the stream between two marks until the inline rules have run. */
function readNote(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const { src, bMarks, tShift, sCount, eMarks, parentType } = state;
  const begin = Number(bMarks[startLine]) + Number(tShift[startLine]);
  const max = Number(eMarks[startLine]);
  const name = nameAt(src, begin, max);
  const text = begin + (name?.length ?? 0) + 4;
  if (name === null || src[text - 1] !== ":" || text > max) return false;
  if (silent) return true;
  notesOf(state.env).named.set(name, newNote([]));
  const before = [Number(bMarks[startLine]), Number(tShift[startLine]), Number(sCount[startLine])] as const;
  state.push("note_open", "", 1).info = name;
  state.blkIndent += 4;
  state.parentType = "footnote";
  bMarks[startLine] = text;
  tShift[startLine] = /^[ \t]*/.exec(src.slice(text, max))?.[0].length ?? 0;
  sCount[startLine] = state.blkIndent;
  state.md.block.tokenize(state, startLine, endLine);
  [bMarks[startLine], tShift[startLine], sCount[startLine]] = before;
  state.parentType = parentType;
  state.blkIndent -= 4;
  state.push("note_close", "", -1);
  return true;
}

function readNoteInLine(state: StateInline, silent: boolean): boolean {
  const { src, pos, md, env, Token } = state;
  if (!src.startsWith("^[", pos)) return false;
  const notes = notesOf(env);
  if (notes.isInside || notes.references >= mostReferences) return false;
  if (notes.brackets?.src !== src) notes.brackets = { src, closing: findClosingBrackets(src) };
  const end = notes.brackets.closing.get(pos + 1);
  if (end === undefined || end >= state.posMax || end === pos + 2) return false;
  if (!silent) {
    const children: Token[] = [];
    const inline = Object.assign(new Token("inline", "", 0), { content: src.slice(pos + 2, end), children });
    notes.isInside = true;
    md.inline.parse(inline.content, md, env, children);
    notes.isInside = false;
    const open = Object.assign(new Token("paragraph_open", "p", 1), { block: true });
    const close = Object.assign(new Token("paragraph_close", "p", -1), { block: true });
    refer(state, newNote([open, inline, close]));
  }
  state.pos = end + 1;
  return true;
}

function readReference(state: StateInline, silent: boolean): boolean {
  const name = nameAt(state.src, state.pos, state.posMax);
  const { named, references } = notesOf(state.env);
  const note = name === null ? undefined : named.get(name);
  if (name === null || note === undefined || references >= mostReferences) return false;
  if (!silent) refer(state, note);
  state.pos += name.length + 3;
  return true;
}

function refer(state: StateInline, note: Note): void {
  const notes = notesOf(state.env);
  if (note.count === 0) note.number = notes.shown.push(note);
  state.push("footnote_ref", "", 0).meta = { note, again: note.count };
  note.count += 1;
  notes.references += 1;
}

/** Moves the notes with references to the end of the text, and drops the others. */
function putBelow(state: StateCore): void {
  const { Token, env } = state;
  const { named, shown } = notesOf(env);
  const text: Token[] = [];
  const open = [text];
  for (const token of state.tokens) {
    const note = token.type === "note_open" ? named.get(token.info) : undefined;
    if (note) {
      // The last note of a name counts.
      note.tokens = [];
      open.push(note.tokens);
    } else if (token.type === "note_close") open.pop();
    else open.at(-1)?.push(token);
  }
  if (shown.length > 0) {
    const items = shown.flatMap((note) => itemOf(state, note));
    text.push(new Token("footnote_block_open", "", 1));
    for (const token of items) text.push(token);
    text.push(new Token("footnote_block_close", "", -1));
  }
  state.tokens = text;
}

function itemOf({ Token }: StateCore, note: Note): Token[] {
  const { tokens, count } = note;
  const make = (type: string, nesting: -1 | 0 | 1, again = 0) =>
    Object.assign(new Token(type, "", nesting), { meta: { note, again } });
  const linksBack = Array.from({ length: count }, (_, again) => make("footnote_anchor", 0, again));
  // They are in the last paragraph if the note ends with one.
  const end = tokens.at(-1)?.type === "paragraph_close" ? tokens.length - 1 : tokens.length;
  return [make("footnote_open", 1), ...tokens.toSpliced(end, 0, ...linksBack), make("footnote_close", -1)];
}
