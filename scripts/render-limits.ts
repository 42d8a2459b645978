import { dayMs, GiB, hourMs, KiB, MiB, minuteMs, secondMs } from "@freehold/protocol/internal";
import { type LimitTable, limitTables, type Unit } from "./limits.ts";

/** The limits that a client or the owner can meet, with the numbers that the code uses: Markdown tables for the docs. */
export function renderLimits(): string {
  return limitTables
    .map(({ title, rows }) => {
      const lines = rows.map(renderRow);
      return [`## ${title}`, "", "| what | limit | beyond it |", "|---|---|---|", ...lines].join("\n");
    })
    .join("\n\n");
}

function renderRow({ what, value, unit, beyond }: LimitTable["rows"][number]): string {
  return `| ${what} | ${formatAmount(value, unit)} | ${beyond} |`;
}

/** A number with the largest unit in which it is whole. */
function formatAmount(value: number, unit: Unit): string {
  switch (unit) {
    case "bytes":
      return bytes(value);
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
  if (count % GiB === 0) return `${count / GiB} GiB`;
  if (count % MiB === 0) return `${count / MiB} MiB`;
  return count % KiB === 0 ? `${count / KiB} KiB` : `${group(count)} bytes`;
}

const times = [
  [dayMs, "day"],
  [hourMs, "hour"],
  [minuteMs, "minute"],
  [secondMs, "second"],
] as const;

function time(ms: number): string {
  const [size, name] = times.find(([length]) => ms % length === 0 && ms >= length) ?? [1, "millisecond"];
  const count = ms / size;
  return `${group(count)} ${name}${count === 1 ? "" : "s"}`;
}

function group(count: number): string {
  return count.toLocaleString("en-US");
}
