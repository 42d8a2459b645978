import { parser } from "./parser.ts";
import { readOpening } from "./read-opening.ts";

/** So much of a text is looked at for how it begins. */
const openingLength = 2_000;

/** The heading that a text begins with, and its first words after that, both plain. */
export function readMarkdownOpening(markdown: string): { title: string | null; summary: string } {
  return readOpening(parser.parse(markdown.slice(0, openingLength), {}));
}
