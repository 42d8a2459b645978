import { sql } from "kysely";
import { dialectOf, type Reader, type Tx } from "../database.ts";
import { deleteMeta, readMeta, writeMeta } from "../meta.ts";
import { migrateInside } from "../migrate.ts";
import { compareKeys, copyMarks, type Key } from "./copied-tables.ts";

/** A copied range of a table: from the end of the previous record up to a key, with the hash of its rows in order. */
export interface CopyRecord {
  readonly upTo: Key;
  readonly hash: string;
  readonly rows: number;
  /** Whether the rows were read back and have that hash. */
  readonly isVerified: boolean;
}

/**
 * Makes the tables of a target and marks it as half copied, in one transaction. The target also has a record of each copied range,
 * written in the same transaction, so that an interrupted copy can continue.
 *
 * @param last the name of the last migration
 */
export async function beginCopy(tx: Tx, last: string): Promise<void> {
  const dialect = dialectOf(tx);
  await migrateInside(tx, { dialect }, last);
  const { integer, text, tableOptions } = dialect.ddl;
  await sql
    .raw(
      `create table if not exists copy_records (
        table_name ${text} not null, up_to ${text} not null, hash ${text} not null,
        row_count ${integer} not null, verified ${integer} not null, primary key (table_name, up_to)
      )${tableOptions}`,
    )
    .execute(tx);
  await writeMeta(tx, copyMarks.copying, "1");
}

/** Ends a copy: from now on a node may start on this database. */
export async function endCopy(tx: Tx): Promise<void> {
  await sql`drop table copy_records`.execute(tx);
  await deleteMeta(tx, copyMarks.copying);
}

/** The reason why no node may start on a database; null if it may, also if there are no tables. */
export async function findCopyMark(db: Reader): Promise<keyof typeof copyMarks | null> {
  try {
    if ((await readMeta(db, copyMarks.copying)) !== null) return "copying";
    return (await readMeta(db, copyMarks.moved)) === null ? null : "moved";
  } catch {
    // A new database. If it can't be read, the next query fails.
    return null;
  }
}

interface Stored {
  up_to: string;
  hash: string;
  row_count: number;
  verified: number;
}

/** The copied ranges of a table, in the order of its keys. */
export async function readRecords(db: Reader, table: string): Promise<CopyRecord[]> {
  const { rows } = await sql<Stored>`
    select up_to, hash, row_count, verified from copy_records where table_name = ${table}
  `.execute(db);
  return rows
    .map(({ up_to, hash, row_count, verified }) => ({
      upTo: JSON.parse(up_to) as Key,
      hash,
      rows: row_count,
      isVerified: verified === 1,
    }))
    .sort((one, other) => compareKeys(one.upTo, other.upTo));
}

/** Replaces the records of a range by new ones. */
export async function saveRecord(
  tx: Tx,
  table: string,
  { upTo, hash, rows }: Omit<CopyRecord, "isVerified">,
): Promise<void> {
  await sql`
    insert into copy_records (table_name, up_to, hash, row_count, verified)
    values (${table}, ${JSON.stringify(upTo)}, ${hash}, ${rows}, 0)
    on conflict (table_name, up_to) do update set hash = excluded.hash, row_count = excluded.row_count, verified = 0
  `.execute(tx);
}

/** Deletes the record of a range, so that the range is copied again. */
export async function spoilRecord(tx: Tx, table: string, upTo: Key): Promise<void> {
  await sql`
    update copy_records set hash = '' where table_name = ${table} and up_to = ${JSON.stringify(upTo)}
  `.execute(tx);
}

/** Records that the rows of a range were read back. */
export async function verifyRecord(tx: Tx, table: string, upTo: Key): Promise<void> {
  await sql`
    update copy_records set verified = 1 where table_name = ${table} and up_to = ${JSON.stringify(upTo)}
  `.execute(tx);
}
