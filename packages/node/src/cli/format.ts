import type { styleText } from "node:util";
import { limits } from "../domain/limits.ts";

export type Style = Parameters<typeof styleText>[0];

/** A column of a table of items. */
export interface Column<Item> {
  readonly title: string;
  /** The text of an item, without control characters. */
  readonly cell: (item: Item) => string;
  readonly style?: Style;
  /** Shrinks on a narrow terminal; one column of a table may. */
  readonly flexible?: true;
}

interface Page {
  readonly isInteractive: boolean;
  readonly columns: number;
  paint(style: Style, text: string): string;
}

const GAP = "  ";
const LEAST = 12;

/** Aligned columns under dim titles. On a terminal no line is longer than its width; elsewhere nothing is cut. */
export function formatTable<Item>(
  columns: readonly Column<Item>[],
  items: readonly Item[],
  terminal: Page,
): string {
  const rows = items.map((item) => columns.map(({ cell }) => cell(item)));
  const widths = measure(columns, rows, terminal);
  const formatRow = (cells: readonly string[], styleOf: (index: number) => Style | undefined) =>
    cells
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        const text = cutText(cell, width);
        const style = styleOf(index);
        return padText(style ? terminal.paint(style, text) : text, width, text);
      })
      .join(GAP)
      .trimEnd();
  const titles = columns.map(({ title }) => title);
  const body = rows.map((row) => formatRow(row, (index) => columns[index]?.style));
  return [formatRow(titles, () => "dim"), ...body].join("\n");
}

function measure(
  columns: readonly Pick<Column<unknown>, "title" | "flexible">[],
  rows: readonly (readonly string[])[],
  terminal: Omit<Page, "paint">,
): number[] {
  const widths = columns.map(({ title }, index) =>
    Math.max(textWidth(title), ...rows.map((row) => textWidth(row[index] ?? ""))),
  );
  const flexible = columns.findIndex((column) => column.flexible);
  if (terminal.isInteractive && flexible >= 0) {
    const all = widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));
    const width = (widths[flexible] ?? 0) - Math.max(0, all - terminal.columns);
    widths[flexible] = Math.max(LEAST, width);
  }
  return widths;
}

const units = ["bytes", "kB", "MB", "GB", "TB"];

/** A number of bytes for people: `1.2 MB`, in steps of 1000 as disks count. */
export function formatBytes(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  while (amount >= 999.5 && unit < units.length - 1) {
    amount /= 1000;
    unit++;
  }
  const digits = unit > 0 && amount < 9.95 ? 1 : 0;
  return `${amount.toFixed(digits)} ${units[unit]}`;
}

/** `1 follower`, `2 followers`. @param nouns the plural, if it is more than an added `s` */
export function formatCount(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`;
}

/** The end of a sentence: the followers that a post goes to, which are counted up to a limit. */
export function endWithRecipients(count: number): string {
  if (count === 0) return ". Nobody follows this site yet.";
  return `, for ${formatCount(count, "follower")}${count < limits.countedFollowers ? "" : " or more"}.`;
}

/** A note about contents that a backup or an export lacks; null if it has all. */
export function describeMissing(hashes: readonly string[]): string | null {
  if (hashes.length === 0) return null;
  return `${formatCount(hashes.length, "file")} missing or damaged here, and not in it: ${hashes.join(" ")}`;
}

/** A moment as `2026-11-21 02:51`, in the local time zone. */
export function formatMoment(ms: number): string {
  // The short form of Sweden is that of ISO 8601.
  return new Date(ms).toLocaleString("sv-SE", { dateStyle: "short", timeStyle: "short" });
}

const steps: readonly (readonly [number, string])[] = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1_000, "s"],
];

/** The time between two moments, roughly: `3 min ago`, `in 2 h`, `now`. */
export function formatDistance(from: number, to: number): string {
  const distance = Math.abs(to - from);
  const step = steps.find(([length]) => distance >= length);
  if (!step) return "now";
  const amount = `${Math.floor(distance / step[0])} ${step[1]}`;
  return to < from ? `${amount} ago` : `in ${amount}`;
}

let segmenter: Intl.Segmenter | null = null;
/** The characters of a text as readers count them. */
function segmentsOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return segmenter.segment(text);
}

const wide =
  /^[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\ufe0f/u;

/** How many columns of a terminal a text takes. */
export function textWidth(text: string): number {
  let width = 0;
  for (const { segment } of segmentsOf(text)) width += wide.test(segment) ? 2 : 1;
  return width;
}

/** A text cut to a number of columns, with an ellipsis in place of the rest. */
export function cutText(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let cut = "";
  let width = 1;
  for (const { segment } of segmentsOf(text)) {
    width += wide.test(segment) ? 2 : 1;
    if (width > columns) break;
    cut += segment;
  }
  return columns > 0 ? `${cut.trimEnd()}…` : "";
}

/**
 * A text padded with spaces to a width.
 * @param plain the text without its colours, if it has some
 */
export function padText(text: string, columns: number, plain = text): string {
  return text + " ".repeat(Math.max(0, columns - textWidth(plain)));
}
