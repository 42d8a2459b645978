import type { MarkdownIt, StateInline } from "markdown-it";

const ends = new WeakMap<StateInline, (from: number) => number>();

/** Leaves out comments of HTML within a line: `<!-- … -->`. One without its end is shown as it was typed. */
export function hideComments(md: MarkdownIt): void {
  md.inline.ruler.before("html_inline", "comment", (state) => {
    const { src, pos, posMax } = state;
    if (!src.startsWith("<!--", pos)) return false;
    const find = ends.get(state) ?? findForward(src, "-->");
    ends.set(state, find);
    const end = find(pos + 4) + 3;
    if (end > posMax) return false;
    state.pos = end;
    return true;
  });
}

/** Finds the next place of some words in a text, infinity for none. It takes linear time where it is asked for places in order. */
export function findForward(text: string, words: string): (from: number) => number {
  let asked = 0;
  let found = -1;
  return (from) => {
    if (from < asked || from > found) {
      const next = text.indexOf(words, from);
      asked = from;
      found = next === -1 ? Number.POSITIVE_INFINITY : next;
    }
    return found;
  };
}
