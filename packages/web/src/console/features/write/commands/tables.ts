import { EditorSelection, type StateCommand, type TransactionSpec } from "@codemirror/state";
import { type Cell, type FoundTable, findTable, type Grid, type Side, writeGrid } from "./table-text.ts";

/** The change that writes a table, tidy, and goes to a cell. @param isSelected selects the words of the cell; else the cursor is behind them */
function toSpec(
  { from, to, prefix }: FoundTable,
  { grid, cell, isSelected }: { grid: Grid; cell: Cell; isSelected: boolean },
): TransactionSpec {
  const lines = writeGrid(grid);
  const line = cell.row === 0 ? 0 : cell.row + 1;
  const before = lines.slice(0, line).reduce((sum, { length }) => sum + length + 1 + prefix.length, 0);
  const [start, end] = cellAt(lines[line] ?? "", cell.column).map((at) => from + before + at);
  return {
    changes: { from, to, insert: lines.join(`\n${prefix}`) },
    selection: EditorSelection.range((isSelected ? start : end) ?? from, end ?? from),
    scrollIntoView: true,
    userEvent: "input",
  };
}

/** The positions at which the text of a cell begins and ends in an aligned row. */
function cellAt(line: string, column: number): [start: number, end: number] {
  const bars = [...line.matchAll(/(?<!\\)\|/g)].map(({ index }) => index);
  const start = (bars[column] ?? 0) + 2;
  return [start, start + line.slice(start, bars[column + 1]).trimEnd().length];
}

/** Goes to a cell of a table, which is aligned on the way; behind the last row there is a new one. */
function goToCell(step: (table: FoundTable, columns: number) => Cell): StateCommand {
  return ({ state, dispatch }) => {
    const table = findTable(state);
    if (!table) return false;
    const { grid } = table;
    const cell = step(table, grid.sides.length);
    if (cell.row < 0) return true;
    const isNew = cell.row >= grid.rows.length;
    const rows = isNew ? [...grid.rows, emptyRow(grid)] : grid.rows;
    dispatch(state.update(toSpec(table, { grid: { ...grid, rows }, cell, isSelected: true })));
    return true;
  };
}

const emptyRow = ({ sides }: Grid): string[] => sides.map(() => "");

export const nextCell: StateCommand = goToCell(({ cell: { row, column }, isDivider }, columns) => {
  if (column + 1 < columns) return { row: isDivider ? 1 : row, column: column + 1 };
  return { row: row + 1, column: 0 };
});

export const previousCell: StateCommand = goToCell(({ cell: { row, column } }, columns) =>
  column > 0 ? { row, column: column - 1 } : { row: row - 1, column: columns - 1 },
);

/** Enter in a table goes to the row below; in an empty last row, it ends the table and takes the row away. */
export const nextRow: StateCommand = (target) => {
  const { state, dispatch } = target;
  const table = findTable(state);
  if (!table || !state.selection.main.empty) return false;
  const { cell, grid, to, isDivider } = table;
  const isLast = cell.row === grid.rows.length - 1 && !isDivider;
  if (!isLast || cell.row === 0 || grid.rows[cell.row]?.some((text) => text !== "")) return toNextRow(target);
  const { from } = state.doc.lineAt(to);
  dispatch(
    state.update({
      changes: { from, to, insert: "\n" },
      selection: { anchor: from + 1 },
      scrollIntoView: true,
    }),
  );
  return true;
};

const toNextRow = goToCell(({ cell: { row, column } }) => ({ row: row + 1, column }));

/** Changes the table with the cursor, and writes it tidy. @param edit answers null for what can't be done: the table stays */
function editTable(edit: (grid: Grid, cell: Cell) => { grid: Grid; cell: Cell } | null): StateCommand {
  return ({ state, dispatch }) => {
    const table = findTable(state);
    if (!table) return false;
    const edited = edit(table.grid, table.cell);
    if (edited) dispatch(state.update(toSpec(table, { ...edited, isSelected: false })));
    return true;
  };
}

/** Changes each row, and the sides, in the same way. */
function eachRow(grid: Grid, change: <Part>(parts: readonly Part[], empty: Part) => readonly Part[]): Grid {
  return { rows: grid.rows.map((row) => change(row, "")), sides: change(grid.sides, null) };
}

/** Some parts with two of them exchanged. */
function swapped<Part>(parts: readonly Part[], one: number, other: number): readonly Part[] {
  return parts.map((part, at) => (at === one ? parts[other] : at === other ? parts[one] : part) as Part);
}

/** Adds an empty row below that of the cursor. */
export const addRow: StateCommand = editTable((grid, { row, column }) => ({
  grid: { ...grid, rows: grid.rows.toSpliced(row + 1, 0, emptyRow(grid)) },
  cell: { row: row + 1, column },
}));

/** Removes the row of the cursor; a table keeps its head. */
export const removeRow: StateCommand = editTable((grid, { row, column }) => {
  if (row === 0) return null;
  const rows = grid.rows.toSpliced(row, 1);
  return { grid: { ...grid, rows }, cell: { row: Math.min(row, rows.length - 1), column } };
});

/** Moves the row of the cursor; the head stays where it is. */
export const moveRow = (step: 1 | -1): StateCommand =>
  editTable((grid, { row, column }) => {
    const next = row + step;
    if (row === 0 || next === 0 || next >= grid.rows.length) return null;
    return { grid: { ...grid, rows: swapped(grid.rows, row, next) }, cell: { row: next, column } };
  });

/** Adds an empty column behind that of the cursor. */
export const addColumn: StateCommand = editTable((grid, { row, column }) => ({
  grid: eachRow(grid, (parts, empty) => parts.toSpliced(column + 1, 0, empty)),
  cell: { row, column: column + 1 },
}));

/** Removes the column of the cursor, unless it is the only one. */
export const removeColumn: StateCommand = editTable((grid, { row, column }) => {
  const left = grid.sides.length - 1;
  if (left === 0) return null;
  return {
    grid: eachRow(grid, (parts) => parts.toSpliced(column, 1)),
    cell: { row, column: Math.min(column, left - 1) },
  };
});

/** Moves the column of the cursor. */
export const moveColumn = (step: 1 | -1): StateCommand =>
  editTable((grid, { row, column }) => {
    const next = column + step;
    if (next < 0 || next >= grid.sides.length) return null;
    return { grid: eachRow(grid, (parts) => swapped(parts, column, next)), cell: { row, column: next } };
  });

/** Aligns the column of the cursor; one that is aligned so already has no side afterwards. */
export const alignColumn = (side: Exclude<Side, null>): StateCommand =>
  editTable((grid, cell) => {
    const next = grid.sides[cell.column] === side ? null : side;
    return { grid: { ...grid, sides: grid.sides.with(cell.column, next) }, cell };
  });

/** Removes the table with the cursor. */
export const removeTable: StateCommand = ({ state, dispatch }) => {
  const table = findTable(state);
  if (!table) return false;
  const { from, to } = table;
  dispatch(state.update({ changes: { from, to }, selection: { anchor: from }, userEvent: "delete" }));
  return true;
};
