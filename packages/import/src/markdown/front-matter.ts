import { KiB, valueAt } from "@freehold/protocol/internal";
import { parse as parseToml, TomlDate } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { ImportError } from "../errors.ts";
import { objectOf } from "../formats/read-text.ts";
import type { WrittenDate } from "../written-date.ts";

const frontMatterBytes = 64 * KiB; // the front matter of a Markdown file

/** A Markdown file, taken apart. */
export interface MarkdownFile {
  /** Fields of the front matter by their names in lower case; null for a file without front matter. */
  readonly fields: ReadonlyMap<string, unknown> | null;
  readonly body: string;
}

const opening = /^(---|\+\+\+)[ \t]*\r?\n/;

/**
 * Takes the front matter off a Markdown file: YAML between `---`, TOML between `+++`, or JSON in braces.
 *
 * @throws ImportError VALIDATION_FAILED for front matter that can't be read
 */
export function readFrontMatter(source: string): MarkdownFile {
  const text = source.replace(/^\ufeff/, "").replace(/^\s+(?=---|\+\+\+|\{)/, "");
  const fence = opening.exec(text)?.[1];
  if (fence === undefined) return /^\{\s*["}]/.test(text) ? readJson(text) : { fields: null, body: text };
  const start = text.indexOf("\n") + 1;
  const mark = fence === "---" ? /^(?:---|\.\.\.)[ \t]*\r?$/m : /^\+\+\+[ \t]*\r?$/m;
  const end = mark.exec(text.slice(start, start + frontMatterBytes));
  if (!end) {
    // A line at the beginning, and no front matter.
    if (fence === "---" && !/^[ \t]*[\w-]+[ \t]*:/.test(text.slice(start)))
      return { fields: null, body: text };
    throw new ImportError("VALIDATION_FAILED", "its front matter has no end");
  }
  const matter = text.slice(start, start + end.index);
  const body = text.slice(start + end.index + end[0].length).replace(/^\r?\n/, "");
  return { fields: toFields(parse(fence, matter)), body };
}

function parse(fence: string, matter: string): unknown {
  try {
    return fence === "---" ? readYaml(matter) : parseToml(matter);
  } catch (error) {
    const [line = ""] = String(valueAt(error, "message")).split("\n");
    throw new ImportError("VALIDATION_FAILED", `its front matter can't be read: ${line}`, { cause: error });
  }
}

/** Indents the lines of a quoted text that goes on without an indent, which Jekyll allows and YAML does not. */
const indentQuoted = (matter: string): string =>
  matter
    .split("\n")
    .map((line) => (/^[^\s#-]/.test(line) && !/^[^:]{1,200}:(?:\s|$)/.test(line) ? `  ${line}` : line))
    .join("\n");

/** Reads YAML as Jekyll does: of a field that is there twice, the last one counts. */
function readYaml(matter: string): unknown {
  // Aliases can make a small text large.
  const options = { maxAliasCount: 20, logLevel: "error", uniqueKeys: false } as const;
  try {
    return parseYaml(matter, options);
  } catch (error) {
    const mended = indentQuoted(matter);
    if (mended === matter) throw error;
    return parseYaml(mended, options);
  }
}

/** @throws ImportError VALIDATION_FAILED for JSON that can't be read */
function readJson(text: string): MarkdownFile {
  const end = findEndOfObject(text.slice(0, frontMatterBytes));
  if (end === null) throw new ImportError("VALIDATION_FAILED", "its front matter has no end");
  try {
    return { fields: toFields(JSON.parse(text.slice(0, end))), body: text.slice(end).trimStart() };
  } catch (error) {
    const [line = ""] = String(valueAt(error, "message")).split("\n");
    throw new ImportError("VALIDATION_FAILED", `its front matter can't be read: ${line}`, { cause: error });
  }
}

/** The position behind the brace that closes the first one; braces in texts don't count. null for none. */
function findEndOfObject(text: string): number | null {
  let depth = 0;
  let isText = false;
  for (const { 0: mark, index } of text.matchAll(/\\[\s\S]|["{}]/g)) {
    if (mark === '"') isText = !isText;
    if (isText || (mark !== "{" && mark !== "}")) continue;
    depth += mark === "{" ? 1 : -1;
    if (depth === 0) return index + 1;
  }
  return null;
}

function toFields(value: unknown): ReadonlyMap<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return new Map();
  // Zola has tags and categories in a table.
  const all = [...Object.entries(objectOf(valueAt(value, "taxonomies"))), ...Object.entries(value)];
  return new Map(all.map(([name, field]) => [name.toLowerCase(), field]));
}

type Fields = MarkdownFile["fields"];

/** The first of these fields that is a text or a number. */
export function textOf(fields: Fields, ...names: string[]): string | null {
  for (const name of names) {
    const value = fields?.get(name);
    if (typeof value === "string" && value.trim() !== "") return value.trim();
    if (typeof value === "number") return String(value);
  }
  return null;
}

/** The texts of these fields: a list, or a text with commas or blanks between them. */
export function listOf(fields: Fields, ...names: string[]): string[] {
  return names.flatMap((name) => {
    const value = fields?.get(name);
    if (Array.isArray(value))
      return value.filter((one) => typeof one === "string" || typeof one === "number").map(String);
    if (typeof value !== "string") return [];
    return value
      .split(value.includes(",") ? "," : /\s+/)
      .map((one) => one.trim())
      .filter((one) => one !== "");
  });
}

/** The first of these fields that is a time, with the time of the author's clock. */
export function dateOf(fields: Fields, ...names: string[]): WrittenDate {
  for (const name of names) {
    const value = fields?.get(name);
    const isDate = value instanceof TomlDate || value instanceof Date;
    if (isDate && !Number.isFinite(value.getTime())) continue;
    // A table of TOML has no text.
    if (typeof value === "object" && !isDate) continue;
    const date = dateOfText(isDate ? value.toISOString() : String(value ?? ""));
    if (date !== null) return date;
  }
  return { writtenAt: null };
}

const moment =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*((?:UTC|GMT)?[+-]\d{2}:?\d{2}|Z|UTC|GMT)?$/i;

/** `2014-01-02`, `2014/1/2`, `2014-01-02 10:00`, `2014-01-02T10:00:00+02:00`, `2 January 2014`, `January 2nd, 2014` and alike; null for anything else. */
export function dateOfText(text: string): WrittenDate | null {
  const parts = moment.exec(text.trim());
  if (!parts) {
    const time = parseWords(text.trim());
    return time === null ? null : { writtenAt: time, writtenLocal: hasZone(text.trim()) ? null : time };
  }
  const [, year, month, day, hour = 0, minute = 0, second = 0, zone] = parts;
  const date = new Date(0);
  // `Date.UTC` takes the years before 100 for those of the last century.
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  // No calendar has such a day.
  if (date.getUTCMonth() !== Number(month) - 1 || Number(hour) > 23) return null;
  const time = date.setUTCHours(Number(hour), Number(minute), Number(second));
  if (zone === undefined) return { writtenAt: time, writtenLocal: time };
  const offset = /^(?:UTC|GMT)?([+-])(\d{2}):?(\d{2})$/i.exec(zone);
  const minutes = offset ? Number(offset[2]) * 60 + Number(offset[3]) : 0;
  if (!offset || minutes === 0) return { writtenAt: time };
  return { writtenAt: time - (offset[1] === "-" ? -1 : 1) * minutes * 60_000, writtenLocal: time };
}

/** A date with the name of a month. */
function parseWords(text: string): number | null {
  if (text.length > 40 || !/\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i.test(text)) return null;
  const plain = text.replace(/(?<=\b\d{1,2})(?:st|nd|rd|th)\b/i, "");
  const time = Date.parse(hasZone(plain) ? plain : `${plain} UTC`);
  return Number.isNaN(time) ? null : time;
}

const hasZone = (text: string) => /(?:\b[A-Z]{2,4}|[+-]\d{2}:?\d{2})$/.test(text) && !/\b[AP]M$/.test(text);
