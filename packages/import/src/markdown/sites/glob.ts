/** Whether `*` and `?` match a `/` (Ruby's `File.fnmatch`), or only `**` does (Hugo). */
interface GlobOptions {
  readonly crossesFolders: boolean;
}

// The alternatives that groups make of one pattern, and the length of a pattern. A path is shorter.
const mostAlternatives = 100;
const longestPattern = 1_000;

/**
 * Matches a path with a pattern of `*`, `**`, `?`, `[a-z]` and `{one,two}`, in time that grows with the product of both lengths.
 *
 * @returns whether the pattern matches all of the path
 */
export function matchesGlob(pattern: string, path: string, options: GlobOptions): boolean {
  if (pattern.length > longestPattern) return false;
  const alternatives = expandAlternatives(pattern, { group: /\{([^{}]*)\}/, separator: "," });
  return alternatives.some((one) => matchesParts(parseParts(one, options), path));
}

/** The patterns that a pattern with groups of alternatives stands for; groups inside groups are expanded one after another. */
export function expandAlternatives(
  pattern: string,
  { group, separator }: { readonly group: RegExp; readonly separator: string },
): string[] {
  const done: string[] = [];
  const open = [pattern];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const found = group.exec(one);
    if (!found || done.length + open.length >= mostAlternatives) done.push(one);
    else {
      const [start, end] = [one.slice(0, found.index), one.slice(found.index + found[0].length)];
      open.push(...(found[1] ?? "").split(separator).map((part) => `${start}${part}${end}`));
    }
  }
  return done;
}

/** A part of a pattern. One that repeats may also match nothing. */
export interface Part {
  readonly test: (letter: string) => boolean;
  readonly repeats: boolean;
}

function parseParts(pattern: string, { crossesFolders }: GlobOptions): Part[] {
  const within = (letter: string) => crossesFolders || letter !== "/";
  return [...pattern.matchAll(/\*\*\/?|\*|\?|\[[^\]]+\]|\\?[\s\S]/g)].map(([part]) => {
    if (part.startsWith("**")) return { test: () => true, repeats: true };
    if (part === "*") return { test: within, repeats: true };
    if (part === "?") return { test: within, repeats: false };
    if (part.length > 2 && part.startsWith("[")) return { test: classOf(part.slice(1, -1)), repeats: false };
    const letter = part.slice(-1);
    return { test: (one) => one === letter, repeats: false };
  });
}

/** The letters of a class, as `a-z` or `^/`. */
export function classOf(letters: string): Part["test"] {
  const isNegated = /^[!^]/.test(letters);
  const ranges = [...letters.slice(isNegated ? 1 : 0).matchAll(/([\s\S])-([\s\S])|[\s\S]/g)];
  const isIn = (letter: string) =>
    ranges.some(([one, from = one, to = one]) => letter >= from && letter <= to);
  return (letter) => isIn(letter) !== isNegated;
}

/** Keeps every position of the pattern that the path so far can lead to, so nothing is tried twice. */
export function matchesParts(parts: readonly Part[], path: string): boolean {
  let reached = new Set<number>();
  reach(reached, parts, 0);
  for (const letter of path) {
    const next = new Set<number>();
    for (const at of reached) {
      const part = parts[at];
      if (part?.test(letter)) reach(next, parts, part.repeats ? at : at + 1);
    }
    reached = next;
  }
  return reached.has(parts.length);
}

/** Adds a position, and those behind the parts from there on that may match nothing. */
function reach(positions: Set<number>, parts: readonly Part[], from: number): void {
  for (let at = from; !positions.has(at); at += 1) {
    positions.add(at);
    if (!parts[at]?.repeats) return;
  }
}
