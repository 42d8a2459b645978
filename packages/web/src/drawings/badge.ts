import type { Hash } from "@freehold/protocol";
import { escapeHtml } from "../site/html.ts";
import { type Accent, grounds, inks } from "./accent.ts";
import { placeDrawing } from "./drawing.ts";
import { drawSeal } from "./seal.ts";

/** A badge for other sites: its text and its look. */
export interface Badge {
  readonly contentHash: Hash;
  readonly accent: Accent;
  readonly theme: "light" | "dark";
  /** "Signed by …, check it", whole. */
  readonly label: string;
  /** The same with a name that was cut. */
  readonly text: string;
}

export const badgeHeight = 28;

// The columns of a name, where a Chinese letter takes two.
const nameColumns = 28;

/** A name for a badge: no longer than its columns. */
export function shortenName(name: string): string {
  let columns = 0;
  let short = "";
  for (const letter of name) {
    columns += columnsOf(letter);
    if (columns > nameColumns) return `${short.trimEnd()}…`;
    short += letter;
  }
  return short;
}

/** Letters of East Asia, and pictures, are twice as wide. */
function columnsOf(letter: string): number {
  return /[\u1100-\u115f\u2e80-\uffdc\u{1f000}-\u{3fffd}]/u.test(letter) ? 2 : 1;
}

/**
 * A badge as an SVG file: the seal of a post, and who signed it. It has presentation attributes only, and its text is
 * fitted to a width that does not depend on the reader's fonts.
 */
export function drawBadge({ contentHash, accent, theme, label, text }: Badge): string {
  const columns = [...text].reduce((sum, letter) => sum + columnsOf(letter), 0);
  const textWidth = Math.round(columns * 6.4);
  const width = 34 + textWidth + 12;
  const line = theme === "light" ? "#e4e0d8" : "#2e2b27";
  const seal = placeDrawing(drawSeal(contentHash), { x: 9, y: 5, width: 18, colour: accent[theme] });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${badgeHeight}" viewBox="0 0 ${width} ${badgeHeight}" role="img">`,
    `<title>${escapeHtml(label)}</title>`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${badgeHeight - 1}" rx="4" fill="${grounds[theme]}" stroke="${line}"/>`,
    seal,
    `<text x="34" y="18" fill="${inks[theme]}" font-family="system-ui, sans-serif" font-size="12" textLength="${textWidth}" lengthAdjust="spacingAndGlyphs">${escapeHtml(text)}</text>`,
    "</svg>",
  ].join("");
}
