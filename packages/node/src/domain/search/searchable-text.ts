import { type Hash, readVersionLink, versionLinkReach, withoutVersionLink } from "@freehold/protocol";
import { cutSource, elements, emphasis, notes } from "@freehold/web/markdown-syntax";
import type { Token } from "markdown-it";
import MarkdownIt from "markdown-it";
import type { Context } from "../../context.ts";
import type { Publication } from "../../store/publications/publications.ts";
import { limits } from "../limits.ts";
import { findMarks } from "./terms.ts";

/** The searchable parts of a publication or a comment, in plain text. */
export interface SearchableText {
  readonly title: string;
  readonly body: string;
  /** Folded, without their sign. */
  readonly tags: readonly string[];
  readonly mentions: readonly string[];
  /** The content that the text is a new version of, by its last line. */
  readonly replaces: Hash | null;
}

/**
 * Reads the searchable text of a publication, before the transaction that indexes it: the beginning of a POST's text, or
 * the name and caption of a FILE. Empty when the bytes are missing.
 *
 * @param bytes of the content, where they are in memory
 */
export async function readSearchableText(
  { blobs }: Pick<Context, "blobs">,
  {
    kind,
    contentHash,
    filename,
    description,
  }: Pick<Publication, "kind" | "contentHash" | "filename" | "description">,
  bytes: Uint8Array | null = null,
): Promise<SearchableText> {
  if (kind === "FILE") {
    const names = { title: clean(filename ?? ""), body: clean(description ?? "") };
    return { ...names, tags: [], mentions: [], replaces: null };
  }
  if (bytes && bytes.length <= limits.searchedBytes) return readMarkdownText(new TextDecoder().decode(bytes));
  const size = bytes?.length ?? (await blobs.size(contentHash)) ?? 0;
  const read = async (start: number, end: number) =>
    new TextDecoder().decode(
      bytes?.subarray(start, end) ?? (await readRange(blobs, contentHash, start, end)),
    );
  const text = await read(0, Math.min(size, limits.searchedBytes));
  if (size <= limits.searchedBytes) return readMarkdownText(text);
  const end = await read(size - 4 * versionLinkReach, size);
  return { ...readMarkdownText(text), replaces: readVersionLink(end) };
}

async function readRange(blobs: Context["blobs"], hash: Hash, start: number, end: number) {
  if (start >= end) return Buffer.alloc(0);
  return Buffer.concat(await Array.fromAsync(blobs.read(hash, { start, end: end - 1 })));
}

/** PostgreSQL accepts no NUL in a text. */
function clean(text: string): string {
  return text.replaceAll("\0", "");
}

/**
 * Like the parser of pages, except that escaped characters stay apart: `\#` begins no tag. It makes no HTML. Tables are read
 * as lines: a few kilobytes could become 65,000 cells.
 */
const parser = new MarkdownIt({ html: false, linkify: true, typographer: false })
  .disable(["text_join", "table"])
  .use(emphasis)
  .use(elements)
  .use(notes);

/** The separators of table cells, and the line below a table's head. */
const rules = /^[ \t|:-]+$|\|/gm;

/**
 * Reads the searchable parts of a Markdown text: the heading at its beginning, all other words, and the hashtags and
 * mentions in its prose, not in code, links and pictures.
 */
export function readMarkdownText(source: string): SearchableText {
  const tokens = parser.parse(withoutVersionLink(source), {});
  const hasTitle = tokens[0]?.type === "heading_open";
  const prose: string[] = [];
  const captions = new Set<string>();
  const blocks = tokens.map((token) => readBlock(token, prose, captions));
  const title = hasTitle ? (blocks[1] ?? "") : "";
  const body = blocks
    .slice(hasTitle ? 2 : 0)
    .filter((block) => block !== "")
    .join("\n");
  const words = { title: title.replace(/\s+/g, " ").trim(), body: body.trim() };
  return { ...words, ...findMarks(prose), replaces: readVersionLink(source) };
}

/** The runs of the author's own prose in a Markdown text: not its code, links and pictures. */
export function readProse(source: string): string[] {
  const prose: string[] = [];
  const captions = new Set<string>();
  for (const token of parser.parse(withoutVersionLink(source), {})) readBlock(token, prose, captions);
  return prose;
}

/** How much of a text is read for its title, and how long a title of first words is. */
const titleSource = 2_000;
const titleLength = 90;

/** The title of a post in lists, as plain text: its heading, else its first words; empty for a text without words. */
export function readTitle(markdown: string): string {
  const { title, body } = readMarkdownText(cutSource(markdown, titleSource));
  if (title !== "") return title;
  const words = body.replace(/\s+/g, " ");
  return words.length <= titleLength ? words : `${words.slice(0, titleLength - 1).trimEnd()}…`;
}

/**
 * The plain text of a block. Adds the author's own prose to `prose`.
 *
 * @param captions those of pictures before it: one caption may be that of thousands of pictures, and is read once
 */
function readBlock({ type, content, children }: Token, prose: string[], captions: Set<string>): string {
  if (type === "fence" || type === "code_block") return content;
  if (type !== "inline" || !children) return "";
  let text = "";
  let links = 0;
  let run = "";
  for (const child of children) {
    if (child.type === "link_open") links += 1;
    if (child.type === "link_close") links -= 1;
    const plain = textOf(child);
    text += plain;
    const caption = child.type === "image" ? String(child.attrGet("title") ?? "") : "";
    if (caption !== "" && !captions.has(caption)) text += `\n${caption}`;
    if (caption !== "") captions.add(caption);
    // A tag ends where something other than plain text begins.
    if (child.type === "text" && links === 0) {
      run += plain;
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
