/**
 * For each opening square bracket of a line of text the place of the one that closes it, found in one go; brackets behind a
 * backslash are none.
 */
export function findClosingBrackets(text: string): ReadonlyMap<number, number> {
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
