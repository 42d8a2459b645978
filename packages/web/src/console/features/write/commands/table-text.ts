import type { EditorState } from "@codemirror/state";
import { containersOf, marksOf, prefixOf } from "./containers.ts";
import { enclosing } from "./formatting.ts";

/** The side to which the cells of a column are aligned; null for none. */
export type Side = "left" | "center" | "right" | null;

/** The cells of a table, each as its Markdown: the first row is the head, and no row is the line of dashes. */
export interface Grid {
  readonly rows: readonly (readonly string[])[];
  readonly sides: readonly Side[];
}

/** A cell: its row, where 0 is the head, and its column. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** A table in a text, and the cell with the cursor. */
export interface FoundTable {
  readonly grid: Grid;
  /** The position behind the marks of the lists and quotations that it stands in. */
  readonly from: number;
  readonly to: number;
  /** The marks with which its later lines begin. */
  readonly prefix: string;
  readonly cell: Cell;
  /** Whether the cursor is in the line of dashes. */
  readonly isDivider: boolean;
}

/** The cells of a row, trimmed. A pipe behind a backslash belongs to its cell. */
export function splitRow(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

/** The table with the cursor; null where there is none. */
export function findTable(state: EditorState): FoundTable | null {
  const { head } = state.selection.main;
  const node = enclosing(state, head, head, "Table");
  if (!node) return null;
  const [first, last, at] = [node.from, node.to, head].map((pos) => state.doc.lineAt(pos));
  if (!first || !last || !at) return null;
  const containers = containersOf(state, first);
  const startOf = ({ text, from }: typeof first) => marksOf(containers, text, from).at(-1)?.to ?? 0;
  const lines = Array.from({ length: last.number - first.number + 1 }, (_, index) => {
    const line = state.doc.line(first.number + index);
    return line.text.slice(startOf(line));
  });
  const before = at.text
    .slice(startOf(at), head - at.from)
    .trimStart()
    .replace(/^\|/, "");
  const index = at.number - first.number;
  const grid = readGrid(lines);
  const column = Math.min(grid.sides.length, before.split(/(?<!\\)\|/).length) - 1;
  return {
    grid,
    from: first.from + startOf(first),
    to: last.to,
    prefix: prefixOf(containers),
    cell: { row: Math.max(0, index - 1), column },
    isDivider: index === 1,
  };
}

/** The position behind the words of a cell of the table at a position; null where there is no such table. */
export function positionOfCell(state: EditorState, pos: number, { row, column }: Cell): number | null {
  const node = enclosing(state, pos, pos, "Table");
  if (!node) return null;
  const first = state.doc.lineAt(node.from);
  const line = state.doc.line(Math.min(state.doc.lines, first.number + (row === 0 ? 0 : row + 1)));
  const start = marksOf(containersOf(state, first), line.text, line.from).at(-1)?.to ?? 0;
  const [bar = ""] = /^\s*\|?/.exec(line.text.slice(start)) ?? [];
  const parts = line.text.slice(start + bar.length).split(/(?<!\\)\|/);
  const before = parts.slice(0, column).reduce((sum, { length }) => sum + length + 1, 0);
  const part = parts[column] ?? "";
  const words = part.trim() === "" ? Math.min(1, part.length) : part.trimEnd().length;
  return Math.min(line.to, line.from + start + bar.length + before + words);
}

/** The cells of a table by its lines; rows that are too short are filled. */
export function readGrid([head = "", dashes = "", ...body]: readonly string[]): Grid {
  const rows = [head, ...body].map(splitRow);
  const columns = Math.max(...rows.map(({ length }) => length));
  const written = splitRow(dashes).map(readSide);
  return {
    rows: rows.map((row) => Array.from({ length: columns }, (_, column) => row[column] ?? "")),
    sides: Array.from({ length: columns }, (_, column) => written[column] ?? null),
  };
}

function readSide(dashes: string): Side {
  const [isLeft, isRight] = [dashes.startsWith(":"), dashes.length > 1 && dashes.endsWith(":")];
  if (isLeft) return isRight ? "center" : "left";
  return isRight ? "right" : null;
}

/** The lines of a table, with all columns as wide as their widest cell; Chinese characters are two wide. */
export function writeGrid({ rows, sides }: Grid): string[] {
  const widths = sides.map((_, column) => Math.max(3, ...rows.map((row) => widthOf(row[column] ?? ""))));
  const write = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const [head = "", ...body] = rows.map((row) =>
    write(widths.map((width, column) => padded(row[column] ?? "", width))),
  );
  return [head, write(widths.map((width, column) => dashesOf(sides[column] ?? null, width))), ...body];
}

const padded = (cell: string, width: number) => cell + " ".repeat(width - widthOf(cell));

function dashesOf(side: Side, width: number): string {
  const [left, right] = [side === "left" || side === "center", side === "right" || side === "center"];
  return `${left ? ":" : ""}${"-".repeat(width - Number(left) - Number(right))}${right ? ":" : ""}`;
}

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/gu;

function widthOf(cell: string): number {
  return [...cell].length + (cell.match(wide)?.length ?? 0);
}
