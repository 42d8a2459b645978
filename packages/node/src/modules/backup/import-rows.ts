import { type Hash, parseEnvelope, proofEnvelope, verifyEnvelope } from "@freehold/protocol";
import { parseJson } from "@freehold/protocol/internal";
import { z } from "zod";
import type { Context } from "../../context.ts";
import { saveContentFaults } from "../../domain/contents/faults.ts";
import { readLines } from "../../domain/files/read-lines.ts";
import type { Store, Tx } from "../../store/database.ts";
import { listMigrationNames, migrateInside } from "../../store/migrate.ts";
import { queueNames, releaseClaims } from "../../store/queues/queue-rows.ts";
import { findTable, type Table } from "../../store/tables/list-tables.ts";
import { invalidBackup, type Manifest } from "./archive-format.ts";
import { belongsInBackup } from "./dump-rows.ts";
import { createServiceSwitch } from "./outside-services.ts";
import { closeTable, insertRows, listBackedUpTables, type Row } from "./store/backup-tables.ts";

export type ImportedRows = Awaited<ReturnType<typeof importRows>>;

const BATCH = 200;

/**
 * Creates the tables of the backup's version in the caller's transaction, inserts all rows, checks every signature in
 * them, and switches off all that makes the node call somebody. The next opening migrates the tables.
 *
 * @param files the dumped rows of each table, by its name
 * @returns how many rows, good signatures and unsigned publications of the site there are, what was switched off, and the owner by these rows (whatever
 *   the manifest says; null before installation)
 * @throws AppError BACKUP_INVALID for a malformed row or a bad signature
 */
export async function importRows(
  { store, recover }: { store: Pick<Store, "dialect"> } & Pick<Context, "recover">,
  tx: Tx,
  { manifest, files }: { manifest: Manifest; files: ReadonlyMap<string, string> },
) {
  await store.dialect.liftTimeouts(tx);
  await migrateInside(tx, store, manifest.schema);
  const requireGood = (table: string, row: Row) => {
    const isGood = checkSignature(recover, table, row);
    if (isGood !== false) return isGood;
    const key = (findTable(table)?.key ?? []).map((column) => `${column} ${row[column]}`).join(", ");
    throw invalidBackup(`A signature in ${table} is not good: ${key}.`);
  };
  const services = createServiceSwitch(requireGood);
  let rows = 0;
  let signatures = 0;
  let unsigned = 0;
  let owner: { address: string; url: string; title: string } | null = null;
  for (const table of listBackedUpTables()) {
    const path = files.get(table.name);
    if (path === undefined) continue;
    let batch: Row[] = [];
    const insertBatch = async () => {
      await insertRows(tx, table, batch).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : error;
        throw invalidBackup(`The rows of ${table.name} don't fit: ${reason}.`);
      });
      batch = [];
    };
    for await (const line of readLines(path, invalidBackup)) {
      const row = parseRow(table, line);
      if (!belongsInBackup(table.name, row)) continue;
      signatures += requireGood(table.name, row) ? 1 : 0;
      unsigned += table.name === "publications" && row.state === "local" ? 1 : 0;
      rows += 1;
      if (table.name === "profiles" && row.is_self === 1) {
        owner = { address: String(row.address), url: String(row.url), title: String(row.title) };
      }
      const inserted = services.turnOff(table.name, row);
      if (inserted && batch.push(inserted) >= BATCH) await insertBatch();
      await services.flush(tx);
    }
    await insertBatch();
    await closeTable(tx, table);
  }
  for (const queue of queueNames) await releaseClaims(tx, queue, null);
  await saveContentFaults(tx, new Map(manifest.missing.map((hash) => [hash, "missing"])));
  return { rows, signatures, unsigned, owner, switchedOff: await services.save(tx) };
}

/** @throws AppError BACKUP_INVALID for rows that have been through a migration that this program lacks */
export function refuseNewerRows({ schema, program }: Manifest): void {
  if (listMigrationNames().includes(schema)) return;
  throw invalidBackup(
    `The backup was made by a newer version of Freehold (${program}, at ${schema}). Restore it with that version.`,
  );
}

const rowSchema = z.record(
  z.string().regex(/^[a-z_0-9]{1,60}$/),
  z.union([z.string(), z.number().int(), z.null()]),
);

function parseRow({ name, computed = [] }: Table, line: string): Row {
  const { data: row } = rowSchema.safeParse(parseJson(line));
  if (row && !computed.some((column) => Object.hasOwn(row, column))) return row;
  throw invalidBackup(`A row of ${name} is malformed.`);
}

/**
 * Checks the signature of a row: the proof of a signed publication (own, replica or queued) or of a follow.
 *
 * @returns whether it is good, which an unreadable one is not; null for a row without a signature
 */
function checkSignature(recover: Context["recover"], table: string, row: Row): boolean | null {
  try {
    // The download of the content trusts the proof as verified on arrival.
    if (table === "pulls")
      return isProofGood(recover, { ...row, publisher_address: row.peer_address ?? null });
    // One in the trash returns to the index with its proof.
    if (table === "trash_rows" && row.table_name === "publications")
      return checkSignature(recover, "publications", rowSchema.parse(parseJson(String(row.data))));
    if (table === "publications") return row.state === "signed" ? isProofGood(recover, row) : null;
    return table === "connections" ? isFollowGood(recover, row) : null;
  } catch {
    return false;
  }
}

function isProofGood(recover: Context["recover"], row: Row): boolean {
  const envelope = proofEnvelope({
    contentHash: String(row.content_hash) as Hash,
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

function isFollowGood(recover: Context["recover"], row: Row): boolean | null {
  const envelope: unknown = JSON.parse(String(row.proof));
  // A follow that was imported from an epress node, which keeps no message of it, has none.
  if (envelope === null) return null;
  const { meaning } = verifyEnvelope(parseEnvelope("CreateConnection", envelope), { recover });
  return (
    meaning.followerAddress === row.follower_address &&
    meaning.followeeAddress === row.followee_address &&
    meaning.timestamp === row.signed_at
  );
}
