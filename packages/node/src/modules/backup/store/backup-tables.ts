import { type RawBuilder, sql } from "kysely";
import type { Reader, Tx } from "../../../store/database.ts";
import { dialectOf } from "../../../store/database.ts";
import { listTables, type Table } from "../../../store/tables/list-tables.ts";
import type { Tables } from "../../../store/tables/tables.ts";

/** A row as the database has it: its columns by their names. */
export type Row = Readonly<Record<string, string | number | null>>;

/** The tables whose rows go into a backup, in an order in which a row comes after the rows to which it refers. */
export function listBackedUpTables(): readonly Table[] {
  return listTables().filter(({ inBackup }) => inBackup !== false);
}

const PAGE = 500;

/** Every row of a table as a backup contains it, by its key, page by page. */
export async function* readRows(
  db: Reader,
  { name, key, inBackup, computed = [] }: Table,
): AsyncGenerator<Row> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const all = typeof inBackup === "boolean" ? sql`*` : sql.join(inBackup.map((column) => sql.ref(column)));
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
export async function insertRows(tx: Tx, { name }: Table, rows: readonly Row[]): Promise<void> {
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
export async function putBackRow(tx: Tx, table: Table, row: Row, isChange: boolean): Promise<boolean> {
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
export async function closeTable(tx: Tx, { name, counted }: Table): Promise<void> {
  if (counted) await dialectOf(tx).raiseIds(tx, name);
}
