import { readProse } from "./searchable-text.ts";
import { locateTags } from "./terms.ts";

/**
 * A Markdown text with another tag in place of one, wherever it is a tag: not in code, links and pictures. All else stays as it is.
 *
 * @param tag folded
 * @param to the new tag as it is written, without its sign; null: the word stays, and is a tag no more
 */
export function replaceTag(source: string, tag: string, to: string | null): string {
  const candidates = locateTags(source).filter((found) => found.tag === tag);
  if (candidates.length === 0) return source;
  // Each gets a name of its own. The parser then says which of them are tags.
  const nonce = freeName(source);
  const probed = replaceAll(source, candidates, (index) => `#${nonce}${index}x`);
  const real = new Set(readProse(probed).flatMap((text) => locateTags(text).map((found) => found.tag)));
  return replaceAll(source, candidates, (index, { name }) => {
    if (!real.has(`${nonce}${index}x`)) return `#${name}`;
    return to === null ? name : `#${to}`;
  });
}

type Located = ReturnType<typeof locateTags>[number];

function replaceAll(
  source: string,
  located: readonly Located[],
  write: (index: number, found: Located) => string,
): string {
  let text = "";
  let end = 0;
  for (const [index, found] of located.entries()) {
    text += source.slice(end, found.start) + write(index, found);
    end = found.end;
  }
  return text + source.slice(end);
}

/** A word that a text does not contain. */
function freeName(source: string): string {
  const small = source.toLowerCase();
  let name = "tag";
  while (small.includes(name)) name += "q";
  return name;
}
