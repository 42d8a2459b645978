import type { Hash } from "@freehold/protocol";
import type { Token } from "markdown-it";
import MarkdownIt from "markdown-it";
import type { Context } from "../../context.ts";
import type { PublicationKind } from "../../store/tables/publications.ts";
import { limits } from "../limits.ts";
import { findMarks } from "./terms.ts";

/** What of a publication or a comment can be found, in plain text. */
export interface SearchableText {
  readonly title: string;
  readonly body: string;
  /** Folded, without the sign that they begin with. */
  readonly tags: readonly string[];
  readonly mentions: readonly string[];
}

/** What a publication is, as far as its words go. */
export interface PublicationWords {
  readonly kind: PublicationKind;
  readonly contentHash: Hash;
  readonly filename: string | null;
  readonly description: string | null;
}

/**
 * Reads what of a publication can be found, before the transaction that indexes it: of a POST the beginning of its
 * text, of a FILE its name and its caption. Missing bytes have no words.
 */
export async function readSearchableText(
  { blobs }: Pick<Context, "blobs">,
  { kind, contentHash, filename, description }: PublicationWords,
): Promise<SearchableText> {
  if (kind === "FILE") {
    return { title: clean(filename ?? ""), body: clean(description ?? ""), tags: [], mentions: [] };
  }
  return readMarkdownText(await readBeginning(blobs, contentHash));
}

async function readBeginning(blobs: Context["blobs"], hash: Hash): Promise<string> {
  const size = await blobs.size(hash);
  if (size === null || size === 0) return "";
  const decoder = new TextDecoder();
  let text = "";
  const end = Math.min(size, limits.searchedBytes) - 1;
  for await (const chunk of blobs.read(hash, { start: 0, end }))
    text += decoder.decode(chunk, { stream: true });
  return text;
}

/** PostgreSQL takes no NUL in a text. */
function clean(text: string): string {
  return text.replaceAll("\0", "");
}

/**
 * As pages are parsed, but that escaped signs stay apart: `\#` begins no tag. It makes no HTML, and so it has no part in
 * what a page may hold. Tables are read as lines: filled up to their width, a few kilobytes would be 65,000 cells.
 */
const parser = new MarkdownIt({ html: false, linkify: true, typographer: false }).disable([
  "text_join",
  "table",
]);

/** What stands between the cells of a table, and below its head. */
const rules = /^[ \t|:-]+$|\|/gm;

/**
 * What of a Markdown text can be found: the heading that it begins with, all other words, and the hashtags and
 * mentions in its prose, which those in code, links and pictures are not.
 */
export function readMarkdownText(source: string): SearchableText {
  const tokens = parser.parse(source, {});
  const hasTitle = tokens[0]?.type === "heading_open";
  const prose: string[] = [];
  const blocks = tokens.map((token) => readBlock(token, prose));
  const title = hasTitle ? (blocks[1] ?? "") : "";
  const body = blocks
    .slice(hasTitle ? 2 : 0)
    .filter((block) => block !== "")
    .join("\n");
  return { title: title.replace(/\s+/g, " ").trim(), body: body.trim(), ...findMarks(prose) };
}

/** The plain text of a block. What is prose of the author's own is added to `prose`. */
function readBlock({ type, content, children }: Token, prose: string[]): string {
  if (type === "fence" || type === "code_block") return content;
  if (type !== "inline" || !children) return "";
  let text = "";
  let links = 0;
  let run = "";
  for (const child of children) {
    if (child.type === "link_open") links += 1;
    if (child.type === "link_close") links -= 1;
    const words = textOf(child);
    text += words;
    // A tag ends where anything begins that is no plain text.
    if (child.type === "text" && links === 0) {
      run += words;
      continue;
    }
    prose.push(run);
    run = child.type === "text_special" ? "\\" : "";
  }
  prose.push(run);
  return text.includes("|") ? readCells(text) : text;
}

/** The words of a table, a line for each cell. */
function readCells(text: string): string {
  const cells = text.replace(rules, "\n").split("\n");
  return cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "")
    .join("\n");
}

function textOf({ type, content, children }: Token): string {
  if (type === "softbreak" || type === "hardbreak") return "\n";
  if (type === "image") return (children ?? []).map(textOf).join("");
  return type === "text" || type === "text_special" || type === "code_inline" ? content : "";
}
