import type { Balance, ImportedPost } from "../source.ts";
import { findMissing } from "./find-missing.ts";
import { readBlocks } from "./read-blocks.ts";
import { readHtml } from "./read-html.ts";
import { readMarkdown } from "./read-markdown.ts";
import { readOutlineWords } from "./read-outline-words.ts";
import { readShortcodes } from "./read-shortcodes.ts";
import type { SourceText, VisibleText } from "./source-text.ts";
import { wordsOf } from "./words.ts";

const readers: Readonly<Record<SourceText["kind"], (text: string) => VisibleText>> = {
  html: readHtml,
  shortcodes: readShortcodes,
  markdown: (text) => readMarkdown(text, { isSource: true }),
  outline: readOutlineWords,
  plain: (text) => ({ text, code: [] }),
  blocks: readBlocks,
};

type Result = Pick<ImportedPost, "title" | "markdown" | "tags" | "excerpt" | "files" | "notes">;

/** Compares the visible words of an entry with those of the post that it became, its notes included. */
export function weigh(source: readonly SourceText[], result: Result): Balance {
  const before = source.map(({ kind, text }) => readers[kind](text));
  const { title, markdown, tags, excerpt, files, notes } = result;
  const body = readMarkdown(markdown, { isSource: false }).text;
  const after = [
    title,
    body,
    ...tags,
    excerpt ?? "",
    ...files.map((file) => file.description ?? ""),
    ...notes,
  ];
  const words = before.flatMap(({ text }) => wordsOf(text));
  // The source is read without what looks like a tag in its code, and the code arrives with it.
  const bare = body
    .split("\n")
    .filter((line) => line.includes("<") || line.includes("raw"))
    .map((line) => line.replace(tag, "").replace(rawMark, ""));
  const { missing, examples } = findMissing(words, [...after, ...bare].flatMap(wordsOf));
  const lines = new Set([...after.flatMap((text) => text.split("\n")), ...bare].map(squash));
  const isLost = (code: string) => code.split("\n").some((line) => !lines.has(squash(line)));
  const missingCode = before.flatMap(({ code }) => code).filter(isLost).length;
  return { words: words.length, missing, missingCode, examples };
}

// Some generators leave these marks out of code, and others show them.
const rawMark = /\{%-?\s{0,9}(?:end)?raw\s{0,9}-?%\}/g;
const tag = /<\/?[a-z][^<>]*>/gi;

/** A line without its blanks, which may change in code, too: tabs become spaces. */
const squash = (line: string) => line.normalize("NFKC").replace(/\s+/g, "");
