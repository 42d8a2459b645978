import type { MarkdownIt, RendererRule, Token } from "markdown-it";
import { type DrawnFigure, keyOf, toFigure } from "../figures/figure.ts";
import { escapeHtml } from "../site/html.ts";
import { partsOf, surroundingsOf, type TextSurroundings } from "./text-parts.ts";

/** Code in colours, formulas and diagrams where they were made (`figures/`); the source of all others. */
export function renderFigures(md: MarkdownIt): void {
  md.renderer.rules.fence = renderFence;
  md.renderer.rules.code_block = (tokens, index) => code(tokens[index]?.content ?? "", null);
  md.renderer.rules.formula = renderFormula;
  md.renderer.rules.formula_block = renderFormula;
}

const renderFence: RendererRule = (tokens, index, _, given) => {
  const env = surroundingsOf(given);
  const token = tokens[index];
  if (token === undefined) return "";
  const figure = toFigure(token);
  const drawn = drawnOf(token, env);
  if (figure?.kind === "diagram") {
    env.diagramCount = (env.diagramCount ?? 0) + 1;
    return drawn?.kind === "picture" ? diagram(token.content, drawn, env) : code(token.content, null);
  }
  if (figure?.kind === "maths" && drawn?.kind === "markup") return formulaBlock(drawn.html);
  return code(token.content, drawn?.kind === "markup" ? drawn.html : null);
};

const renderFormula: RendererRule = (tokens, index, _, given) => {
  const env = surroundingsOf(given);
  const token = tokens[index];
  if (token === undefined) return "";
  const { type, content, markup } = token;
  const drawn = drawnOf(token, env);
  if (type === "formula_block") {
    return drawn?.kind === "markup" ? formulaBlock(drawn.html) : code(`$$\n${content}\n$$\n`, null);
  }
  if (drawn?.kind === "markup") return drawn.html;
  return `<code>${escapeHtml(`${markup}${content}${markup}`)}</code>`;
};

function drawnOf(token: Token, env: TextSurroundings): DrawnFigure | undefined {
  const figure = toFigure(token);
  return figure ? partsOf(env).figures.get(keyOf(figure)) : undefined;
}

function formulaBlock(html: string): string {
  return `<div class="formula" tabindex="0">${html}</div>`;
}

function code(source: string, coloured: string | null): string {
  return `<pre><code>${coloured ?? escapeHtml(source)}</code></pre>`;
}

const longestAlt = 200;

/** A picture from this site, in the theme of the page, with what it was made of folded away. */
function diagram(
  source: string,
  { width, height }: { width: number; height: number },
  env: TextSurroundings,
) {
  const { diagrams, messages, diagramCount } = env;
  if (diagrams === undefined) return code(source, null);
  const address = (theme: string) => escapeHtml(`${diagrams.path}/${diagramCount}.svg?theme=${theme}`);
  const lines = source.split("\n").map((line) => line.trim());
  const alt = lines.filter((line) => line !== "").join("; ");
  const shown = escapeHtml(alt.length > longestAlt ? `${alt.slice(0, longestAlt - 1)}…` : alt);
  const { theme } = diagrams;
  const img = `<img src="${address(theme === "dark" ? "dark" : "light")}" alt="${shown}" width="${width}" height="${height}" loading="lazy">`;
  const dark = `<source media="(prefers-color-scheme: dark)" srcset="${address("dark")}">`;
  const picture = theme === "system" ? `<picture>${dark}${img}</picture>` : img;
  const label = escapeHtml(messages?.post.diagramSource ?? "");
  return `<figure class="diagram"><div class="wide" tabindex="0">${picture}</div><details><summary>${label}</summary>${code(source, null)}</details></figure>`;
}
