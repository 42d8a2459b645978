import { mapProse } from "@freehold/protocol";
import { pageOf } from "../tags/hexo-tags.ts";
import { convertLines } from "./convert-lines.ts";
import type { Graph } from "./graph.ts";
import { type Block, readOutline } from "./read-outline.ts";

/** The page that is written, with the blocks of others that its readers may see. */
export interface OutlinePage {
  readonly blocks: Graph["blocks"];
  readonly openness: number;
}

interface Writing extends OutlinePage {
  readonly notes: Set<string>;
  /** Characters of other blocks that may still be put into this page. */
  left: number;
  depth: number;
}

const mostOfOthers = 200_000; // characters
const mostSteps = 3; // of a reference in a block that is referred to

/**
 * Writes an outline of Logseq as nested lists in Markdown. Tasks get boxes, `#+BEGIN_QUOTE` and the like become quotes and code, a
 * reference becomes the words of its block, and a property the line `name: value`, unless it is one that no page shows.
 */
export function writeOutline(
  body: string,
  page: OutlinePage,
): { readonly markdown: string; readonly notes: readonly string[] } {
  const writing = { ...page, notes: new Set<string>(), left: mostOfOthers, depth: 0 };
  const markdown = writeBlocks(readOutline(body.replaceAll("\r\n", "\n")), writing);
  return { markdown: markdown === "" ? "" : `${markdown}\n`, notes: [...writing.notes] };
}

function writeBlocks(blocks: readonly Block[], writing: Writing): string {
  const parts: string[] = [];
  let number = 0;
  let wasPlain = true;
  for (const block of blocks) {
    const { lines, below, isNumbered } = convertBlock(block, writing);
    if (lines.length === 0 && below === "") continue;
    number = isNumbered ? number + 1 : 0;
    const isPlain = block.isPlain && below === "";
    if ((isPlain || wasPlain) && parts.length > 0) parts.push("");
    wasPlain = isPlain;
    parts.push(
      isPlain ? lines.join("\n") : writeItem({ lines, below, mark: isNumbered ? `${number}. ` : "- " }),
    );
  }
  return parts.join("\n");
}

interface Item {
  readonly lines: readonly string[];
  readonly below: string;
  readonly mark: string;
}

function writeItem({ lines, below, mark }: Item): string {
  const indentation = " ".repeat(mark.length);
  const indented = [...lines.slice(1), ...(below === "" ? [] : below.split("\n"))].map((line) =>
    line === "" ? "" : `${indentation}${line}`,
  );
  return [`${mark}${lines[0] ?? ""}`.trimEnd(), ...indented].join("\n");
}

interface ConvertedBlock {
  readonly lines: readonly string[];
  readonly below: string;
  readonly isNumbered: boolean;
}

function convertBlock(block: Block, writing: Writing): ConvertedBlock {
  // A block that is embedded embeds none.
  const embedded = writing.depth === 0 ? embeddedOf(block, writing) : null;
  const { lines, children } = embedded ?? block;
  if (embedded) writing.depth += 1;
  const converted = { ...convertOwn(lines, writing), below: writeBlocks(children, writing) };
  if (embedded) writing.depth -= 1;
  return converted;
}

/** The lines of a block without those below it. */
function convertOwn(written: readonly string[], writing: Writing): Omit<ConvertedBlock, "below"> {
  const { lines, isNumbered, level } = convertLines(written, writing.notes);
  const markdown = mapProse(lines.join("\n"), (prose) => convertWords(prose, writing)).trimEnd();
  const text = markdown.replace(/^\s*\n/, "");
  const heading = level > 0 && text !== "" && !text.startsWith("#") ? `${"#".repeat(level)} ` : "";
  return { lines: text === "" ? [] : `${heading}${text}`.split("\n"), isNumbered };
}

const embed = /^\s*\{\{embed[ \t]+\(\(([\da-f-]{36})\)\)\}\}\s*$/i;

/** The block in whose place an embedded one is shown, with all that is below it; null for any other. */
function embeddedOf({ lines, children, isPlain }: Block, writing: Writing): Block | null {
  const [, id] = (lines.length > 0 && embed.exec(lines.join("\n").trim())) || [];
  const named = id === undefined ? null : takeBlock(id, writing);
  if (!named) return null;
  return { lines: named.words.split("\n"), children: [...readOutline(named.below), ...children], isPlain };
}

function takeBlock(id: string, writing: Writing) {
  const named = writing.blocks.get(id.toLowerCase());
  const length = (named?.words.length ?? 0) + (named?.below.length ?? 0);
  if (named && named.openness >= writing.openness && length <= writing.left) {
    writing.left -= length + 1;
    return named;
  }
  writing.notes.add("A block that it refers to is not in the folder, or not for the same readers.");
  return null;
}

const labelled = /\[([^[\]\n]*)\]\(\(\([\da-f-]{36}\)\)\)/gi;
const reference = /\(\(([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\)\)/gi;
const macro = /\{\{[ \t]{0,9}([\w-]{1,40})(?:[ \t]((?:[^{}]|\{(?!\{)|\}(?!\})){0,2000}))?\}\}/g;

/** The words of a block, outside of its code. */
function convertWords(prose: string, writing: Writing): string {
  return prose
    .replace(labelled, "$1")
    .replace(/\{\{embed[ \t]+(\(\([\da-f-]{36}\)\)|\[\[[^[\]\n]*\]\])\}\}/gi, "$1")
    .replace(reference, (_, id: string) => wordsOf(id, writing))
    .replace(macro, (whole, name: string, text = "") =>
      convertMacro(whole, { name: name.toLowerCase(), text, writing }),
    )
    .replace(/#(?=\[\[[^[\]\n]*\]\])/g, "")
    .replace(/\^\^([^^\n]{1,2000})\^\^/g, "**$1**")
    .replace(/\b(SCHEDULED|DEADLINE): <([^<>\n]{1,60})>/g, "$1: $2");
}

/** The words of a block in one line. */
function wordsOf(id: string, writing: Writing): string {
  const named = writing.depth < mostSteps ? takeBlock(id, writing) : null;
  if (!named) return "…";
  writing.depth += 1;
  const { lines } = convertOwn(named.words.split("\n"), writing);
  writing.depth -= 1;
  return lines
    .join(" ")
    .replace(/\s+/g, " ")
    .replace(/^(?:#{1,6}|\[[ x]\])[ \t]/, "")
    .trim();
}

interface Macro {
  readonly name: string;
  readonly text: string;
  readonly writing: Writing;
}

function convertMacro(whole: string, { name, text, writing }: Macro): string {
  if (name === "cloze") return text.split(" \\\\ ")[0]?.trim() ?? "";
  if (/^(?:query|cards|function|namespace)$/.test(name)) {
    writing.notes.add("A query was left out: its results are not in the file.");
    return "";
  }
  const page = /^(?:video|youtube|vimeo|bilibili|tweet|twitter)$/.test(name)
    ? pageOf(name, text.trim().split(/\s+/))
    : null;
  if (page === null) writing.notes.add(`The macro “${name}” is not supported and stays as text.`);
  return page ?? whole;
}
