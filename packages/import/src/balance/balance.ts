import type { Balance, ImportedPost } from "../source.ts";
import { readBlocks } from "./read-blocks.ts";
import { readHtml } from "./read-html.ts";
import { readMarkdown } from "./read-markdown.ts";
import { readShortcodes } from "./read-shortcodes.ts";
import type { SourceText, VisibleText } from "./source-text.ts";
import { wordsOf } from "./words.ts";

const tolerated = 0.02; // missing words, as a share of all

/** Whether an entry lost more of its words than happens by chance, or a block of code. */
export function isIncomplete({ words, missing, missingCode }: Balance): boolean {
  return missingCode > 0 || missing > words * tolerated;
}

const readers: Readonly<Record<SourceText["kind"], (text: string) => VisibleText>> = {
  html: readHtml,
  shortcodes: readShortcodes,
  markdown: (text) => readMarkdown(text, { isSource: true }),
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
    .filter((line) => line.includes("<"))
    .map((line) => line.replace(tag, ""));
  const { missing, examples } = findMissing(words, [...after, ...bare].flatMap(wordsOf));
  const lines = new Set([...after.flatMap((text) => text.split("\n")), ...bare].map(squash));
  const isLost = (code: string) => code.split("\n").some((line) => !lines.has(squash(line)));
  const missingCode = before.flatMap(({ code }) => code).filter(isLost).length;
  return { words: words.length, missing, missingCode, examples };
}

const tag = /<\/?[a-z][^<>]*>/gi;

/** A line without its blanks, which may change in code, too: tabs become spaces. */
const squash = (line: string) => line.normalize("NFKC").replace(/\s+/g, "");

/** How much of the shorter of two texts in Markdown is in the other one, by words, from 0 to 1. */
export function shareOfWords(one: string, other: string): number {
  const read = (text: string) => wordsOf(readMarkdown(text, { isSource: false }).text);
  const [words, others] = [read(one), read(other)];
  const shorter = Math.min(words.length, others.length);
  return shorter === 0 ? 1 : (words.length - findMissing(words, others).missing) / shorter;
}

const mostExamples = 5;
const exampleWords = 12;

/** The words that occur less often in the second list, and the passages of the first that hold most of them. */
function findMissing(
  words: readonly string[],
  others: readonly string[],
): Pick<Balance, "missing" | "examples"> {
  const short = new Map<string, number>();
  for (const word of words) short.set(word, (short.get(word) ?? 0) + 1);
  for (const word of others) {
    const count = short.get(word);
    if (count !== undefined) short.set(word, count - 1);
  }
  let missing = 0;
  for (const count of short.values()) missing += Math.max(0, count);
  const runs: string[][] = [];
  let run: string[] = [];
  for (const word of missing === 0 ? [] : words) {
    if ((short.get(word) ?? 0) > 0) run.push(word);
    else if (run.length > 0) {
      runs.push(run);
      run = [];
    }
  }
  if (run.length > 0) runs.push(run);
  runs.sort((one, other) => other.length - one.length);
  const examples: string[] = [];
  for (const passage of runs) {
    if (examples.length === mostExamples) break;
    // A word that is missing once may stand in several places.
    const own = passage.filter((word) => takeOne(short, word));
    if (own.length > 0) examples.push(join(own));
  }
  return { missing, examples };
}

function takeOne(short: Map<string, number>, word: string): boolean {
  const count = short.get(word) ?? 0;
  short.set(word, count - 1);
  return count > 0;
}

function join(words: readonly string[]): string {
  const isUnspaced = words.every((word) => [...word].length === 1 && !/[\p{Script=Latin}\p{N}]/u.test(word));
  const shown = words
    .slice(0, exampleWords)
    .map((word) => word.slice(0, 40))
    .join(isUnspaced ? "" : " ");
  return words.length > exampleWords ? `${shown} …` : shown;
}
