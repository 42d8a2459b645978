import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import type { Context } from "../../context.ts";
import { readMigrationState } from "../../store/migrate.ts";
import { readSnapshot } from "../../store/read-snapshot.ts";
import type { Reader } from "../../store/store.ts";
import { type KeptTable, keptTables, type Row, readRows } from "../../store/table-rows.ts";
import { isKeptRow } from "./kept-rows.ts";

/** A file that was written, to become an entry of an archive. */
export interface SpooledFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

/** The rows of a database as they were at one moment. */
export interface SpooledRows {
  /** The last migration. */
  readonly schema: string;
  readonly tables: ReadonlyMap<string, SpooledFile & { readonly rows: number }>;
}

/**
 * Writes all rows that belong into a backup to files of a folder, a JSON object a line, as they are at one moment. It
 * keeps no writer waiting, and does not wait for anything itself but the disk.
 */
export async function spoolRows(
  { config }: Pick<Context, "config">,
  folder: string,
  signal?: AbortSignal,
): Promise<SpooledRows> {
  return await readSnapshot(config, async (snapshot) => {
    const { done } = await readMigrationState(snapshot);
    const tables = new Map();
    for (const table of keptTables) {
      signal?.throwIfAborted();
      tables.set(table.name, await spoolTable(snapshot, table, join(folder, `${table.name}.jsonl`)));
    }
    return { schema: done.at(-1) ?? "", tables };
  });
}

async function spoolTable(snapshot: Reader, table: KeptTable, path: string) {
  let rows = 0;
  async function* lines() {
    for await (const row of readRows(snapshot, table)) {
      if (!isKeptRow(table.name, row)) continue;
      rows += 1;
      yield `${JSON.stringify(row satisfies Row)}\n`;
      // Pages come without a pause from SQLite; whoever else works here gets a turn.
      if (rows % 500 === 0) await setImmediate();
    }
  }
  const file = await writeSpool(path, lines());
  return { ...file, rows };
}

/** So many characters are written at a time. */
const PIECE = 64 * 1024;

/** Writes text to a new file, for this user alone, and hashes it on the way. */
export async function writeSpool(path: string, lines: AsyncIterable<string>): Promise<SpooledFile> {
  const hasher = createHash("sha256");
  let size = 0;
  async function* pieces() {
    let waiting = "";
    for await (const line of lines) {
      waiting += line;
      if (waiting.length <= PIECE) continue;
      yield waiting;
      waiting = "";
    }
    if (waiting !== "") yield waiting;
  }
  async function* hashed() {
    for await (const piece of pieces()) {
      const bytes = Buffer.from(piece);
      size += bytes.length;
      hasher.update(bytes);
      yield bytes;
    }
  }
  await pipeline(hashed(), createWriteStream(path, { flags: "wx", mode: 0o600 }));
  return { path, size, sha256: hasher.digest("hex") };
}
