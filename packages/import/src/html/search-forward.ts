/** Finds a text or a pattern (`g`) from a position; -1 for none. */
export type SearchForward = (sought: string | RegExp, from: number) => number;

/**
 * Searches a text from positions that grow: an end that is missing or far away is looked for once, however many beginnings come before
 * it.
 */
export function searchForward(text: string): SearchForward {
  const known = new Map<string | RegExp, number>();
  return (sought, from) => {
    const earlier = known.get(sought);
    if (earlier !== undefined && (earlier < 0 || earlier >= from)) return earlier;
    const found = typeof sought === "string" ? text.indexOf(sought, from) : match(sought, text, from);
    known.set(sought, found);
    return found;
  };
}

function match(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}
