import type TurndownService from "turndown";
import { joinLines } from "./escape-text.ts";

/** Tables as GFM has them. A table that only arranges blocks, as old pages do, becomes these blocks. */
export const tableRules: Readonly<Record<string, TurndownService.Rule>> = {
  cell: {
    filter: ["th", "td"],
    replacement: (content, node) => {
      if (!isData(node)) return `\n\n${content.trim()}\n\n`;
      const text = joinLines(content).replaceAll("|", "\\|");
      const width = Math.min(widest, Math.max(1, Number(node.getAttribute("colspan") ?? 1) || 1));
      return `| ${text} ${"|  ".repeat(width - 1)}`;
    },
  },
  row: {
    filter: "tr",
    replacement: (content, node) => (isData(node) ? `${content.trim()} |\n` : `\n\n${content}\n\n`),
  },
  rows: {
    filter: ["thead", "tbody", "tfoot"],
    replacement: (content, node) => (isData(node) ? content : `\n\n${content}\n\n`),
  },
  table: {
    filter: "table",
    replacement: (content, node) => (isData(node) ? finish(content, node) : `\n\n${content}\n\n`),
  },
};

// The columns that one cell may span.
const widest = 30;

const known = new WeakMap<Element, boolean>();

/** Whether the table around a node has cells of text, in more than one column. */
function isData(node: HTMLElement): boolean {
  const table = node.closest("table");
  if (table === null) return false;
  const earlier = known.get(table);
  if (earlier !== undefined) return earlier;
  const holdsBlocks = Boolean(table.querySelector("ul, ol, pre, blockquote, figure, h1, h2, h3, h4, hr"));
  const isNested = table.getElementsByTagName("table").length > 0 || table.parentElement?.closest("table");
  const row = table.querySelector("tr");
  const isTable = !holdsBlocks && !isNested && (row?.children.length ?? 0) > 1;
  known.set(table, isTable);
  return isTable;
}

function finish(content: string, table: HTMLElement): string {
  const lines = content
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const rows = lines.filter((line) => line.startsWith("|"));
  const captions = lines.filter((line) => !line.startsWith("|"));
  const columns = Math.max(1, ...rows.slice(0, 1).map((row) => row.split(/(?<!\\)\|/).length - 2));
  const firstCells = Array.from(table.querySelector("tr")?.children ?? []);
  const hasHead =
    Boolean(table.querySelector("thead tr")) || firstCells.every(({ nodeName }) => nodeName === "TH");
  const head = hasHead ? rows.slice(0, 1) : [`|${"  |".repeat(columns)}`];
  const line = `|${" --- |".repeat(columns)}`;
  const body = rows.slice(hasHead ? 1 : 0);
  return `\n\n${[...captions.flatMap((caption) => [caption, ""]), ...head, line, ...body].join("\n")}\n\n`;
}
