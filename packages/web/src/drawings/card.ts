import type { Hash } from "@freehold/protocol";
import type { SiteOwner } from "../site/view.ts";
import { grounds, inks } from "./accent.ts";
import { placeDrawing, svgFile } from "./drawing.ts";
import { drawPortrait } from "./portrait.ts";
import { drawSeal } from "./seal.ts";

/** The size of a card in pixels, as previews elsewhere expect it. */
export const cardSize = { width: 1_200, height: 630 } as const;

export interface Card {
  readonly owner: Pick<SiteOwner, "address" | "accent" | "title">;
  /** The content hash of a signed post; null for a local one. */
  readonly seal: Hash | null;
  /** May be empty. */
  readonly title: string;
  /** A picture as a data URL; null for none. */
  readonly cover: string | null;
  /** The owner's picture, a square, as a data URL; null for the portrait that is made of the address. */
  readonly avatar: string | null;
  /** A text as the fonts can write it, without emoji and the like; empty where a letter is missing. */
  readonly write: (text: string) => string;
}

// The font's size and the height of a line by the number of lines, in pixels.
const sizes = [92, 84, 70, 58] as const;
const left = 80;
const longestTitle = 300;

/** The picture of a post in previews elsewhere, an SVG file: its cover or its seal, its title, and who wrote it. */
export function renderCard({ owner, seal, title, cover, avatar, write }: Card): string {
  const { width, height } = cardSize;
  const { light: colour } = owner.accent;
  const portrait = drawPortrait(owner.address);
  const main = seal === null ? portrait : drawSeal(seal);
  const textWidth = cover === null ? width - 2 * left : 600;
  const text = setTitle(write(title).slice(0, longestTitle), textWidth);
  const name = write(owner.title);
  const shapes = [
    `<path fill="${grounds.light}" d="M0 0H${width}V${height}H0Z"/>`,
    cover === null
      ? `<g opacity="0.09">${placeDrawing(main, { x: 560, y: -185, width: 1_000, colour })}</g>`
      : `<image href="${cover}" x="${width - 460}" y="0" width="460" height="${height}" preserveAspectRatio="xMidYMid slice"/>`,
    text === "" ? placeDrawing(main, { x: left, y: 84, width: 330, colour }) : text,
    avatar === null ? placeDrawing(portrait, { x: left, y: 486, width: 72, colour }) : drawAvatar(avatar),
    name === "" ? "" : writeLine(fit(name, textWidth - 96, 34), { x: left + 96, y: 534, size: 34 }),
    seal === null || text === ""
      ? ""
      : placeDrawing(main, { x: left + textWidth - 64, y: 490, width: 64, colour }),
    `<path fill="${colour}" d="M0 ${height - 14}H${width}V${height}H0Z"/>`,
  ];
  return svgFile(cardSize, shapes.join(""));
}

function drawAvatar(picture: string): string {
  return (
    `<clipPath id="round"><circle cx="${left + 36}" cy="522" r="36"/></clipPath>` +
    `<image href="${picture}" x="${left}" y="486" width="72" height="72" clip-path="url(#round)"/>`
  );
}

/** A title in the largest size in which it fits, else cut; empty for one without words. */
function setTitle(title: string, width: number): string {
  if (title === "") return "";
  const [smallest] = sizes.slice(-1);
  const size = sizes.find((one) => wrap(title, width, one).length * one * 1.15 <= 340) ?? smallest ?? 0;
  const most = Math.floor(340 / (size * 1.15));
  const lines = wrap(title, width, size);
  const shown = lines.slice(0, most);
  if (lines.length > most)
    shown[most - 1] = `${shown[most - 1]?.replace(/(?<![\s,.;:，。；：])[\s,.;:，。；：]+$/u, "")}…`;
  return shown
    .map((line, at) => writeLine(line, { x: left, y: 64 + size + at * size * 1.15, size }))
    .join("");
}

const isWide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/u;

/** About how wide a text is, in pixels. */
function widthOf(text: string, size: number): number {
  let ems = 0;
  for (const sign of text) ems += isWide.test(sign) ? 1 : /[\p{Lu}mwMW@%—]/u.test(sign) ? 0.74 : 0.47;
  return ems * size;
}

/** Lines no wider than `width`: broken between words, and between any two Chinese characters. */
function wrap(text: string, width: number, size: number): string[] {
  const words = [...new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)];
  const lines: string[] = [];
  let line = "";
  for (const { segment } of words.flatMap((word) => splitLong(word.segment, width, size))) {
    if (line !== "" && widthOf(line + segment.trimEnd(), size) > width && !/^[\p{P}]$/u.test(segment)) {
      lines.push(line.trimEnd());
      line = segment.trimStart();
    } else line += segment;
  }
  return line.trim() === "" ? lines : [...lines, line.trimEnd()];
}

function splitLong(word: string, width: number, size: number): { segment: string }[] {
  if (widthOf(word, size) <= width) return [{ segment: word }];
  const most = Math.max(1, Math.floor(width / (size * 0.75)));
  const signs = [...word];
  const starts = Array.from({ length: Math.ceil(signs.length / most) }, (_, index) => index * most);
  return starts.map((at) => ({ segment: signs.slice(at, at + most).join("") }));
}

function fit(text: string, width: number, size: number): string {
  if (widthOf(text, size) <= width) return text;
  let signs = [...text];
  while (signs.length > 1 && widthOf(`${signs.join("")}…`, size) > width) signs = signs.slice(0, -1);
  return `${signs.join("").trimEnd()}…`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function writeLine(text: string, { x, y, size }: { x: number; y: number; size: number }): string {
  const escaped = text.replace(/[&<>]/g, (sign) => entities[sign] ?? "").replace(/[\p{Cc}]/gu, "");
  return `<text x="${x}" y="${Math.round(y)}" font-family="Freehold Card" font-size="${size}" fill="${inks.light}">${escaped}</text>`;
}
