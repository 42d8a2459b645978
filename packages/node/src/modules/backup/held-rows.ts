import { parseJson } from "@freehold/protocol/internal";
import { z } from "zod";
import { settingNames, settingOf } from "../../domain/settings/setting-table.ts";
import type { Tx } from "../../store/database.ts";
import { type DueQueue, markDue } from "../../store/due-queues.ts";
import { deleteMeta, listMetaKeys, readMeta, writeMeta } from "../../store/meta.ts";
import { findTable } from "../../store/tables/list-tables.ts";
import { invalidBackup } from "./archive-format.ts";
import { putBackRow, type Row } from "./store/backup-tables.ts";

/** One kind of rows that are held back, in words for the owner, and their number. */
export interface HeldCount {
  readonly whom: string;
  readonly count: number;
}

const chunkRows = 200;
const keyPrefix = "restore.held.";
const rowSchema = z.record(
  z.string().regex(/^[a-z_0-9]{1,60}$/),
  z.union([z.string(), z.number(), z.null()]),
);
/** Rows to put back, or the columns that they had. */
const chunkSchema = z.strictObject({
  table: z.string(),
  rows: z.array(rowSchema),
  isChange: z.boolean(),
});
type Chunk = z.infer<typeof chunkSchema>;

/** Webhooks, push devices, the mail server and newsletters have fields of their own in the report of a restore. */
const reportedApart: ReadonlySet<string> = new Set(["webhooks", "push_subscriptions", "newsletter_issues"]);
const queues: ReadonlySet<string> = new Set(["outbox", "pulls", "jobs"]);
const dueByTable: Readonly<Record<string, DueQueue>> = {
  outbox: "outbox",
  pulls: "pulls",
  jobs: "jobs",
  feeds: "feeds",
  peers: "catch-ups",
};

/**
 * Takes the rows of a backup that would make the node call somebody, restyle its site or publish by itself, and keeps them
 * apart. A checksum doesn't show who made a backup, so its owner confirms first. It follows the one declaration of
 * outgoing services (`calls` of each table) and that of settings.
 */
export function createRowHold(checkRow: (table: string, row: Row) => void) {
  const waiting = new Map<string, Chunk>();
  const counts = new Map<string, number>();
  let number = 0;

  function hold(table: string, row: Row, isChange: boolean): void {
    const key = `${table} ${isChange}`;
    const chunk = waiting.get(key) ?? { table, rows: [], isChange };
    waiting.set(key, chunk);
    chunk.rows.push({ ...row });
    const { whom } = describeHeld(table, row);
    counts.set(whom, (counts.get(whom) ?? 0) + 1);
  }

  return {
    /** @returns the row to insert; null for none */
    take(table: string, row: Row): Row | null {
      if (table === "meta") {
        const key = String(row.key);
        if (key.startsWith(keyPrefix)) {
          // This backup was made of a restored node before its owner confirmed.
          const { rows, isChange, ...of } = parseChunk(row.value);
          for (const held of rows) {
            if (!isChange) checkRow(of.table, held);
            hold(of.table, held, isChange);
          }
          return null;
        }
        if (!isHeldSetting(key, row.value)) return row;
        hold(table, row, false);
        return null;
      }
      const off = reportedApart.has(table) ? null : (findTable(table)?.calls?.off ?? null);
      const isQueued = queues.has(table) && row.state === "pending";
      const isUnsigned = table === "connections" && row.proof === "null";
      if (off === "aside" || isQueued || isUnsigned) {
        hold(table, row, false);
        return null;
      }
      if (off === null || typeof off === "string") return row;
      const changed = Object.keys(off).filter((column) => (row[column] ?? null) !== off[column]);
      if (changed.length === 0) return row;
      const kept = [...(findTable(table)?.key ?? []), ...changed];
      hold(table, Object.fromEntries(kept.map((column) => [column, row[column] ?? null])), true);
      return { ...row, ...off };
    },
    /** Writes the held rows, in the caller's transaction. @param isLast also the incomplete last chunk */
    async flush(tx: Tx, isLast: boolean): Promise<void> {
      for (const [key, chunk] of waiting) {
        if (!isLast && chunk.rows.length < chunkRows) continue;
        waiting.delete(key);
        number += 1;
        await writeMeta(tx, `${keyPrefix}${String(number).padStart(8, "0")}`, JSON.stringify(chunk));
      }
    },
    counts: (): HeldCount[] => toCounts(counts),
  };
}

/** Puts back the rows that a restore held, except those that the owner has replaced since. @returns what that was */
export async function releaseHeldRows(tx: Tx): Promise<HeldCount[]> {
  const counts = new Map<string, number>();
  for (const key of await listMetaKeys(tx, keyPrefix)) {
    const { table: name, rows, isChange } = parseChunk(await readMeta(tx, key));
    const table = findTable(name);
    for (const row of rows) {
      if (!table || !(await putBackRow(tx, table, row, isChange))) continue;
      const { whom } = describeHeld(name, row);
      counts.set(whom, (counts.get(whom) ?? 0) + 1);
    }
    const queue = dueByTable[name];
    if (queue) markDue(tx, queue);
    await deleteMeta(tx, key);
  }
  return toCounts(counts);
}

function parseChunk(value: unknown): Chunk {
  const { data } = chunkSchema.safeParse(parseJson(String(value)));
  const isKnown = data && (data.table === "meta" ? data.rows.every(isSettingRow) : isHoldable(data.table));
  if (data && isKnown) return data;
  throw invalidBackup("What an earlier restore held back is malformed in the backup.");
}

const isSettingRow = (row: Row) => isHeldSetting(String(row.key), row.value);

/** Nothing else is ever put back by a confirmation. */
function isHoldable(table: string): boolean {
  const { inBackup = false, calls = null } = findTable(table) ?? {};
  return inBackup !== false && calls !== null && !reportedApart.has(table);
}

/** Whether a setting calls somebody or restyles the site, by a choice of the backup's. The mail server is reported apart. */
function isHeldSetting(key: string, value: unknown): boolean {
  const name = settingNames.find((one) => key === `setting.${one}`);
  if (name === undefined || name === "mailTransport") return false;
  if (name === "stylesheet") return value !== "";
  const { calls, default: byDefault } = settingOf(name);
  return calls !== null && value !== "" && value !== "false" && value !== String(byDefault);
}

function describeHeld(table: string, row: Row): { whom: string } {
  if (table === "meta") {
    const name = settingNames.find((one) => row.key === `setting.${one}`);
    return { whom: (name && settingOf(name).calls) ?? "the stylesheet of the site" };
  }
  if (table === "connections") return { whom: "follows that nobody signed" };
  return { whom: findTable(table)?.calls?.whom ?? table };
}

function toCounts(counts: ReadonlyMap<string, number>): HeldCount[] {
  return [...counts].map(([whom, count]) => ({ whom, count })).sort((a, b) => (a.whom < b.whom ? -1 : 1));
}
