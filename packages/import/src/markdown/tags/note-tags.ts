import { mapProse } from "@freehold/protocol";

/** The marks of a comment, or a tag: of Obsidian, or one of Logseq in brackets. */
const part =
  /%%|<!--|-->|(?<!\S)#(?:\[\[([^[\]\n]{1,200})\]\]|((?:[\p{L}\p{M}\p{N}\p{So}\p{Emoji_Modifier}_/-]|\u200d){1,200}))/gu;

const elementLength = 500; // an element with its attributes, in which a colour looks like a tag

/** A note with its tags. */
export interface TaggedNote {
  readonly markdown: string;
  readonly tags: readonly string[];
}

/**
 * Finds the tags in the words of a note of Obsidian or Logseq: letters, digits, `_`, `-` and `/`, not digits alone. A tag
 * that is another one here, as the first half of `#to-read` would be, stays as words, and stands among the tags of the post.
 */
export function readNoteTags(source: string): TaggedNote {
  if (!source.includes("#")) return { markdown: source, tags: [] };
  const tags = new Set<string>();
  let comment: string | null = null;
  const readIn = (prose: string) =>
    prose.replace(part, (whole, page: string | undefined, word: string | undefined, at: number) => {
      const written = page ?? word;
      if (written === undefined) {
        if (comment === null) comment = whole === "%%" ? "%%" : whole === "<!--" ? "-->" : null;
        else if (comment === whole) comment = null;
        return whole;
      }
      const tag = written.replace(/^\/|\/$/g, "");
      if (comment !== null || !/[^\d/]/.test(tag) || isInElement(prose, at)) return whole;
      tags.add(tag);
      return word === undefined || /^[\p{L}\p{M}\p{N}_]+$/u.test(word) ? whole : `\\${whole}`;
    });
  const markdown = mapProse(source, readIn, { skipsIndented: true });
  return { markdown, tags: [...tags] };
}

function isInElement(prose: string, at: number): boolean {
  const before = prose.slice(Math.max(0, at - elementLength), at);
  const open = before.lastIndexOf("<");
  return open > before.lastIndexOf(">") && /[a-z/]/i.test(before[open + 1] ?? "");
}
