import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { parseHash } from "@freehold/protocol";
import { parseJson } from "@freehold/protocol/internal";
import { z } from "zod";
import type { StoredBlob } from "../../blobs/blobs.ts";
import type { Context } from "../../context.ts";
import { readLines } from "../../domain/files/read-lines.ts";
import { programKey } from "../../store/copies/snapshots.ts";
import type { Reader } from "../../store/database.ts";
import { readMigrationState } from "../../store/migrate.ts";
import { readSnapshot } from "../../store/open-store.ts";
import type { Table } from "../../store/tables/list-tables.ts";
import { invalidBackup } from "./archive-format.ts";
import { listBackedUpTables, type Row, readRows } from "./store/backup-tables.ts";

/** All rows of a database at one moment, in files. */
export type DumpedRows = Awaited<ReturnType<typeof dumpRows>>;

/**
 * Writes all rows that belong in a backup, as they are at one moment, to files in a folder: a JSON object a line. It
 * blocks no writer.
 *
 * @returns the name of the last migration, the files by table, and the contents in the order of their hashes
 */
export async function dumpRows({ config }: Pick<Context, "config">, folder: string, signal?: AbortSignal) {
  return await readSnapshot(config, async (snapshot) => {
    const { done } = await readMigrationState(snapshot);
    const tables = new Map<string, Awaited<ReturnType<typeof dumpTable>>>();
    for (const table of listBackedUpTables()) {
      signal?.throwIfAborted();
      tables.set(table.name, await dumpTable(snapshot, table, join(folder, `${table.name}.jsonl`)));
    }
    const listContents = () => readContentRows(join(folder, "contents.jsonl"));
    return { schema: done.at(-1) ?? "", tables, listContents };
  });
}

const chunkLength = 64 * 1024;

async function dumpTable(snapshot: Reader, table: Table, path: string) {
  let rows = 0;
  async function* chunks() {
    let chunk = "";
    for await (const row of readRows(snapshot, table)) {
      if (!belongsInBackup(table.name, row)) continue;
      rows += 1;
      chunk += `${JSON.stringify(row)}\n`;
      if (chunk.length < chunkLength) continue;
      yield chunk;
      chunk = "";
      // SQLite returns pages without a pause: let other work run.
      await setImmediate();
    }
    yield chunk;
  }
  return { ...(await writeHashedFile(path, chunks())), rows };
}

/** Writes a new file, readable for this user alone. @returns its size in bytes and its SHA-256 in hex */
export async function writeHashedFile(path: string, source: AsyncIterable<string | Uint8Array>) {
  const hasher = createHash("sha256");
  let size = 0;
  async function* hashed() {
    for await (const chunk of source) {
      hasher.update(chunk);
      size += Buffer.byteLength(chunk);
      yield chunk;
    }
  }
  await pipeline(hashed(), createWriteStream(path, { flags: "wx", mode: 0o600 }));
  return { path, size, sha256: hasher.digest("hex") };
}

/**
 * Values that no backup includes: the key that signs sessions (a restore ends them all), the key that hashes clients,
 * the progress of jobs, and the program that worked on the database.
 */
const excludedValues = new Set([
  "access.token_key",
  "comments.client_key",
  "content_check",
  programKey,
  "releases",
  "search_progress",
  "setup_code",
]);
const excludedPrefixes = ["backup.", "content_fault.", "contents_hold."];

const isExcluded = (key: string) =>
  excludedValues.has(key) || excludedPrefixes.some((prefix) => key.startsWith(prefix));

/** Whether a row is written into a backup, and restored out of one. */
export function belongsInBackup(table: string, row: Row): boolean {
  if (table === "meta") return !isExcluded(String(row.key));
  // Documents of publications are made from the texts again.
  if (table === "search_documents") return row.kind === "comment";
  // The others were done by the node that wrote them: mails hold links that work once.
  if (table === "jobs") return row.kind === "fan-out" && row.state === "pending";
  return true;
}

const contentRow = z.object({ hash: z.string(), size: z.int().min(0) });

/**
 * The contents in a dumped table, in the order of their hashes.
 *
 * @throws AppError BACKUP_INVALID for a row without a hash and a size
 */
export async function* readContentRows(path: string): AsyncGenerator<StoredBlob> {
  for await (const line of readLines(path, invalidBackup)) {
    const { data } = contentRow.safeParse(parseJson(line));
    const hash = data ? parseHash(data.hash) : null;
    if (!data || hash === null) throw invalidBackup("A file of the backup has no hash and size.");
    yield { hash, size: data.size };
  }
}
