import { classOf, expandAlternatives, matchesParts, type Part } from "./glob.ts";

/**
 * Hugo's `ignoreFiles`: regular expressions of Go, each of which may match anywhere in a path. They are matched as a list of letters
 * and classes with `.`, `*`, `+`, `^`, `$` and groups of alternatives, in time that grows with the product of both lengths.
 *
 * @returns whether the file at a path from the root of the site is ignored; null where a pattern has other parts
 */
export function createIgnoreRule(patterns: readonly string[]): ((path: string) => boolean) | null {
  const rules: Part[][] = [];
  for (const pattern of patterns) {
    if (pattern.length > 1_000) return null;
    for (const one of expandAlternatives(`(${pattern})`, {
      group: /(?<!\\)\(([^()]*)\)(?![*+?{])/,
      separator: "|",
    })) {
      const parts = parsePattern(one);
      if (parts === null) return null;
      rules.push(parts);
    }
  }
  // Hugo searches the whole path; an owner may have meant a shorter one.
  const namesOf = (path: string) => {
    const parts = path.split("/");
    return parts.map((_part, index) => parts.slice(index).join("/"));
  };
  return (path) => namesOf(path).some((name) => rules.some((rule) => matchesParts(rule, name)));
}

const anything: Part = { test: () => true, repeats: true };
const classes: Readonly<Record<string, string>> = { d: "0-9", w: "a-zA-Z0-9_", s: " \t\n", D: "^0-9" };

/** null for a pattern with parts that are not known here. */
function parsePattern(pattern: string): Part[] | null {
  const isAtStart = pattern.startsWith("^");
  const isAtEnd = /(?<!\\)\$$/.test(pattern);
  const inside = pattern.slice(isAtStart ? 1 : 0, isAtEnd ? -1 : undefined);
  const parts: Part[] = isAtStart ? [] : [anything];
  for (const [, atom = "", repeat = ""] of inside.matchAll(/(\[[^\]]+\]|\\?[\s\S])([*+]?)/g)) {
    if (/^[(){}|?^$*+]$/.test(atom)) return null;
    const test = testOf(atom);
    if (test === null) return null;
    if (repeat !== "*") parts.push({ test, repeats: false });
    if (repeat !== "") parts.push({ test, repeats: true });
  }
  return isAtEnd ? parts : [...parts, anything];
}

function testOf(atom: string): Part["test"] | null {
  if (atom === ".") return () => true;
  if (atom.length > 2) return classOf(atom.slice(1, -1));
  const letter = atom.slice(-1);
  if (!atom.startsWith("\\") || atom.length === 1)
    return atom === "[" || atom === "\\" ? null : (one) => one === letter;
  const known = classes[letter];
  if (known !== undefined) return classOf(known);
  return /[A-Za-z\d]/.test(letter) ? null : (one) => one === letter;
}
