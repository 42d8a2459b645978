import type { MarkdownIt } from "markdown-it";

const whitespace = /^\s?$/;
const punctuation = /[\p{P}\p{S}]/u;
/** Characters of scripts that have no spaces between words, or need none as Korean, with their punctuation and wide forms. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}\p{scx=Yi}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}\u3000-\u303f\uff00-\uffef]/u;

/** Whether marks of emphasis may begin or end it. */
export interface EmphasisMarks {
  readonly opens: boolean;
  readonly closes: boolean;
}

/**
 * Whether marks of emphasis between two characters open or close it: the rule of CommonMark, which expects a space or punctuation
 * between words, amended for scripts without spaces, so that `**注意：**请看` is bold.
 *
 * @param before the character before the marks, empty at the beginning of a text
 * @param after the character after them, empty at its end
 * @param splitsWords whether these marks work inside a word: `*` and `~` do, `_` does not
 */
export function readEmphasis(before: string, after: string, splitsWords: boolean): EmphasisMarks {
  const [mark, next] = [before, after].map((one) => punctuation.test(one) && !unspaced.test(one));
  const [starts, ends] = [whitespace.test(before), whitespace.test(after)];
  const left = !ends && (!next || starts || mark || unspaced.test(before));
  const right = !starts && (!mark || ends || next || unspaced.test(after));
  if (splitsWords) return { opens: left, closes: right };
  return { opens: left && (!right || mark === true), closes: right && (!left || next === true) };
}

/** The character of a text before a position, whole. */
export const characterBefore = (text: string, at: number): string =>
  at === 0 ? "" : String.fromCodePoint(text.codePointAt(wholeBefore(text, at)) ?? 0);

/** The character of a text at a position, whole. */
export const characterAt = (text: string, at: number): string => {
  const code = text.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
};

function wholeBefore(text: string, at: number): number {
  const isPair = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, at - 2), at));
  return isPair ? at - 2 : at - 1;
}

/** Emphasis and strike-through in texts whose script has no spaces between words. */
export function emphasis(md: MarkdownIt): void {
  md.inline.State = class extends md.inline.State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const { length } = super.scanDelims(start, canSplitWord);
      const after = start + length < this.posMax ? characterAt(this.src, start + length) : "";
      const { opens, closes } = readEmphasis(characterBefore(this.src, start), after, canSplitWord);
      return { can_open: opens, can_close: closes, length };
    }
  };
}
