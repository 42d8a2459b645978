import type { Limit, LimitUnit } from "@freehold/protocol/internal";
import { type LimitTable, limitTables } from "../packages/node/src/config/limits.ts";
import { textLimitTable } from "../packages/web/src/markdown/limits.ts";

const tables: readonly LimitTable[] = [
  ...Object.values(limitTables),
  { title: "Texts, and what they become", limits: textLimitTable },
];

/** Every limit of the node, with the numbers that the code uses: Markdown tables for the docs. */
export function renderLimits(): string {
  return tables
    .map(({ title, limits }) => {
      const rows = Object.values(limits).map(renderRow);
      return [`## ${title}`, "", "| what | limit | beyond it |", "|---|---|---|", ...rows].join("\n");
    })
    .join("\n\n");
}

function renderRow({ bounds, value, unit, beyond, source, setting }: Limit): string {
  const notes = [
    ...(source === "" ? [] : [`(${source})`]),
    ...(setting === null ? [] : [`(set by \`${setting}\`)`]),
  ];
  return `| ${[bounds, ...notes].join(" ")} | ${formatAmount(value, unit)} | ${beyond} |`;
}

/** A number with the largest unit in which it is whole. */
function formatAmount(value: number, unit: LimitUnit): string {
  switch (unit) {
    case "bytes":
      return bytes(value);
    case "bytes/s":
      return `${bytes(value)} a second`;
    case "ms":
      return time(value);
    case "s":
      return time(value * 1000);
    case "chars":
      return `${group(value)} characters`;
    case "px":
      return `${group(value)} pixels`;
    default:
      return [group(value), unit].filter((part) => part !== "").join(" ");
  }
}

function bytes(count: number): string {
  if (count % 1_048_576 === 0) return `${count / 1_048_576} MiB`;
  return count % 1024 === 0 ? `${count / 1024} KiB` : `${group(count)} bytes`;
}

const times = [
  [86_400_000, "day"],
  [3_600_000, "hour"],
  [60_000, "minute"],
  [1_000, "second"],
] as const;

function time(ms: number): string {
  const [size, name] = times.find(([length]) => ms % length === 0 && ms >= length) ?? [1, "millisecond"];
  const count = ms / size;
  return `${group(count)} ${name}${count === 1 ? "" : "s"}`;
}

function group(count: number): string {
  return count.toLocaleString("en-US");
}
