import { hash } from "node:crypto";
import { sql } from "kysely";
import type { Reader } from "../database.ts";
import { listTables, type Table } from "../tables/list-tables.ts";

/** A value of either database. */
export type Value = string | number | null | Uint8Array;
export type CopiedRow = Readonly<Record<string, Value>>;
/** The values of the columns of a table's key. */
export type Key = readonly (string | number)[];

/** Every table but the list of migrations, ordered so that a row comes after the rows that it refers to. */
export function listCopiedTables(): readonly Table[] {
  return listTables().filter(({ name }) => name !== "migrations");
}

/** Rows of `meta` about the copy itself: only one of the two databases has them. */
export const copyMarks = { copying: "database.copying", moved: "database.moved" } as const;

/** A range of a table: the rows after `after`, up to `upTo`; null means no bound. */
export interface Range {
  readonly after: Key | null;
  readonly upTo: Key | null;
}

export const keyOf = ({ key }: Table, row: CopiedRow): Key =>
  key.map((column) => row[column] as string | number);

/** Up to `limit` rows of a range, by their key. */
export async function readRange(
  db: Reader,
  { name, key }: Table,
  { after, upTo }: Range,
  limit: number,
): Promise<CopiedRow[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const marks = Object.values(copyMarks);
  const conditions = [
    ...(after ? [sql`(${columns}) > (${sql.join(after)})`] : []),
    ...(upTo ? [sql`(${columns}) <= (${sql.join(upTo)})`] : []),
    ...(name === "meta" ? [sql`${sql.ref("key")} not in (${sql.join(marks)})`] : []),
  ];
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const { rows } = await sql<CopiedRow>`
    select * from ${sql.table(name)} ${where} order by ${columns} limit ${limit}
  `.execute(db);
  return rows;
}

/** The columns that are copied, in an order that is the same for both databases. */
export function copiedColumns({ computed = [] }: Pick<Table, "computed">, row: CopiedRow): string[] {
  return Object.keys(row)
    .filter((column) => !computed.includes(column))
    .sort();
}

/** Rows as texts that are the same for both databases. */
export function rowTexts(table: Pick<Table, "computed">, rows: readonly CopiedRow[]): string[] {
  const [first] = rows;
  const columns = first ? copiedColumns(table, first) : [];
  return rows.map((row) => JSON.stringify(columns.map((column) => textValue(row[column] ?? null))));
}

function textValue(value: Value): string | number | null | { bytes: string } {
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString("base64") } : value;
}

/** SHA-256 of rows in their order, in hex. */
export function hashRows(table: Table, rows: readonly CopiedRow[]): string {
  return hash("sha256", rowTexts(table, rows).join("\n"));
}

/** Compares keys in the order of both databases: text byte by byte. @returns below 0 if `one` is first */
export function compareKeys(one: Key, other: Key): number {
  for (const [index, value] of one.entries()) {
    const against = other[index] as string | number;
    const order =
      typeof value === "number"
        ? value - Number(against)
        : Buffer.compare(Buffer.from(value), Buffer.from(String(against)));
    if (order !== 0) return order;
  }
  return 0;
}

/** The number of rows of a table, without those about the copy. */
export async function countCopied(db: Reader, { name }: Table): Promise<number> {
  const marks = Object.values(copyMarks);
  const where = name === "meta" ? sql`where ${sql.ref("key")} not in (${sql.join(marks)})` : sql``;
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from ${sql.table(name)} ${where}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
