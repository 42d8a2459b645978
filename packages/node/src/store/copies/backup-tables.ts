import { type RawBuilder, sql } from "kysely";
import type { Reader, Tx } from "../database.ts";
import { dialectOf } from "../database.ts";
import type { Tables } from "../tables/tables.ts";

/** A row as the database has it: its columns by their names. */
export type Row = Readonly<Record<string, string | number | null>>;

/** A table whose rows go into a backup. */
export interface BackedUpTable {
  readonly name: keyof Tables;
  /** The columns of its primary key: rows come in their order. */
  readonly key: readonly string[];
  /** The rows to write, if not all. */
  readonly columns?: readonly string[];
  /** Computed by the database, so they are not written. */
  readonly computed?: readonly string[];
  /** Whether its ids are counted up by the database. */
  readonly counted?: true;
}

/** In an order in which the rows to which a row refers come before it. */
export const backedUpTables: readonly BackedUpTable[] = [
  { name: "meta", key: ["key"] },
  // Their bytes follow as files.
  { name: "contents", key: ["hash"], columns: ["hash", "size", "created_at"] },
  { name: "profiles", key: ["address"] },
  { name: "connections", key: ["follower_address", "followee_address"] },
  { name: "connection_tombstones", key: ["follower_address", "followee_address"] },
  { name: "publications", key: ["id"], computed: ["sort_time"], counted: true },
  { name: "publication_tombstones", key: ["publisher_address", "content_hash", "timestamp"] },
  { name: "publication_marks", key: ["publisher_address", "list", "sort_time", "seq", "id"] },
  { name: "publication_history", key: ["id"], counted: true },
  { name: "imports", key: ["format", "key"] },
  { name: "old_addresses", key: ["path"] },
  { name: "first_slugs", key: ["slug"] },
  { name: "publication_schedules", key: ["publication_id"] },
  { name: "agent_drafts", key: ["publication_id"] },
  { name: "peers", key: ["address"] },
  { name: "peer_events", key: ["id"], counted: true },
  { name: "replica_usage", key: ["publisher_address"] },
  { name: "blocks", key: ["id"], counted: true },
  { name: "outbox", key: ["id"], counted: true },
  { name: "pulls", key: ["id"], counted: true },
  { name: "jobs", key: ["id"], counted: true },
  { name: "comments", key: ["id"], counted: true },
  { name: "comment_signatures", key: ["signature"] },
  { name: "closed_comments", key: ["publication_id"] },
  { name: "commenter_blocks", key: ["id"], counted: true },
  { name: "subscribers", key: ["id"], counted: true },
  { name: "newsletter_refusals", key: ["email_hash"] },
  { name: "newsletter_issues", key: ["id"], counted: true },
  { name: "notifications", key: ["id"], counted: true },
  { name: "push_subscriptions", key: ["id"], counted: true },
  { name: "webhooks", key: ["id"], counted: true },
  { name: "mentions", key: ["id"], counted: true },
  { name: "sent_mentions", key: ["id"], counted: true },
  { name: "feed_subscriptions", key: ["id"], counted: true },
  { name: "search_documents", key: ["id"] },
  { name: "feeds", key: ["id"], counted: true },
  { name: "feed_entries", key: ["id"], counted: true },
  { name: "read_later", key: ["id"], counted: true },
];

/** Tables whose rows are in no backup, and why. */
export const excludedTables: Readonly<Partial<Record<keyof Tables, string>>> = {
  migrations: "the tables are made anew, by the same steps",
  tokens: "one that was revoked since would be good again",
  passkeys: "one that was removed since would be good again",
  used_sign_ins: "their messages are sealed by a key that is not in the backup",
  import_jobs: "their files are not in it",
  interrupted_rows: "a restored node tries all of them as usual",
  webhook_deliveries: "a log of tries",
  ens_names: "they are looked up again",
  newsletter_deliveries: "their mails were sent by the node that queued them",
  publication_hashtags: "they are found in the texts again",
};

const PAGE = 500;

/** Every row of a table, by its key, page by page. */
export async function* readRows(
  db: Reader,
  { name, key, columns: written, computed = [] }: BackedUpTable,
): AsyncGenerator<Row> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const all = written ? sql.join(written.map((column) => sql.ref(column))) : sql`*`;
  let after: Row | null = null;
  for (;;) {
    const last: Row | null = after;
    const behind: RawBuilder<unknown> =
      last === null ? sql`` : sql`where (${columns}) > (${sql.join(key.map((column) => last[column]))})`;
    const { rows }: { rows: Row[] } = await sql<Row>`
      select ${all} from ${sql.table(name)} ${behind} order by ${columns} limit ${PAGE}
    `.execute(db);
    for (const row of rows) {
      yield Object.fromEntries(Object.entries(row).filter(([column]) => !computed.includes(column)));
    }
    after = rows.at(-1) ?? null;
    if (rows.length < PAGE) return;
  }
}

/**
 * Puts rows into a table that has none of them. SQLite takes 32,766 values in a statement, and no table has more than 30
 * columns: pass at most 1,000 rows.
 *
 * @throws the database's error for a row that it does not take
 */
export async function insertRows(tx: Tx, { name }: BackedUpTable, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto(name)
    .values(rows as never)
    .execute();
}

/** Sets `active` of those of these rows that have it at 0. @returns them, by their id */
export async function switchOnRows(tx: Tx, name: keyof Tables, ids: readonly number[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`
    update ${sql.table(name)} set active = 1 where active = 0 and id in (${sql.join(ids)}) returning *
  `.execute(tx);
  return rows.sort((a, b) => Number(a.id) - Number(b.id));
}

/**
 * Puts back a row that was kept apart, or the columns that it had (`isChange`; the row holds its key and those).
 *
 * @returns false where it does not fit any more: it is there again, it is gone, or a row to which it refers is gone
 */
export async function putBackRow(
  tx: Tx,
  table: BackedUpTable,
  row: Row,
  isChange: boolean,
): Promise<boolean> {
  const isSame = sql.join(
    table.key.map((column) => sql`${sql.ref(column)} = ${row[column] ?? null}`),
    sql` and `,
  );
  const { rows } = await sql`select 1 from ${sql.table(table.name)} where ${isSame}`.execute(tx);
  if (rows.length > 0 !== isChange) return false;
  await sql`savepoint held`.execute(tx);
  try {
    if (isChange) {
      const columns = Object.entries(row).filter(([column]) => !table.key.includes(column));
      const values = sql.join(columns.map(([column, value]) => sql`${sql.ref(column)} = ${value}`));
      await sql`update ${sql.table(table.name)} set ${values} where ${isSame}`.execute(tx);
    } else await insertRows(tx, table, [row]);
    await sql`release savepoint held`.execute(tx);
    return true;
  } catch {
    await sql`rollback to savepoint held`.execute(tx);
    await sql`release savepoint held`.execute(tx);
    return false;
  }
}

/** To be called when all rows of a table are in. */
export async function closeTable(tx: Tx, { name, counted }: BackedUpTable): Promise<void> {
  if (counted) await dialectOf(tx).raiseIds(tx, name);
}
