import { diffArrays } from "diff";

/** A part of a comparison: text of both, or of one alone. */
export interface Part {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** The most changes that are searched word by word; texts that differ more are compared by lines. */
const mostChanges = 2_000;

/**
 * The differences of two texts: by words of their language, by lines if much differs, else as a whole.
 *
 * @param language BCP 47
 */
export function compareTexts(before: string, after: string, language: string): Part[] {
  const words = new Intl.Segmenter(language, { granularity: "word" });
  const wordsOf = (text: string) => Array.from(words.segment(text), ({ segment }) => segment);
  const linesOf = (text: string) => text.split(/(?<=\n)/);
  const changes = [wordsOf, linesOf]
    .values()
    .map((split) => diffArrays(split(before), split(after), { maxEditLength: mostChanges }))
    .find((found) => found !== undefined) ?? [
    { value: [before], removed: true, added: false },
    { value: [after], removed: false, added: true },
  ];
  return joinChanges(
    changes.map(({ value, added, removed }): Part => {
      return { kind: added ? "added" : removed ? "removed" : "same", text: value.join("") };
    }),
  );
}

/** Joins changes with only a space between them, so that they read as one: first the removed text, then the added. */
function joinChanges(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  let removed = "";
  let added = "";
  const end = () => {
    if (removed) joined.push({ kind: "removed", text: removed });
    if (added) joined.push({ kind: "added", text: added });
    removed = "";
    added = "";
  };
  for (const [index, { kind, text }] of parts.entries()) {
    const isGap = /^[^\S\n]*$/.test(text) && removed !== "" && added !== "" && index < parts.length - 1;
    if (kind !== "added" && (kind === "removed" || isGap)) removed += text;
    if (kind !== "removed" && (kind === "added" || isGap)) added += text;
    if (kind !== "same" || isGap) continue;
    end();
    if (text) joined.push({ kind, text });
  }
  end();
  return joined;
}

/** How much of a text that did not change is shown beside a change. */
const shown = 160;

/** A long part that did not change, as its end after a change and its beginning before one, at the bounds of lines. */
export function foldSame(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string[] {
  if (text.length <= 3 * shown) return [text];
  const head = text.slice(0, shown).replace(/(?<!\S)\S*$/, "");
  const tail = text.slice(-shown).replace(/^\S*/, "");
  return [isFirst ? "" : head, isLast ? "" : tail];
}
