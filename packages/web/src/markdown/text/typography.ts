import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { characterAt, characterBefore } from "./emphasis.ts";
import { surroundingsOf } from "./text-parts.ts";

const narrow = "\u202f";
/** The quotation marks of languages, outer and inner ones; of others, and of Chinese, Japanese and Korean, marks stay as typed. */
const marksOf: Readonly<Record<string, readonly [string, string, string, string]>> = Object.fromEntries(
  (
    [
      ["en nl pt tr id ms vi ga cy", "“", "”", "‘", "’"],
      ["de cs sk sl bg is lt et lb", "„", "“", "‚", "‘"],
      ["fr", `«${narrow}`, `${narrow}»`, "“", "”"],
      ["es it ca gl el nb nn no eu", "«", "»", "“", "”"],
      ["ru uk be", "«", "»", "„", "“"],
      ["pl ro hr hu", "„", "”", "‚", "’"],
      ["sv fi da", "”", "”", "’", "’"],
    ] as const
  ).flatMap(([languages, ...marks]) => languages.split(" ").map((language) => [language, marks])),
);

/**
 * Quotes, apostrophes and dashes as a language prints them: `"…"`, `'…'`, `don't`, ` -- `, ` --- `. Marks without their other one stay, and
 * so do those in code, formulas and addresses, and escaped ones. The source stays as it is.
 */
export function typography(md: MarkdownIt): void {
  md.core.ruler.before("text_join", "typed_marks", keepTyped);
  md.core.ruler.push("typography", ({ env, tokens }: StateCore) => {
    const { language } = surroundingsOf(env);
    if (language == null || marksFor(language) === undefined) return;
    for (const { children } of tokens) if (children) setTokens(children, language);
  });
  md.renderer.rules.typed = (tokens, index) => md.utils.escapeHtml(tokens[index]?.content ?? "");
}

const marksFor = (language: string) => marksOf[language.split("-")[0] ?? ""];

/** An escaped mark, or one that is written as an entity, is meant. */
function keepTyped({ tokens }: StateCore): void {
  for (const { children } of tokens)
    for (const child of children ?? [])
      if (child.type === "text_special" && /^["'-]$/.test(child.content)) child.type = "typed";
}

/** A text of a line, from one position of the line to another. */
interface Part {
  readonly token: Token;
  readonly from: number;
  readonly to: number;
}

function setTokens(children: readonly Token[], language: string): void {
  const parts: Part[] = [];
  let line = "";
  let isAddress = false;
  for (const child of children) {
    if (child.type === "link_open") isAddress = child.markup === "linkify" || child.markup === "autolink";
    if (child.type === "link_close") isAddress = false;
    const from = line.length;
    line += child.type === "text" && !isAddress ? child.content : standFor(child);
    if (child.type === "text" && !isAddress) parts.push({ token: child, from, to: line.length });
  }
  const changes = findChanges(line, language);
  let next = 0;
  for (const { token, from, to } of parts) {
    let content = "";
    let at = from;
    for (let change = changes[next]; change && change.at < to; change = changes[++next]) {
      if (change.at < at || change.at + change.length > to) continue;
      content += line.slice(at, change.at) + change.text;
      at = change.at + change.length;
    }
    token.content = content + line.slice(at, to);
  }
}

/** How something that is no text looks to a mark beside it. */
function standFor({ type, nesting, content }: Token): string {
  if (type.endsWith("break")) return "\n";
  if (type === "typed") return content;
  return nesting === 0 && type !== "footnote_ref" ? "x" : "";
}

interface Change {
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

const opensBehind = /^[\s([{<\u2013\u2014\-/“„«‘‚¿¡]?$/u;
const isBlank = (sign: string) => /^\s?$/.test(sign);
const isWord = (sign: string) => /^[\p{L}\p{N}]$/u.test(sign);

/** The marks of a line that are printed in another way, in order. */
function findChanges(line: string, language: string): Change[] {
  const [open, close, openInner, closeInner] = marksFor(language) ?? ["", "", "", ""];
  const changes = new Map<number, Change>();
  const change = (at: number, text: string, length = 1) => changes.set(at, { at, length, text });
  // The beginning of a quote of each kind that has not ended yet.
  let double = -1;
  let single = -1;
  let opened = -1;
  for (const { 0: mark, index } of line.matchAll(/["']|-+/g)) {
    const [before, behind] = [characterBefore(line, index), characterAt(line, index + mark.length)];
    if (mark.startsWith("-")) {
      const isBetween = isBlank(before) ? isBlank(behind) : isWord(behind) && before !== "/";
      if (isBetween && (mark.length === 2 || mark.length === 3))
        change(index, mark.length === 2 ? "–" : "—", mark.length);
      continue;
    }
    const opens = (opensBehind.test(before) || (opened >= 0 && opened === index - 1)) && !isBlank(behind);
    if (opens) {
      opened = index;
      if (mark === '"') double = index;
      else single = index;
    } else if (mark === '"' && double >= 0 && !isBlank(before)) {
      change(double, open);
      change(index, close);
      // One that began within it and did not end there was none.
      if (single > double) single = -1;
      double = -1;
    } else if (mark === "'" && single >= 0 && !isBlank(before) && !isWord(behind)) {
      change(single, openInner);
      change(index, closeInner);
      single = -1;
    } else if (mark === "'" && isWord(before) && !/\p{N}/u.test(before)) change(index, "’");
  }
  return [...changes.values()].sort((one, other) => one.at - other.at);
}
