import { KiB } from "@freehold/protocol/internal";
import type { Token } from "markdown-it";

const figureMultiple = 16; // HTML of a figure, as a multiple of its source, besides `figureExtra`
const figureExtra = 4 * KiB;
const drawingCharacters = 512 * KiB; // the drawing of a diagram

/** A part of a text that a worker renders in advance, since its library may run for too long. */
export type Figure =
  | { readonly kind: "code"; readonly language: string; readonly source: string }
  | { readonly kind: "maths"; readonly display: boolean; readonly source: string }
  | { readonly kind: "diagram"; readonly source: string };

/** A rendered figure. `html` still has to be sanitised. */
export type DrawnFigure =
  | { readonly kind: "markup"; readonly html: string }
  | { readonly kind: "picture"; readonly svg: string; readonly width: number; readonly height: number };

/** Rendered figures by `keyOf`; all others are shown as their source. */
export type DrawnFigures = ReadonlyMap<string, DrawnFigure>;

export function keyOf(figure: Figure): string {
  const variant =
    figure.kind === "code" ? figure.language : figure.kind === "maths" && figure.display ? "display" : "";
  return `${figure.kind}\n${variant}\n${figure.source}`;
}

/** Whether a drawn figure is within the limit: a macro of TeX repeats 1,000 characters with 2 of its own. */
export function isInBounds({ source }: Figure, drawn: DrawnFigure): boolean {
  if (drawn.kind === "picture") return drawn.svg.length <= drawingCharacters;
  return drawn.html.length <= figureMultiple * source.length + figureExtra;
}

/** The figure with a key of `keyOf`; null for any other text. */
export function figureOf(key: string): Figure | null {
  const [, kind, variant = "", source = ""] = /^(code|maths|diagram)\n(.*)\n([\s\S]*)$/.exec(key) ?? [];
  if (kind === "code") return languages.has(variant) ? { kind, language: variant, source } : null;
  if (kind === "maths") return { kind, display: variant === "display", source };
  return kind === "diagram" ? { kind, source } : null;
}

/** The languages that are highlighted, each with its aliases. */
const languageNames = `
  bash sh shell zsh console, c, cpp c++, csharp cs c#, css, diff patch, docker dockerfile, go golang, graphql gql,
  haskell hs, html, java, javascript js mjs cjs, json json5 jsonc, jsx, kotlin kt, lua, markdown md, php, python py,
  ruby rb, rust rs, solidity sol, sql, swift, toml, tsx, typescript ts, xml svg, yaml yml, zig
`;
const languages = new Map(
  languageNames.split(",").flatMap((group) => {
    const [name = "", ...aliases] = group.trim().split(/\s+/);
    return [name, ...aliases].map((each) => [each, name] as const);
  }),
);

/** The figure of a token, or null. */
export function toFigure({ type, content, info, markup }: Token): Figure | null {
  if (type === "formula") return { kind: "maths", display: markup === "$$", source: content };
  if (type === "formula_block") return { kind: "maths", display: true, source: content };
  if (type !== "fence") return null;
  const [word = ""] = info.trim().toLowerCase().split(/\s/, 1);
  if (word === "mermaid") return { kind: "diagram", source: content };
  if (word === "math") return { kind: "maths", display: true, source: content.trim() };
  const language = languages.get(word);
  return language === undefined ? null : { kind: "code", language, source: content.replace(/\n$/, "") };
}
