import { createWriteStream } from "node:fs";
import { lstat, mkdtemp, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, posix, sep } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pipeline } from "node:stream/promises";
import { valueAt } from "@freehold/protocol/internal";
import { readBeginning } from "../archives/archive.ts";
import { streamFile } from "../archives/stream-file.ts";
import { codeOf, ImportError } from "../errors.ts";
import { importFormatLimits as limits } from "../limits.ts";
import type { ImportArchive } from "../source.ts";
import type { ReferenceFolder } from "./reference-folder.ts";

const tableRows = 4_000_000; // rows of a table of an epress node
const places = [
  "database/epress.sqlite",
  "data/database/epress.sqlite",
  "data/epress.sqlite",
  "epress.sqlite",
];

/** Opens the bytes of an upload by its path below the folder of uploads. */
type Uploads = (name: string) => Promise<AsyncIterable<Uint8Array> | null>;

/**
 * Opens the data folder of an epress node, the folder above it, an archive of either, or its SQLite file.
 *
 * @param archive the opened archive, where the path is one; it stays open
 * @param temporary a folder for the database of an archive
 * @returns null for anything else
 * @throws ImportError IMPORT_INVALID for a damaged database or archive
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
  for (const part of ["", "-wal"]) {
    const entry = entries.get(`${name}${part}`);
    if (entry) await pipeline(await entry.open(), createWriteStream(join(folder, `epress.sqlite${part}`)));
  }
  const file = await findDatabase([join(folder, "epress.sqlite")]);
  const above = name.replace(/(?:database\/)?epress\.sqlite$/, "");
  const open: Uploads = async (upload) =>
    (await entries.get(`${above}uploads/${posix.normalize(upload)}`)?.open()) ?? null;
  return file === null ? null : openDatabase(file, open);
}

/** @returns null for the database of another program */
function openDatabase(file: string, uploads: Uploads): ReferenceFolder | null {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    // Tables of a hostile file may be views: they call no functions of their own, and sort in memory, which has a limit.
    db.exec("pragma trusted_schema = off; pragma temp_store = memory");
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
    async *rows(table) {
      if (columnsOf(db, table).size === 0) return;
      const statement = db.prepare(selectFrom(db, table));
      let count = 0;
      try {
        for (const row of statement.iterate()) {
          count += 1;
          if (count > tableRows)
            throw new ImportError("IMPORT_INVALID", `Its table ${table} has more than ${tableRows} rows.`);
          yield row;
        }
      } catch (error) {
        throw toInvalid(error);
      }
    },
    async content(hash) {
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
  return new ImportError("IMPORT_INVALID", `The database is damaged: ${valueAt(error, "message")}.`, {
    cause: error,
  });
}
