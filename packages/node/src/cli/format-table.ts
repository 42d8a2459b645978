import type { Style, Terminal } from "./terminal.ts";
import { cutText, padText, textWidth } from "./text-width.ts";

export interface Column {
  readonly title: string;
  readonly style?: Style;
  /** Gives way when the terminal is narrow; there is one such column in a table. */
  readonly flexible?: true;
}

const GAP = "  ";
const LEAST = 12;

/**
 * Aligned columns under dim titles. On a terminal no line is longer than it is wide; elsewhere nothing is cut.
 * @param rows cells without control characters
 */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  terminal: Pick<Terminal, "paint" | "columns" | "isInteractive">,
): string {
  const widths = measure(columns, rows, terminal);
  const line = (cells: readonly string[], paint: (text: string, index: number) => string) =>
    cells
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        const cut = cutText(cell, width);
        const isLast = index === cells.length - 1;
        const rest = isLast ? "" : padText("", width - textWidth(cut));
        return paint(cut, index) + rest;
      })
      .join(GAP)
      .trimEnd();
  const head = line(
    columns.map(({ title }) => title),
    (text) => terminal.paint("dim", text),
  );
  const body = rows.map((row) =>
    line(row, (text, index) => {
      const style = columns[index]?.style;
      return style ? terminal.paint(style, text) : text;
    }),
  );
  return [head, ...body].join("\n");
}

function measure(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  terminal: Pick<Terminal, "columns" | "isInteractive">,
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
