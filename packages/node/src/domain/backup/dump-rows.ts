import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import type { Hash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { type BackedUpTable, backedUpTables, type Row, readRows } from "../../store/backup-tables.ts";
import type { Reader } from "../../store/database.ts";
import { readMigrationState } from "../../store/migrate.ts";
import { readSnapshot } from "../../store/open-store.ts";
import { archiveLimits } from "./archive-format.ts";

/** A file that was written, to become an entry of an archive. */
export interface HashedFile {
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
  readonly tables: ReadonlyMap<string, HashedFile & { readonly rows: number }>;
}

/**
 * Writes all rows that belong into a backup to files of a folder, a JSON object a line, as they are at one moment. It
 * keeps no writer waiting, and does not wait for anything itself but the disk.
 */
export async function dumpRows(
  { config }: Pick<Context, "config">,
  folder: string,
  signal?: AbortSignal,
): Promise<SpooledRows> {
  return await readSnapshot(config, async (snapshot) => {
    const { done } = await readMigrationState(snapshot);
    const tables = new Map();
    for (const table of backedUpTables) {
      signal?.throwIfAborted();
      tables.set(table.name, await spoolTable(snapshot, table, join(folder, `${table.name}.jsonl`)));
    }
    return { schema: done.at(-1) ?? "", tables };
  });
}

async function spoolTable(snapshot: Reader, table: BackedUpTable, path: string) {
  let rows = 0;
  async function* lines() {
    for await (const row of readRows(snapshot, table)) {
      if (!belongsInBackup(table.name, row)) continue;
      rows += 1;
      yield `${JSON.stringify(row satisfies Row)}\n`;
      // Pages come without a pause from SQLite; whoever else works here gets a turn.
      if (rows % 500 === 0) await setImmediate();
    }
  }
  const file = await writeHashedFile(path, lines());
  return { ...file, rows };
}

// Not a limit: the size of a chunk.
/** So many characters are written at a time. */
const PIECE = 64 * 1024;

/** Writes text to a new file, for this user alone, and hashes it on the way. */
export async function writeHashedFile(path: string, lines: AsyncIterable<string>): Promise<HashedFile> {
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

/**
 * Values of the node that are in no backup: what signs sessions (all of them end with a restore), what names clients
 * by a hash, and what only says how far some work has come.
 */
const leftOutValues =
  /^(access\.token_key|comments\.client_key|search_progress|content_check|content_fault\..*|contents_hold\..*|backup\..*)$/;

/** Whether a row belongs into a backup, and out of one into a database. */
export function belongsInBackup(table: string, row: Row): boolean {
  if (table === "meta") return !leftOutValues.test(String(row.key));
  // Of publications they are made from the texts again.
  if (table === "search_documents") return row.kind === "comment";
  return true;
}

/**
 * The lines of a text file, one at a time, however long the file.
 * @throws AppError BACKUP_INVALID for a line that is longer than any that is written
 */
export async function* readLines(path: string): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of createReadStream(path, { encoding: "utf8" })) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > archiveLimits.lineBytes)
      throw new AppError("BACKUP_INVALID", `A line of ${basename(path)} is too long.`);
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** A content that is to be taken along. */
export interface ListedContent {
  readonly hash: Hash;
  /** Bytes. */
  readonly size: number;
}

/** The contents of a spooled table, in the order of their hashes. */
export async function* readContentRows(path: string): AsyncGenerator<ListedContent> {
  for await (const line of readLines(path)) {
    const { hash, size } = JSON.parse(line) as ListedContent;
    yield { hash, size };
  }
}

/** Whether the bytes are there in their length. */
export async function isThere(
  { blobs }: Pick<Context, "blobs">,
  { hash, size }: ListedContent,
): Promise<boolean> {
  return (await blobs.size(hash)) === size;
}
