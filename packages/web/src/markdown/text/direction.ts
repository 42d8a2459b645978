import type { MarkdownIt, StateCore } from "markdown-it";

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;

type Direction = "ltr" | "rtl";

/** The direction of a text by its first letter, as browsers find it for `dir="auto"`; null for one without letters. */
export function directionOf(text: string): Direction | null {
  const [letter] = /\p{L}/u.exec(text) ?? [];
  if (letter === undefined) return null;
  return rightToLeft.test(letter) ? "rtl" : "ltr";
}

/** The attribute of an element with a text, and a space before it; "" where the text is written as pages are. */
export function writeDirection(text: string): string {
  return directionOf(text) === "rtl" ? ' dir="rtl"' : "";
}

/** Elements of blocks that carry a direction; what is in them has it, too. */
const directed = new Set("p h1 h2 h3 h4 h5 h6 ul ol li blockquote table th td details summary".split(" "));

/**
 * Gives blocks that are written from right to left that direction, and blocks in them that are not the other one. A list, a
 * quotation and a table have that of their first words. Other texts stay as they are.
 */
export function directions(md: MarkdownIt): void {
  md.core.ruler.after("inline", "directions", directBlocks);
}

function directBlocks({ src, tokens }: StateCore): void {
  if (!rightToLeft.test(src)) return;
  // For each token, the direction of the next words.
  const next: (Direction | null)[] = [];
  let found: Direction | null = null;
  for (const token of tokens.toReversed()) {
    if (token.type === "inline") found = directionOf(wordsOf(token.content)) ?? found;
    next.push(found);
  }
  const open: Direction[] = ["ltr"];
  for (const token of tokens) {
    const ahead = next.pop();
    const around = open.at(-1) ?? "ltr";
    if (token.nesting < 0) open.pop();
    if (token.nesting <= 0) continue;
    const direction = directed.has(token.tag) && !token.hidden && ahead ? ahead : around;
    if (direction !== around) token.attrSet("dir", direction);
    open.push(direction);
  }
}

/** A text without its code and addresses, whose letters are Latin in every language. */
const wordsOf = (source: string) => source.replace(/`[^`]*`|\]\([^()]*\)|\bhttps?:\S+/g, " ");
