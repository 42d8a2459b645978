import { createReadStream } from "node:fs";
import { lstat, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { AppError, codeOf } from "../../../errors/errors.ts";
import { readBeginning } from "../formats/archive.ts";

/** A row of the database of an epress node. Foreign keys and types are not enforced there, so that it holds anything. */
export type ReferenceRow = Readonly<Record<string, SQLOutputValue>>;

/** A node that the other one knew. */
export interface ReferenceNode {
  readonly url: string;
  readonly title: string;
  readonly description: string | null;
}

/** The data folder of an epress node, opened for reading. */
export interface ReferenceFolder {
  /** The rows of a table, one by one; none where it is missing. @throws AppError IMPORT_INVALID for a damaged file */
  rows(table: string): Generator<ReferenceRow>;
  /** The row of a content; null where there is none. */
  content(hash: string): ReferenceRow | null;
  /** The bytes of an upload; null where they are missing, or where the path leads out of the folder. */
  openUpload(path: string): Promise<AsyncIterable<Uint8Array> | null>;
  close(): void;
}

const places = ["database/epress.sqlite", "data/database/epress.sqlite", "epress.sqlite"];

/**
 * Opens the data folder of an epress node, the folder above it, or its SQLite file.
 *
 * @returns null for anything else
 * @throws AppError IMPORT_INVALID for a damaged database
 */
export async function openReferenceFolder(path: string): Promise<ReferenceFolder | null> {
  const file = await findDatabase(path);
  if (file === null) return null;
  const uploads = join(
    basename(dirname(file)) === "database" ? dirname(dirname(file)) : dirname(file),
    "uploads",
  );
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    if (!isReference(db)) {
      db.close();
      return null;
    }
  } catch (error) {
    db.close();
    throw toInvalid(error);
  }
  return {
    *rows(table) {
      if (columnsOf(db, table).size === 0) return;
      const statement = db.prepare(`select * from "${table}"`);
      try {
        for (const row of statement.iterate()) yield row;
      } catch (error) {
        throw toInvalid(error);
      }
    },
    content(hash) {
      try {
        return db.prepare("select * from contents where content_hash = ?").get(hash) ?? null;
      } catch (error) {
        throw toInvalid(error);
      }
    },
    async openUpload(name) {
      if (!/^[\w./-]{1,400}$/.test(name) || name.startsWith("/") || name.split("/").includes(".."))
        return null;
      const found = await lstat(join(uploads, name)).catch(() => null);
      return found?.isFile() ? createReadStream(join(uploads, name)) : null;
    },
    close: () => db.close(),
  };
}

async function findDatabase(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  const files = found?.isFile() ? [path] : places.map((place) => join(path, place));
  for (const file of files) {
    const beginning = (await stat(file).catch(() => null))?.isFile() ? await readBeginning(file, 16) : null;
    if (beginning?.toString("latin1") === "SQLite format 3\0") return file;
  }
  return null;
}

function columnsOf(db: DatabaseSync, table: string): ReadonlySet<string> {
  return new Set(
    db
      .prepare(`select name from pragma_table_info(?)`)
      .all(table)
      .map(({ name }) => String(name)),
  );
}

function isReference(db: DatabaseSync): boolean {
  return ["nodes", "contents", "publications", "connections"].every((table) => columnsOf(db, table).size > 0);
}

function toInvalid(error: unknown): unknown {
  if (codeOf(error) !== "ERR_SQLITE_ERROR") return error;
  return new AppError("IMPORT_INVALID", `The database is damaged: ${Object(error).message}.`, {
    cause: error,
  });
}

/** A text of a row; null for anything else. */
export function textOf(value: SQLOutputValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}

/** A time of a row in milliseconds: a number, or `YYYY-MM-DD HH:MM:SS` in UTC; null for anything else. */
export function timeOf(value: SQLOutputValue | undefined): number | null {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  if (typeof value !== "string") return null;
  if (/^\d{1,15}$/.test(value)) return Number(value);
  const time = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(value)
    ? Date.parse(`${value.replace(" ", "T")}Z`)
    : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
