import type { Token } from "markdown-it";
import type { Figure } from "../figures/figure.ts";
import { findLanguage } from "../figures/languages.ts";

/** What a token is to be made into, or null. */
export function toFigure({ type, content, info, markup }: Token): Figure | null {
  if (type === "formula") return { kind: "maths", display: markup === "$$", source: content };
  if (type === "formula_block") return { kind: "maths", display: true, source: content };
  if (type !== "fence") return null;
  const [word] = info.trim().toLowerCase().split(/\s/, 1);
  if (word === "mermaid") return { kind: "diagram", source: content };
  if (word === "math") return { kind: "maths", display: true, source: content.trim() };
  const language = findLanguage(info);
  return language === null ? null : { kind: "code", language, source: content.replace(/\n$/, "") };
}
