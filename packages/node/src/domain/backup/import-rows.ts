import type { Context } from "../../context.ts";
import { listMigrationNames, migrateInside } from "../../store/migrate.ts";
import { releaseClaims } from "../../store/queue-rows.ts";
import type { Store, Tx } from "../../store/store.ts";
import { closeTable, insertRows, type KeptTable, keptTables, type Row } from "../../store/table-rows.ts";
import { noteFaultsInside } from "../contents/content-faults.ts";
import { ArchiveError, type Manifest } from "./archive-format.ts";
import { isKeptRow } from "./kept-rows.ts";
import { readLines } from "./read-lines.ts";
import { verifyRow } from "./verify-signatures.ts";

/** How many signatures were checked, all of them good. */
export interface ImportedRows {
  readonly rows: number;
  readonly signatures: number;
}

const BATCH = 200;

/**
 * Makes the tables as they were and puts all rows in, in the caller's transaction, and checks each signature among
 * them. The tables are brought up to date by the next opening.
 *
 * @param files the spooled rows of each table, by its name
 * @throws ArchiveError for a row or a signature that is not as it should be
 */
export async function importRows(
  { store, recover }: { store: Pick<Store, "dialect"> } & Pick<Context, "recover">,
  tx: Tx,
  { manifest, files }: { manifest: Manifest; files: ReadonlyMap<string, string> },
): Promise<ImportedRows> {
  await store.dialect.liftTimeouts(tx);
  await migrateInside(tx, store, manifest.schema);
  const done = { rows: 0, signatures: 0 };
  for (const table of keptTables) {
    const path = files.get(table.name);
    if (path === undefined) continue;
    let batch: Row[] = [];
    const put = async () => {
      await insertRows(tx, table, batch).catch((error: unknown) => refuseRow(table, error));
      batch = [];
    };
    for await (const line of readLines(path)) {
      const row = parseRow(table, line);
      if (!isKeptRow(table.name, row)) continue;
      const isGood = verifyRow({ recover }, table.name, row);
      if (isGood === false)
        throw new ArchiveError(`A signature in ${table.name} is not good: ${nameOf(table, row)}.`);
      done.signatures += isGood ? 1 : 0;
      done.rows += 1;
      if (batch.push(row) >= BATCH) await put();
    }
    await put();
    await closeTable(tx, table);
  }
  for (const queue of ["outbox", "pulls"] as const) await releaseClaims(tx, queue, null);
  await noteFaultsInside(tx, new Map(manifest.missing.map((hash) => [hash as `0x${string}`, "missing"])));
  return done;
}

/** The last step of the archive's rows has to be one of this program's. */
export function refuseNewerRows({ schema, program }: Manifest): void {
  if (listMigrationNames().includes(schema)) return;
  throw new ArchiveError(
    `The backup was made by a newer version of Freehold (${program}, at ${schema}). Restore it with that version.`,
  );
}

function parseRow({ name, computed = [] }: KeptTable, line: string): Row {
  const row: unknown = parseJson(line);
  const isRow =
    typeof row === "object" &&
    row !== null &&
    !Array.isArray(row) &&
    Object.entries(row).every(
      ([column, value]) =>
        /^[a-z_0-9]{1,60}$/.test(column) &&
        !computed.includes(column) &&
        (value === null || typeof value === "string" || Number.isSafeInteger(value)),
    );
  if (!isRow) throw new ArchiveError(`A row of ${name} is none.`);
  return row as Row;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function nameOf({ key }: KeptTable, row: Row): string {
  return key.map((column) => `${column} ${row[column]}`).join(", ");
}

function refuseRow({ name }: KeptTable, error: unknown): never {
  throw new ArchiveError(`The rows of ${name} don't fit: ${error instanceof Error ? error.message : error}.`);
}
