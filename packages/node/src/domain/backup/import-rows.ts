import type { Context } from "../../context.ts";
import { listMigrationNames, migrateInside } from "../../store/migrate.ts";
import { releaseClaims } from "../../store/queue-rows.ts";
import type { Store, Tx } from "../../store/store.ts";
import { closeTable, insertRows, type KeptTable, keptTables, type Row } from "../../store/table-rows.ts";
import { noteFaultsInside } from "../contents/faults.ts";
import { ArchiveError, type Manifest } from "./archive-format.ts";
import { isKeptRow } from "./kept-rows.ts";
import { createServiceSwitch, type OutsideServices } from "./outside-services.ts";
import { readLines } from "./read-lines.ts";
import { verifyRow } from "./verify-signatures.ts";

export interface ImportedRows {
  readonly rows: number;
  /** How many were checked, all of them good. */
  readonly signatures: number;
  /** Who owns the node by these rows, whatever the manifest says; null before installation. */
  readonly owner: { readonly address: string; readonly url: string; readonly title: string } | null;
  readonly switchedOff: OutsideServices;
}

const BATCH = 200;

/**
 * Makes the tables as they were and puts all rows in, in the caller's transaction, and checks each signature among
 * them. Webhooks, mail server and push devices are switched off. The tables are brought up to date by the next opening.
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
  const services = createServiceSwitch();
  const done = { rows: 0, signatures: 0 };
  let owner: ImportedRows["owner"] = null;
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
      if (table.name === "profiles" && row.is_self === 1) owner = ownerOf(row);
      const kept = services.turnOff(table.name, row);
      if (kept && batch.push(kept) >= BATCH) await put();
    }
    await put();
    await closeTable(tx, table);
  }
  for (const queue of ["outbox", "pulls"] as const) await releaseClaims(tx, queue, null);
  await noteFaultsInside(tx, new Map(manifest.missing.map((hash) => [hash as `0x${string}`, "missing"])));
  return { ...done, owner, switchedOff: await services.save(tx) };
}

function ownerOf({ address, url, title }: Row): ImportedRows["owner"] {
  return { address: String(address), url: String(url), title: String(title) };
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
