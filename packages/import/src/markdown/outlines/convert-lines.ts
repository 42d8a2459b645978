import { readProperty } from "./properties.ts";
import { nextFence } from "./read-outline.ts";

/** The lines of a block in Markdown, and what its properties say about it. */
export interface ConvertedLines {
  readonly lines: string[];
  /** It is an item of a list with numbers. */
  isNumbered: boolean;
  /** The level of a heading; 0 for none. */
  level: number;
}

const begin = /^\s*#\+BEGIN_(\w{1,40})([\s\S]*)$/i;
const endOfDrawer = /^\s*:END:\s*$/;
const unfinished = /^(?:TODO|LATER|NOW|DOING|WAITING|WAIT|IN-PROGRESS)[ \t]+/;

/**
 * Turns the lines of a block into Markdown: tasks get boxes, what stands between `#+BEGIN_` and `#+END_` becomes a quote or code, and
 * `name:: value` a line, unless no page shows it. The drawers of Org, in which Logseq keeps times, are left out.
 */
export function convertLines(lines: readonly string[], notes: Set<string>): ConvertedLines {
  const result: ConvertedLines = { lines: [], isNumbered: false, level: 0 };
  const lastDrawer = lines.findLastIndex((line) => endOfDrawer.test(line));
  let fence: string | null = null;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const [, kind, rest = ""] = (fence === null && begin.exec(line)) || [];
    if (kind !== undefined) {
      const end = findLine(
        lines,
        at + 1,
        (one) => one.trim().toUpperCase() === `#+END_${kind.toUpperCase()}`,
      );
      result.lines.push(
        ...convertPart({
          kind: kind.toUpperCase(),
          rest: rest.trim(),
          lines: lines.slice(at + 1, end),
          notes,
        }),
      );
      at = end;
      // A line behind a quote would be one of it.
      if ((lines[end + 1] ?? "").trim() !== "") result.lines.push("");
    } else if (fence === null && at < lastDrawer && /^\s*:[A-Z_]{2,40}:\s*$/.test(line))
      at = findLine(lines, at + 1, (one) => endOfDrawer.test(one));
    else if (fence !== null || !takeProperty(line, result)) {
      result.lines.push(result.lines.length === 0 ? withBox(line) : line);
      fence = nextFence(line, fence);
    }
  }
  return result;
}

/** @returns whether the line is a property */
function takeProperty(line: string, result: ConvertedLines): boolean {
  const property = readProperty(line);
  if (property === null) return false;
  const { name, value, isHidden } = property;
  if (!isHidden) result.lines.push(`${name}: ${value}`);
  if (name === "logseq.order-list-type") result.isNumbered = value === "number";
  if (name === "heading")
    result.level = value === "true" ? 2 : Math.min(6, Math.max(0, Math.trunc(Number(value)) || 0));
  return true;
}

function findLine(lines: readonly string[], from: number, matches: (line: string) => boolean): number {
  let at = from;
  while (at < lines.length && !matches(lines[at] ?? "")) at += 1;
  return at;
}

const withBox = (line: string) => line.replace(unfinished, "[ ] ").replace(/^DONE[ \t]+/, "[x] ");

interface Part {
  readonly kind: string;
  readonly rest: string;
  readonly lines: readonly string[];
  readonly notes: Set<string>;
}

function convertPart({ kind, rest, lines, notes }: Part): string[] {
  switch (kind) {
    case "COMMENT":
      return [];
    case "QUERY":
      notes.add("A query was left out: its results are not in the file.");
      return [];
    case "SRC":
    case "EXAMPLE":
      return toFence(lines, kind === "SRC" ? (rest.split(/\s/)[0] ?? "") : "");
    case "QUOTE":
      return toQuote(lines);
    case "VERSE":
      return lines.map((line, index) =>
        index + 1 < lines.length && line.trim() !== "" ? `${line}\\` : line,
      );
    case "CENTER":
    case "EXPORT":
      return [...lines];
    default:
      return toQuote([`**${rest || kind.charAt(0) + kind.slice(1).toLowerCase()}**`, "", ...lines]);
  }
}

const toQuote = (lines: readonly string[]): string[] => lines.map((line) => `> ${line}`.trimEnd());

function toFence(lines: readonly string[], language: string): string[] {
  const longest = Math.max(2, ...lines.map((line) => /^\s*(`{3,})/.exec(line)?.[1]?.length ?? 0));
  const mark = "`".repeat(longest + 1);
  return [`${mark}${language}`, ...lines, mark];
}
