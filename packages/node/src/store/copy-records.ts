import { sql } from "kysely";
import { compareKeys, copyMarks, type Key } from "./copied-tables.ts";
import { dialectOf, type Reader, type Tx } from "./database.ts";
import { deleteMeta, readMeta, writeMeta } from "./meta.ts";
import { migrateInside } from "./migrate.ts";

/** What was copied of a table behind the record before it, up to a key: the hash of the rows in their order. */
export interface CopyRecord {
  readonly upTo: Key;
  readonly hash: string;
  readonly rows: number;
  /** Whether the rows were read back and have that hash. */
  readonly isVerified: boolean;
}

/**
 * Makes the tables of a target and marks it as half copied, in one transaction. What was copied is written down beside it, in
 * the transaction that copies it: so a copy that was stopped continues.
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

/** Why no node may start on a database. Null: it may, also where there are no tables. */
export async function findCopyMark(db: Reader): Promise<keyof typeof copyMarks | null> {
  try {
    if ((await readMeta(db, copyMarks.copying)) !== null) return "copying";
    return (await readMeta(db, copyMarks.moved)) === null ? null : "moved";
  } catch {
    // A new database. One that can't be read is found out by the next query.
    return null;
  }
}

interface Stored {
  up_to: string;
  hash: string;
  row_count: number;
  verified: number;
}

/** What was copied of a table, in the order of its keys. */
export async function readRecords(db: Reader, table: string): Promise<CopyRecord[]> {
  const { rows } = await sql<Stored>`
    select up_to, hash, row_count, verified from copy_records where table_name = ${table}
  `.execute(db);
  return rows
    .map(({ up_to, hash, row_count, verified }) => ({
      ...{ upTo: JSON.parse(up_to) as Key, hash, rows: row_count, isVerified: verified === 1 },
    }))
    .sort((one, other) => compareKeys(one.upTo, other.upTo));
}

/** Writes down what is in a range now, in the place of what was there. */
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

/** The range, where it has a record, is to be copied again: it no longer holds what the record says. */
export async function spoilRecord(tx: Tx, table: string, upTo: Key): Promise<void> {
  await sql`
    update copy_records set hash = '' where table_name = ${table} and up_to = ${JSON.stringify(upTo)}
  `.execute(tx);
}

/** Writes down that the rows of a range were read back. */
export async function verifyRecord(tx: Tx, table: string, upTo: Key): Promise<void> {
  await sql`
    update copy_records set verified = 1 where table_name = ${table} and up_to = ${JSON.stringify(upTo)}
  `.execute(tx);
}
