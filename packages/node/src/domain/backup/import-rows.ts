import { parseEnvelope, proofEnvelope, verifyEnvelope } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import {
  type BackedUpTable,
  backedUpTables,
  closeTable,
  insertRows,
  type Row,
} from "../../store/backup-tables.ts";
import type { Store, Tx } from "../../store/database.ts";
import { listMigrationNames, migrateInside } from "../../store/migrate.ts";
import { releaseClaims } from "../../store/queue-rows.ts";
import { noteFaultsInside } from "../contents/faults.ts";
import type { Manifest } from "./archive-format.ts";
import { belongsInBackup, readLines } from "./dump-rows.ts";
import { createServiceSwitch, type OutsideServices } from "./outside-services.ts";

export interface ImportedRows {
  readonly rows: number;
  /** How many were checked, all of them good. */
  readonly signatures: number;
  /** Who owns the node by these rows, whatever the manifest says; null before installation. */
  readonly owner: { readonly address: string; readonly url: string; readonly title: string } | null;
  readonly switchedOff: OutsideServices;
}

// Not a limit: the owner's own archive.
const BATCH = 200;

/**
 * Makes the tables as they were and puts all rows in, in the caller's transaction, and checks each signature among
 * them. Webhooks, mail server and push devices are switched off. The tables are brought up to date by the next opening.
 *
 * @param files the spooled rows of each table, by its name
 * @throws AppError BACKUP_INVALID for a row or a signature that is not as it should be
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
  for (const table of backedUpTables) {
    const path = files.get(table.name);
    if (path === undefined) continue;
    let batch: Row[] = [];
    const put = async () => {
      await insertRows(tx, table, batch).catch((error: unknown) => refuseRow(table, error));
      batch = [];
    };
    for await (const line of readLines(path)) {
      const row = parseRow(table, line);
      if (!belongsInBackup(table.name, row)) continue;
      const isGood = verifyRow({ recover }, table.name, row);
      if (isGood === false)
        throw new AppError(
          "BACKUP_INVALID",
          `A signature in ${table.name} is not good: ${nameOf(table, row)}.`,
        );
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
  throw new AppError(
    "BACKUP_INVALID",
    `The backup was made by a newer version of Freehold (${program}, at ${schema}). Restore it with that version.`,
  );
}

function parseRow({ name, computed = [] }: BackedUpTable, line: string): Row {
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
  if (!isRow) throw new AppError("BACKUP_INVALID", `A row of ${name} is none.`);
  return row as Row;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function nameOf({ key }: BackedUpTable, row: Row): string {
  return key.map((column) => `${column} ${row[column]}`).join(", ");
}

function refuseRow({ name }: BackedUpTable, error: unknown): never {
  throw new AppError(
    "BACKUP_INVALID",
    `The rows of ${name} don't fit: ${error instanceof Error ? error.message : error}.`,
  );
}

/**
 * Checks the signature of a row that has one: the proof of a signed publication, own, replica or still to be fetched, and
 * that of a follow.
 *
 * @returns whether there was one and it is good; null where the row's table has none
 * @throws nothing: what can't be read is not good
 */
function verifyRow({ recover }: Pick<Context, "recover">, table: string, row: Row): boolean | null {
  try {
    // Whoever fetches the content takes the proof for one that was verified when it came.
    if (table === "pulls")
      return isProofGood(recover, { ...row, publisher_address: row.peer_address ?? null });
    if (table === "publications") return row.state === "signed" ? isProofGood(recover, row) : null;
    return table === "connections" ? isFollowGood(recover, row) : null;
  } catch {
    return false;
  }
}

function isProofGood(recover: Context["recover"], row: Row): boolean {
  const envelope = proofEnvelope({
    contentHash: String(row.content_hash) as `0x${string}`,
    publisherAddress: String(row.publisher_address) as `0x${string}`,
    timestamp: Number(row.timestamp),
    signature: String(row.signature),
    encodeType: String(row.proof_type),
  });
  const { meaning, signature } = verifyEnvelope(parseEnvelope("StatementOfSource", envelope), { recover });
  return (
    signature === row.signature &&
    meaning.publisherAddress === row.publisher_address &&
    meaning.contentHash === row.content_hash &&
    meaning.timestamp === row.timestamp
  );
}

function isFollowGood(recover: Context["recover"], row: Row): boolean {
  const envelope: unknown = JSON.parse(String(row.proof));
  const { meaning } = verifyEnvelope(parseEnvelope("CreateConnection", envelope), { recover });
  return (
    meaning.followerAddress === row.follower_address &&
    meaning.followeeAddress === row.followee_address &&
    meaning.timestamp === row.signed_at
  );
}
