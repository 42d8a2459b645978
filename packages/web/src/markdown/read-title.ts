import { parser } from "./parser.ts";
import { readOpening } from "./read-opening.ts";

/** So much of a text is looked at for its title. */
const openingLength = 2_000;

/** What a text is called in a list, plain: its heading, else its first words; empty for a text without words. */
export function readTitle(markdown: string): string {
  const { title, summary } = readOpening(parser.parse(markdown.slice(0, openingLength), {}));
  return title ?? shorten(summary, 90);
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;
}
