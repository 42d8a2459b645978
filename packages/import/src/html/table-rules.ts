import type TurndownService from "turndown";

/** Tables as GFM has them. A table that only arranges blocks, as old pages do, becomes these blocks. */
export const tableRules: Readonly<Record<string, TurndownService.Rule>> = {
  cell: {
    filter: ["th", "td"],
    replacement: (content, node) => {
      const grid = gridOf(node);
      if (grid === null) return `\n\n${content.trim()}\n\n`;
      const { column = 0, before = 0, width = 1, after = 0 } = grid.places.get(node) ?? {};
      const behind = Math.max(0, Math.min(width - 1 + after, grid.columns - column - 1));
      const text = inCell(content).replaceAll("|", "\\|");
      return `${"|  ".repeat(before)}| ${text} ${"|  ".repeat(behind)}`;
    },
  },
  row: {
    filter: "tr",
    replacement: (content, node) => {
      if (gridOf(node) === null) return `\n\n${content}\n\n`;
      return content.trim() === "" ? "" : `${content.trim()} |\n`;
    },
  },
  rows: {
    filter: ["thead", "tbody", "tfoot"],
    replacement: (content, node) => (gridOf(node) ? content : `\n\n${content}\n\n`),
  },
  table: {
    filter: "table",
    replacement: (content, node) => {
      const grid = gridOf(node);
      return grid ? finish(content, node, grid) : `\n\n${content}\n\n`;
    },
  },
};

/** The lines of a cell, which stand in one line of Markdown; items of a list have a sign. */
function inCell(content: string): string {
  const lines = content.split("\n").map((line) => line.trim().replace(/^- /, "• "));
  return lines.filter((line) => line !== "").join("<br>");
}

// The columns that one cell may span, and the rows.
const widest = 30;
const highest = 1_000;

interface Place {
  readonly column: number;
  /** Columns before it that cells of earlier rows span. */
  readonly before: number;
  readonly width: number;
  /** The same behind the last cell of a row. */
  readonly after: number;
}

interface Grid {
  readonly columns: number;
  readonly places: ReadonlyMap<Element, Place>;
}

const known = new WeakMap<Element, Grid | null>();

/** A table with a head arranges no blocks: a list in a cell of it stays there, each item on a line. */
const isOfData = (table: Element) => table.querySelector("th") !== null;

/** The columns of the table around a node; null for one that arranges blocks, or has one column. */
function gridOf(node: HTMLElement): Grid | null {
  const table = node.closest("table");
  if (table === null) return null;
  const earlier = known.get(table);
  if (earlier !== undefined) return earlier;
  const holdsBlocks =
    Boolean(table.querySelector("pre, blockquote, figure, h1, h2, h3, h4, hr, li li")) ||
    (!isOfData(table) && Boolean(table.querySelector("ul, ol")));
  const isNested = table.getElementsByTagName("table").length > 0 || table.parentElement?.closest("table");
  const grid = holdsBlocks || isNested ? null : layOut(table);
  const found = grid !== null && grid.columns > 1 ? grid : null;
  known.set(table, found);
  return found;
}

function layOut(table: Element): Grid {
  const places = new Map<Element, Place>();
  let starts = 0;
  /** For each column, the rows that a cell above still spans. */
  let spanned: number[] = [];
  for (const row of Array.from(table.getElementsByTagName("tr"))) {
    let column = 0;
    const below = spanned.map((rows) => Math.max(0, rows - 1));
    const cells = Array.from(row.children);
    for (const [at, cell] of cells.entries()) {
      const from = column;
      while ((spanned[column] ?? 0) > 0) column += 1;
      const before = column - from;
      const width = spanOf(cell, "colspan", widest);
      const rows = spanOf(cell, "rowspan", highest);
      for (let one = 0; one < width; one += 1) {
        below[column] = Math.max(below[column] ?? 0, rows - 1);
        column += 1;
      }
      let after = 0;
      if (at === cells.length - 1) while ((spanned[column + after] ?? 0) > 0) after += 1;
      places.set(cell, { column: from + before, before, width, after });
      starts = Math.max(starts, before + from + 1);
    }
    spanned = Array.from(below, (rows) => rows ?? 0);
  }
  // A column in which no cell begins shows nothing.
  return { columns: starts, places };
}

const spanOf = (cell: Element, name: string, most: number) =>
  Math.min(most, Math.max(1, Math.trunc(Number(cell.getAttribute(name) ?? 1)) || 1));

function finish(content: string, table: HTMLElement, { columns }: Grid): string {
  const lines = content
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const rows = lines.filter((line) => line.startsWith("|"));
  const captions = lines.filter((line) => !line.startsWith("|"));
  const firstCells = Array.from(table.querySelector("tr")?.children ?? []);
  const hasHead =
    Boolean(table.querySelector("thead tr")) || firstCells.every(({ nodeName }) => nodeName === "TH");
  // A row of fewer cells than there are columns is filled; the head alone must have all.
  const missing = columns - ((rows[0]?.split(/(?<!\\)\|/).length ?? 2) - 2);
  const head = hasHead ? [`${rows[0]}${"  |".repeat(Math.max(0, missing))}`] : [`|${"  |".repeat(columns)}`];
  const line = `|${" --- |".repeat(columns)}`;
  const body = rows.slice(hasHead ? 1 : 0);
  return `\n\n${[...captions.flatMap((caption) => [caption, ""]), ...head, line, ...body].join("\n")}\n\n`;
}
