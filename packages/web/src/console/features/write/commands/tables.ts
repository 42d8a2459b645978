import { EditorSelection, type EditorState, type StateCommand } from "@codemirror/state";
import { enclosing } from "./formatting.ts";

/** A table, and the cell with the cursor. */
interface FoundTable {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
  readonly row: number;
  readonly column: number;
}

const dividerRow = 1;

/** The cells of a row, trimmed. A pipe behind a backslash belongs to its cell. */
export function splitRow(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

/** Rows with all columns as wide as their widest cell; Chinese characters are two wide. */
export function alignTable(lines: readonly string[]): string[] {
  const rows = lines.map(splitRow);
  const columns = Math.max(...rows.map(({ length }) => length));
  const isDivider = (row: number) => row === dividerRow;
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(3, ...rows.map((cells, row) => (isDivider(row) ? 3 : widthOf(cells[column] ?? "")))),
  );
  return rows.map((cells, row) => {
    const filled = widths.map((width, column) => {
      const cell = cells[column] ?? "";
      if (!isDivider(row)) return cell + " ".repeat(width - widthOf(cell));
      const [left, right] = [
        cell.startsWith(":") ? ":" : "",
        cell.length > 1 && cell.endsWith(":") ? ":" : "",
      ];
      return `${left}${"-".repeat(width - left.length - right.length)}${right}`;
    });
    return `| ${filled.join(" | ")} |`;
  });
}

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/gu;

function widthOf(cell: string): number {
  return [...cell].length + (cell.match(wide)?.length ?? 0);
}

function findTable(state: EditorState): FoundTable | null {
  const { head } = state.selection.main;
  const node = enclosing(state, head, head, "Table");
  if (!node) return null;
  const [first, last, at] = [node.from, node.to, head].map((pos) => state.doc.lineAt(pos));
  if (!first || !last || !at) return null;
  const lines = Array.from(
    { length: last.number - first.number + 1 },
    (_, index) => state.doc.line(first.number + index).text,
  );
  const before = at.text
    .slice(0, head - at.from)
    .trimStart()
    .replace(/^\|/, "");
  const column = before.split(/(?<!\\)\|/).length - 1;
  return { from: first.from, to: last.to, lines, row: at.number - first.number, column };
}

/** Goes to a cell of a table, which is aligned on the way; behind the last row there is a new one. */
function goToCell(step: (table: FoundTable, columns: number) => [row: number, column: number]): StateCommand {
  return ({ state, dispatch }) => {
    const table = findTable(state);
    if (!table) return false;
    const columns = splitRow(table.lines[0] ?? "").length;
    const [row, column] = step(table, columns);
    if (row < 0) return true;
    const isNew = row >= table.lines.length;
    const lines = alignTable(isNew ? [...table.lines, "|".repeat(columns + 1)] : table.lines);
    const position = lines.slice(0, row).reduce((sum, line) => sum + line.length + 1, 0);
    const [start, end] = cellAt(lines[row] ?? "", column);
    dispatch(
      state.update({
        changes: { from: table.from, to: table.to, insert: lines.join("\n") },
        selection: EditorSelection.range(table.from + position + start, table.from + position + end),
        scrollIntoView: true,
        userEvent: "input",
      }),
    );
    return true;
  };
}

/** The positions at which the text of a cell begins and ends in an aligned row. */
function cellAt(line: string, column: number): [start: number, end: number] {
  const bars = [...line.matchAll(/(?<!\\)\|/g)].map(({ index }) => index);
  const start = (bars[column] ?? 0) + 2;
  return [start, start + line.slice(start, bars[column + 1]).trimEnd().length];
}

const skipDivider = (row: number, step: 1 | -1) => (row === dividerRow ? row + step : row);

export const nextCell: StateCommand = goToCell(({ row, column }, columns) =>
  column + 1 < columns ? [skipDivider(row, 1), column + 1] : [skipDivider(row + 1, 1), 0],
);

export const previousCell: StateCommand = goToCell(({ row, column }, columns) =>
  column > 0 ? [skipDivider(row, -1), column - 1] : [skipDivider(row - 1, -1), columns - 1],
);

/** Enter in a table goes to the row below; in an empty last row, it ends the table and takes the row away. */
export const nextRow: StateCommand = (target) => {
  const { state, dispatch } = target;
  const table = findTable(state);
  if (!table || !state.selection.main.empty) return false;
  const line = table.lines[table.row] ?? "";
  const isLast = table.row === table.lines.length - 1;
  if (!isLast || table.row <= dividerRow || splitRow(line).some((cell) => cell !== ""))
    return toNextRow(target);
  const from = table.to - line.length;
  dispatch(
    state.update({
      changes: { from, to: table.to, insert: "\n" },
      selection: { anchor: from + 1 },
      scrollIntoView: true,
    }),
  );
  return true;
};

const toNextRow = goToCell(({ row, column }, columns) => [
  skipDivider(row + 1, 1),
  Math.min(column, columns - 1),
]);
