import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** The text of a document without its head, blocks of code and what is between the marks of generated parts. */
export function readPage(path: string): string {
  return readFileSync(join(root, path), "utf8")
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .replace(/^<!-- (\w+) -->$[\s\S]*?^<!-- \/\1 -->$/gm, "")
    .replace(/^```[\s\S]*?^```/gm, "\n")
    .replace(/^<img .*$/gm, "");
}

/** The cells of the tables, without markup. */
export function listCells(page: string): string[] {
  const rows = page.split("\n").filter((line) => line.startsWith("|"));
  return rows.flatMap((row) => row.replaceAll("\\|", "¦").split("|").map(plain));
}

/** The sentences outside of tables and headings, without markup. */
export function listSentences(page: string): string[] {
  const prose = page.replace(/^(?:\||#).*$/gm, "");
  return prose
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
    .flatMap((block) => plain(block).split(/(?<=[.!?。！？][)”"*_]*)\s+(?=\S)/))
    .filter((sentence) => sentence !== "");
}

/** The names that stand in bold, which are those of the dashboard. */
export function listNames(page: string): string[] {
  return [...page.replace(/`[^`\n]*`/g, "").matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = ""]) =>
    name.replace(/\s+/g, " "),
  );
}

export const countWords = (sentence: string) =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

function plain(text: string): string {
  return text
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/`[^`]*`/g, "code")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}
