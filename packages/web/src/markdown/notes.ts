import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from "markdown-it";
import { surroundingsOf } from "./text-parts.ts";

/** Footnotes (`[^1]`), below the text. Their anchors carry the name of the text, so that many may stand on one page. */
export function notes(md: MarkdownIt): void {
  md.use(readNotes);
  const { rules } = md.renderer;
  rules.footnote_ref = (tokens, index, _, env) => {
    const { name, number, again } = describe(tokens[index], env);
    return `<sup><a class="note-ref" id="ref-${name}${again}" href="#note-${name}" role="doc-noteref">${number}</a></sup>`;
  };
  rules.footnote_block_open = () => '<section class="notes" role="doc-endnotes"><ol>';
  rules.footnote_block_close = () => "</ol></section>";
  rules.footnote_open = (tokens, index, _, env) => `<li id="note-${describe(tokens[index], env).name}">`;
  rules.footnote_anchor = (tokens, index, _, env) => {
    const { name, number, again } = describe(tokens[index], env);
    return ` <a class="note-back" href="#ref-${name}${again}" role="doc-backlink" aria-label="↩ ${number}">↩\uFE0E</a>`;
  };
  rules.footnote_close = () => "</li>\n";
}

/** What its anchors are called, its number from 1, and what tells a second place that leads to it from the first. */
function describe(token: Token | undefined, env: object | undefined) {
  const number = Number(token?.meta?.id) + 1;
  const subId = Number(token?.meta?.subId ?? 0);
  const name = `${surroundingsOf(env).docId ?? "text"}-${number}`;
  return { name, number, again: subId > 0 ? `-${subId}` : "" };
}

/**
 * For each opening square bracket of a line of text the place of the one that closes it, found in one go; brackets behind a
 * backslash are none.
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

/** A note and the number of references to it. */
interface Note {
  readonly name: string | null;
  /** Of one that stands in a line. */
  readonly inline: Token | null;
  count: number;
}

/** The notes of a text while it is parsed. */
interface Notes {
  /** By their name; null for one that nothing leads to so far. */
  readonly named: Map<string, number | null>;
  /** In the order in which the text leads to them. */
  readonly shown: Note[];
  /** The number of references. */
  ways: number;
  /** Whether the words of a note are read, in which there is no other. */
  isInside: boolean;
  brackets: { readonly src: string; readonly closing: ReadonlyMap<number, number> } | null;
}

/** What a note is called between its brackets, at most: so that a text of open brackets is read in one go. */
const longestName = 100;

/** The references of a text; more are shown as they were typed. */
const mostWays = 2_000;

/**
 * Footnotes: `[^name]` for one that stands elsewhere as `[^name]: words`, and `^[words]` for one in a line. Each part of a
 * text is looked at once, however its brackets stand.
 */
function readNotes(md: MarkdownIt): void {
  md.block.ruler.before("reference", "note", readNote, { alt: ["paragraph", "reference"] });
  md.inline.ruler.after("image", "note_in_line", readNoteInLine);
  md.inline.ruler.after("note_in_line", "note_ref", readReference);
  md.core.ruler.after("inline", "notes", putBelow);
}

function notesOf(env: object): Notes {
  const state = env as { notes?: Notes };
  state.notes ??= { named: new Map(), shown: [], ways: 0, isInside: false, brackets: null };
  return state.notes;
}

/** The name in `[^name]` at a place, or null. */
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
  const words = begin + (name?.length ?? 0) + 4;
  if (name === null || src[words - 1] !== ":" || words > max) return false;
  if (silent) return true;
  notesOf(state.env).named.set(name, null);
  const kept = [Number(bMarks[startLine]), Number(tShift[startLine]), Number(sCount[startLine])] as const;
  const lead = /^[ \t]*/.exec(src.slice(words, max))?.[0].length ?? 0;
  state.push("note_open", "", 1).info = name;
  state.blkIndent += 4;
  state.parentType = "footnote";
  bMarks[startLine] = words;
  tShift[startLine] = lead;
  sCount[startLine] = state.blkIndent;
  state.md.block.tokenize(state, startLine, endLine);
  [bMarks[startLine], tShift[startLine], sCount[startLine]] = kept;
  state.parentType = parentType;
  state.blkIndent -= 4;
  state.push("note_close", "", -1);
  return true;
}

function readNoteInLine(state: StateInline, silent: boolean): boolean {
  const { src, pos, md, env } = state;
  if (!src.startsWith("^[", pos)) return false;
  const notes = notesOf(env);
  if (notes.isInside || notes.ways >= mostWays) return false;
  if (notes.brackets?.src !== src) notes.brackets = { src, closing: findClosingBrackets(src) };
  const end = notes.brackets.closing.get(pos + 1);
  if (end === undefined || end >= state.posMax || end === pos + 2) return false;
  if (!silent) {
    const inline = new state.Token("inline", "", 0);
    inline.content = src.slice(pos + 2, end);
    inline.children = [];
    notes.isInside = true;
    md.inline.parse(inline.content, md, env, inline.children);
    notes.isInside = false;
    refer(state, notes.shown.push({ name: null, inline, count: 0 }) - 1);
  }
  state.pos = end + 1;
  return true;
}

function readReference(state: StateInline, silent: boolean): boolean {
  const name = nameAt(state.src, state.pos, state.posMax);
  const { named, shown, ways } = notesOf(state.env);
  const known = name === null ? undefined : named.get(name);
  if (name === null || known === undefined || ways >= mostWays) return false;
  if (!silent) {
    const id = known ?? shown.push({ name, inline: null, count: 0 }) - 1;
    named.set(name, id);
    refer(state, id);
  }
  state.pos += name.length + 3;
  return true;
}

function refer(state: StateInline, id: number): void {
  const notes = notesOf(state.env);
  const note = notes.shown[id];
  if (!note) return;
  notes.ways += 1;
  state.push("footnote_ref", "", 0).meta = { id, subId: note.count };
  note.count += 1;
}

/** Moves the notes that the text refers to to its end, and drops the others. */
function putBelow(state: StateCore): void {
  const { named, shown } = notesOf(state.env);
  if (named.size === 0 && shown.length === 0) return;
  const { text, words } = takeOut(state.tokens);
  const below = shown.length === 0 ? [] : [new state.Token("footnote_block_open", "", 1)];
  for (const [id, note] of shown.entries()) below.push(...itemOf(state, id, note, words));
  if (shown.length > 0) below.push(new state.Token("footnote_block_close", "", -1));
  state.tokens = [];
  for (const tokens of [text, below]) for (const token of tokens) state.tokens.push(token);
}

function takeOut(tokens: readonly Token[]): { text: Token[]; words: Map<string, Token[]> } {
  const text: Token[] = [];
  const words = new Map<string, Token[]>();
  const inside: Token[][] = [];
  for (const token of tokens) {
    if (token.type === "note_open") {
      const own: Token[] = [];
      words.set(token.info, own);
      inside.push(own);
    } else if (token.type === "note_close") inside.pop();
    else (inside.at(-1) ?? text).push(token);
  }
  return { text, words };
}

function* itemOf(
  { Token }: StateCore,
  id: number,
  { name, inline, count }: Note,
  words: ReadonlyMap<string, Token[]>,
): Generator<Token> {
  const make = (type: string, tag: string, nesting: -1 | 0 | 1, about: Partial<Token> = {}) =>
    Object.assign(new Token(type, tag, nesting), about);
  const own = inline
    ? [
        make("paragraph_open", "p", 1, { block: true }),
        inline,
        make("paragraph_close", "p", -1, { block: true }),
      ]
    : [...(words.get(name ?? "") ?? [])];
  // The ways back stand in the last paragraph where there is one.
  const last = own.at(-1)?.type === "paragraph_close" ? own.pop() : undefined;
  yield make("footnote_open", "", 1, { meta: { id } });
  yield* own;
  for (let subId = 0; subId < count; subId += 1)
    yield make("footnote_anchor", "", 0, { meta: { id, subId } });
  if (last) yield last;
  yield make("footnote_close", "", -1);
}
