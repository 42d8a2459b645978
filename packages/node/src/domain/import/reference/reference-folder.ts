import { createWriteStream } from "node:fs";
import { lstat, mkdtemp, realpath, rm, stat } from "node:fs/promises";
import { basename, dirname, join, posix, sep } from "node:path";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { pipeline } from "node:stream/promises";
import { streamFile } from "../../../blobs/files.ts";
import { AppError, codeOf } from "../../../errors/errors.ts";
import { readBeginning } from "../formats/archive.ts";
import { importFormatLimitValues as limits } from "../formats/limits.ts";
import type { ImportArchive } from "../source.ts";

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
  /** The rows of a table, one by one, without fields longer than `rowLength`; none where it is missing. @throws AppError IMPORT_INVALID for a damaged file */
  rows(table: string): Generator<ReferenceRow>;
  /** The row of a content; null where there is none. */
  content(hash: string): ReferenceRow | null;
  /** The bytes of an upload; null where they are missing, or where the path leads out of the folder. */
  openUpload(path: string): Promise<AsyncIterable<Uint8Array> | null>;
  close(): Promise<void>;
}

const places = ["database/epress.sqlite", "data/database/epress.sqlite", "epress.sqlite"];

/** Opens the bytes of an upload by its path below the folder of uploads. */
type Uploads = (name: string) => Promise<AsyncIterable<Uint8Array> | null>;

/**
 * Opens the data folder of an epress node, the folder above it, an archive of either, or its SQLite file.
 *
 * @param archive the opened archive, where the path is one; it stays open
 * @param temporary a folder for the database of an archive
 * @returns null for anything else
 * @throws AppError IMPORT_INVALID for a damaged database or archive
 */
export async function openReferenceFolder(
  path: string,
  archive: ImportArchive | null,
  temporary: string,
): Promise<ReferenceFolder | null> {
  const isFile = (await stat(path).catch(() => null))?.isFile() ?? false;
  if (isFile && archive) return await openArchived(archive, temporary);
  const file = await findDatabase(isFile ? [path] : places.map((place) => join(path, place)));
  if (file === null || !(isFile || (await isInside(path, file)))) return null;
  const above = basename(dirname(file)) === "database" ? dirname(dirname(file)) : dirname(file);
  const uploads = join(above, "uploads");
  return openDatabase(file, async (name) => {
    const found = await lstat(join(uploads, name)).catch(() => null);
    return found?.isFile() ? streamFile(join(uploads, name)) : null;
  });
}

/** Whether a file is in a folder, after symbolic links are resolved. */
async function isInside(folder: string, file: string): Promise<boolean> {
  return (await realpath(file)).startsWith(`${await realpath(folder)}${sep}`);
}

/** The database is unpacked into a temporary folder, because SQLite reads files; the uploads stay where they are. */
async function openArchived({ entries }: ImportArchive, temporary: string): Promise<ReferenceFolder | null> {
  const names = [...entries.keys()];
  const name = names.find((one) => one.split("/").length <= 4 && /(?:^|\/)epress\.sqlite$/.test(one));
  if (name === undefined) return null;
  const folder = await mkdtemp(join(temporary, "freehold-import-"));
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    for (const part of ["", "-wal"]) {
      const entry = entries.get(`${name}${part}`);
      if (entry) await pipeline(await entry.open(), createWriteStream(join(folder, `epress.sqlite${part}`)));
    }
    const file = await findDatabase([join(folder, "epress.sqlite")]);
    const above = name.replace(/(?:database\/)?epress\.sqlite$/, "");
    const open: Uploads = async (upload) =>
      (await entries.get(`${above}uploads/${posix.normalize(upload)}`)?.open()) ?? null;
    const found = file === null ? null : openDatabase(file, open);
    if (found === null) {
      await close();
      return null;
    }
    return {
      ...found,
      async close() {
        await found.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @returns null for the database of another program */
function openDatabase(file: string, uploads: Uploads): ReferenceFolder | null {
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
  const selectContent = db.prepare(`${selectFrom(db, "contents")} where content_hash = ?`);
  return {
    *rows(table) {
      if (columnsOf(db, table).size === 0) return;
      const statement = db.prepare(selectFrom(db, table));
      try {
        for (const row of statement.iterate()) yield row;
      } catch (error) {
        throw toInvalid(error);
      }
    },
    content(hash) {
      try {
        return selectContent.get(hash) ?? null;
      } catch (error) {
        throw toInvalid(error);
      }
    },
    async openUpload(name) {
      const isInside =
        /^[\w./-]{1,400}$/.test(name) && !name.startsWith("/") && !name.split("/").includes("..");
      return isInside ? await uploads(name) : null;
    },
    close: async () => db.close(),
  };
}

async function findDatabase(files: readonly string[]): Promise<string | null> {
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

/** Selects all columns; a field that is too large reads as null, so that memory doesn't grow with it. */
function selectFrom(db: DatabaseSync, table: string): string {
  const columns = [...columnsOf(db, table)].map((name) => `"${name.replaceAll('"', '""')}"`);
  const bounded = columns.map(
    (name) => `case when octet_length(${name}) <= ${limits.rowLength} then ${name} end as ${name}`,
  );
  return `select ${bounded.join(", ")} from "${table}"`;
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
