import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import { bundledLanguages } from "shiki/langs";
import { escapeHtml } from "../site/html.ts";

const prefix = "--shiki-token-";
/** A longer line stays in one colour, because nobody reads such code. */
const longestLine = 500;
/** ms; the first line of a language also builds its expressions. */
const longestForLine = 1_000;

let making: Promise<HighlighterCore> | undefined;

/** Code with a class for each kind of word (`t-keyword`), as HTML; the colours are the stylesheet's. */
export async function highlightCode(source: string, language: string): Promise<string> {
  making ??= createHighlighterCore({
    themes: [createCssVariablesTheme({ name: "classes" })],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  const highlighter = await making;
  await highlighter.loadLanguage(bundledLanguages[language as keyof typeof bundledLanguages]);
  const lines = highlighter.codeToTokensBase(source, {
    lang: language,
    theme: "classes",
    tokenizeMaxLineLength: longestLine,
    tokenizeTimeLimit: longestForLine,
  });
  return lines.map((line) => line.map(writeToken).join("")).join("\n");
}

function writeToken({ content, color = "" }: { content: string; color?: string }): string {
  const kind = color.startsWith(`var(${prefix}`) ? color.slice(`var(${prefix}`.length, -1) : null;
  return kind === null ? escapeHtml(content) : `<span class="t-${kind}">${escapeHtml(content)}</span>`;
}
