import type { MarkdownIt, RendererRule } from "markdown-it";
import { themeDiagram } from "../figures/diagram-theme.ts";
import { type DrawnFigure, keyOf, toFigure } from "../figures/figure.ts";
import { escapeHtml } from "../site/html.ts";
import { formulaToText } from "./formula-text.ts";
import { textLimits } from "./limits.ts";
import { partsOf, surroundingsOf, type TextSurroundings } from "./text/text-parts.ts";

/** Highlighted code, formulas and diagrams as far as they were drawn (`figures/`), else their source. */
export function renderFigures(md: MarkdownIt): void {
  const { rules } = md.renderer;
  rules.fence = rules.formula = rules.formula_block = renderFigure;
  rules.code_block = (tokens, index) => code(tokens[index]?.content ?? "", null);
}

const renderFigure: RendererRule = (tokens, index, _, given) => {
  const env = surroundingsOf(given);
  const token = tokens[index];
  if (token === undefined) return "";
  const { type, content, markup } = token;
  const figure = toFigure(token);
  const drawn = figure ? partsOf(env).figures.get(keyOf(figure)) : undefined;
  const html = drawn?.kind === "markup" ? drawn.html : null;
  const text = env.formulasAsText && figure?.kind === "maths" ? formulaToText(content) : null;
  if (text !== null) return type === "formula" ? escapeHtml(text) : `<p>${escapeHtml(text)}</p>`;
  if (type === "formula") return html ?? `<code>${escapeHtml(`${markup}${content}${markup}`)}</code>`;
  if (figure?.kind === "diagram") {
    env.diagramCount = (env.diagramCount ?? 0) + 1;
    return drawn?.kind === "picture" ? diagram(content, drawn, env) : code(content, null);
  }
  if (figure?.kind === "maths" && html !== null) return `<div class="formula" tabindex="0">${html}</div>`;
  return code(type === "formula_block" ? `$$\n${content}\n$$\n` : content, html);
};

function code(source: string, coloured: string | null): string {
  return `<pre><code>${coloured ?? escapeHtml(source)}</code></pre>`;
}

const longestAlt = 200;
/** Characters of the drawings that stand in a text itself, as far as it was rendered. */
export function drawnInside(env: TextSurroundings): number {
  return env.drawnInside ?? 0;
}

/** A picture in the theme of the page, with its source folded away. */
function diagram(source: string, drawn: Extract<DrawnFigure, { kind: "picture" }>, env: TextSurroundings) {
  const { diagrams, messages, diagramCount } = env;
  if (diagrams === undefined) return code(source, null);
  const { width, height } = drawn;
  const { theme } = diagrams;
  const address = (shown: "light" | "dark") =>
    diagrams.path === null
      ? `data:image/svg+xml,${encodeURIComponent(themeDiagram(drawn, shown)).replaceAll("'", "%27")}`
      : escapeHtml(`${diagrams.path}/${diagramCount}.svg?theme=${shown}`);
  const main = address(theme === "dark" ? "dark" : "light");
  const other = theme === "system" ? address("dark") : "";
  if (diagrams.path === null && !takeRoom(env, main.length + other.length)) return code(source, null);
  const lines = source.split("\n").map((line) => line.trim());
  const alt = lines.filter((line) => line !== "").join("; ");
  const shown = escapeHtml(alt.length > longestAlt ? `${alt.slice(0, longestAlt - 1)}…` : alt);
  const img = `<img src="${main}" alt="${shown}" width="${width}" height="${height}" loading="lazy">`;
  const dark = `<source media="(prefers-color-scheme: dark)" srcset="${other}">`;
  const picture = theme === "system" ? `<picture>${dark}${img}</picture>` : img;
  const label = escapeHtml(messages?.post.diagramSource ?? "");
  return `<figure class="diagram"><div class="wide" tabindex="0">${picture}</div><details><summary>${label}</summary>${code(source, null)}</details></figure>`;
}

/** Takes room for a drawing in the text itself, which doesn't count as output of the text. */
function takeRoom(env: TextSurroundings, length: number): boolean {
  if (drawnInside(env) + length > textLimits.drawnInside) return false;
  env.drawnInside = drawnInside(env) + length;
  if (env.outputLeft !== undefined) env.outputLeft += length;
  return true;
}
