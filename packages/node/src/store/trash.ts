import type { Hex } from "@freehold/protocol";
import { parseJson } from "@freehold/protocol/internal";
import { type Selectable, sql } from "kysely";
import { z } from "zod";
import type { Reader, Tx } from "./database.ts";
import { countChanged, didChange, findRow } from "./query-results.ts";
import { listTables, type Table } from "./tables/list-tables.ts";
import type { TrashDependence } from "./tables/table-traits.ts";
import type { TrashKind, TrashTable } from "./tables/trash.ts";

/*
 * The rows of something that is deleted are written to the trash, and then deleted as if there were no trash: no list, search
 * or page has to know of it. Which rows belong to a publication or a comment, the traits of their tables say (`trash`).
 */

/** Something in the trash. */
export type TrashItem = Selectable<TrashTable>;

/** A publication or a comment, by the id that it has, or had. */
export type TrashKey = Pick<TrashItem, "kind" | "subjectId">;

/** A row as the database has it: its columns by their names. */
type Row = Readonly<Record<string, string | number | null>>;

/** A row in the trash, with its table. */
interface KeptRow {
  readonly table: Table;
  readonly row: Row;
}

const columns = [
  "kind",
  "subjectId",
  "type",
  "state",
  "publicationId",
  "title",
  "excerpt",
  "deletedWith",
  "deletedAt",
] as const;

const rowSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** The table of the publication or comment itself. */
const ownTable = { publication: "publications", comment: "comments" } as const;

/** So many rows are written with one statement. */
const rowsAtOnce = 100;

/** Writes something and all rows that its deletion removes or unlinks to the trash. Delete it after that, in the same transaction. */
export async function insertTrash(tx: Tx, item: TrashItem): Promise<void> {
  await deleteTrash(tx, item);
  await tx.insertInto("trash").values(item).execute();
  const { kind, subjectId } = item;
  const kept: KeptRow[] = [];
  for (const table of listTables()) {
    if (table.name === ownTable[kind]) kept.push(...(await readOwn(tx, table, "id", subjectId)));
    for (const { of, column, row } of table.trash ?? []) {
      if (of !== kind) continue;
      const found = await readOwn(tx, table, column, subjectId);
      kept.push(...(row === "gone" ? found : found.map((one) => linkOf(one, column))));
    }
  }
  const rows = kept.map(({ table, row }, position) => ({
    kind,
    subjectId,
    position,
    tableName: table.name,
    data: JSON.stringify(row),
    contentHash: (table.contents?.includes("content_hash") ? row.content_hash : null) as never,
  }));
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await tx
      .insertInto("trash_rows")
      .values(rows.slice(start, start + rowsAtOnce))
      .execute();
}

async function readOwn(db: Reader, table: Table, column: string, id: number): Promise<KeptRow[]> {
  const { rows } = await sql<Row>`
    select * from ${sql.table(table.name)} where ${sql.ref(column)} = ${id}
    order by ${sql.join(table.key.map((name) => sql.ref(name)))}
  `.execute(db);
  const leftOut = new Set(table.computed ?? []);
  return rows.map((row) => {
    const fields = Object.entries(row).filter(([name]) => !leftOut.has(name));
    // The hashes of networks are kept for a day.
    return {
      table,
      row: Object.fromEntries(fields.map(([name, value]) => [name, name === "client" ? null : value])),
    };
  });
}

/** The key of a row that is only unlinked, and the column of the link. */
function linkOf({ table, row }: KeptRow, column: string): KeptRow {
  const names = [...table.key, column];
  return { table, row: Object.fromEntries(names.map((name) => [name, row[name] ?? null])) };
}

/** The rows of something in the trash, in the order in which they are put back: first its own. */
export async function readTrashRows(db: Reader, { kind, subjectId }: TrashKey): Promise<KeptRow[]> {
  const found = await db
    .selectFrom("trash_rows")
    .select(["tableName", "data"])
    .where("kind", "=", kind)
    .where("subjectId", "=", subjectId)
    .orderBy("position")
    .execute();
  const tables = new Map<string, Table>(listTables().map((table) => [table.name, table]));
  return found.flatMap(({ tableName, data }) => {
    // A module that is gone has no place for its rows.
    const table = tables.get(tableName);
    return table ? [{ table, row: rowSchema.parse(parseJson(data)) }] : [];
  });
}

/** Puts back the rows that something in the trash had besides its own. A link to it that leads elsewhere now stays as it is. */
export async function putBackRows(tx: Tx, kind: TrashKind, rows: readonly KeptRow[]): Promise<void> {
  for (const { table, row } of rows) {
    const link = findLink(table, kind, row);
    if (link) await relink(tx, table, row, link);
    else
      await tx
        .insertInto(table.name)
        .values(row as never)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
}

/** The column that lost its value, of a row that is only unlinked: it has its key and that column alone. */
function findLink({ key, trash = [] }: Table, kind: TrashKind, row: Row): TrashDependence | undefined {
  const isShort = (column: string) => Object.keys(row).length === new Set([...key, column]).size;
  return trash.find(({ of, row: fate, column }) => of === kind && fate === "unlinked" && isShort(column));
}

async function relink(tx: Tx, { name, key }: Table, row: Row, { column }: TrashDependence): Promise<void> {
  const isSame = sql.join(
    key.map((one) => sql`${sql.ref(one)} = ${row[one] ?? null}`),
    sql` and `,
  );
  await sql`
    update ${sql.table(name)} set ${sql.ref(column)} = ${row[column] ?? null}
    where ${isSame} and ${sql.ref(column)} is null
  `.execute(tx);
}

/** Something in the trash; null for what is not there. */
export function findTrash(db: Reader, { kind, subjectId }: TrashKey): Promise<TrashItem | null> {
  return findRow(
    db.selectFrom("trash").select(columns).where("kind", "=", kind).where("subjectId", "=", subjectId),
  );
}

/** A publication in the trash with that content, the last deleted. */
export function findTrashedContent(db: Reader, contentHash: Hex): Promise<TrashItem | null> {
  return findRow(
    db
      .selectFrom("trash_rows")
      .innerJoin("trash", (join) =>
        join
          .onRef("trash.kind", "=", "trash_rows.kind")
          .onRef("trash.subjectId", "=", "trash_rows.subjectId"),
      )
      .select(columns.map((name) => `trash.${name}` as const))
      .where("trash_rows.contentHash", "=", contentHash)
      .where("trash_rows.tableName", "=", "publications")
      .orderBy("trash.deletedAt", "desc")
      .limit(1),
  );
}

/** The files that were deleted with a post. */
export async function listTrashedWith(db: Reader, publicationId: number): Promise<TrashItem[]> {
  return await db
    .selectFrom("trash")
    .select(columns)
    .where("deletedWith", "=", publicationId)
    .orderBy("subjectId")
    .execute();
}

/** A row of a publication in the trash. */
export interface TrashedRow {
  readonly subjectId: number;
  readonly position: number;
  readonly tableName: string;
  readonly row: Row;
}

/** A part of the rows of publications in the trash, in the order of these. */
export async function listTrashedRowsAfter(
  db: Reader,
  { subjectId = 0, position = -1 }: Partial<Pick<TrashedRow, "subjectId" | "position">>,
  limit: number,
): Promise<TrashedRow[]> {
  const found = await db
    .selectFrom("trash_rows")
    .select(["subjectId", "position", "tableName", "data"])
    .where("kind", "=", "publication")
    .where(sql<boolean>`(subject_id, position) > (${subjectId}, ${position})`)
    .orderBy("subjectId")
    .orderBy("position")
    .limit(limit)
    .execute();
  return found.map(({ data, ...place }) => ({ ...place, row: rowSchema.parse(parseJson(data)) }));
}

/** Changes columns of a row in the trash, by their names in the database. One that is not there any more stays away. */
export async function changeTrashedRow(
  tx: Tx,
  { subjectId, position, row }: TrashedRow,
  change: { readonly content_hash?: Hex; readonly cover_hash?: Hex },
): Promise<void> {
  const { content_hash: contentHash } = change;
  await tx
    .updateTable("trash_rows")
    .set({ data: JSON.stringify({ ...row, ...change }), ...(contentHash && { contentHash }) })
    .where("kind", "=", "publication")
    .where("subjectId", "=", subjectId)
    .where("position", "=", position)
    .execute();
}

/** Files that were deleted with a post are in the trash by themselves from now on. */
export async function separateTrashed(tx: Tx, publicationId: number): Promise<void> {
  await tx.updateTable("trash").set({ deletedWith: null }).where("deletedWith", "=", publicationId).execute();
}

/** The place of something in the list of the trash. */
type TrashPosition = Pick<TrashItem, "deletedAt" | "kind" | "subjectId">;

/** Everything in the trash, the last deleted first; files that were deleted with a post are not listed. */
export async function listTrash(
  db: Reader,
  { limit, after = null }: { limit: number; after?: TrashPosition | null },
): Promise<TrashItem[]> {
  return await db
    .selectFrom("trash")
    .select(columns)
    .where("deletedWith", "is", null)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(deleted_at, kind, subject_id) < (${after?.deletedAt}, ${after?.kind}, ${after?.subjectId})`,
      ),
    )
    .orderBy("deletedAt", "desc")
    .orderBy("kind", "desc")
    .orderBy("subjectId", "desc")
    .limit(limit)
    .execute();
}

/** Removes something from the trash. @returns whether it was there */
export function deleteTrash(tx: Tx, { kind, subjectId }: TrashKey): Promise<boolean> {
  return didChange(tx.deleteFrom("trash").where("kind", "=", kind).where("subjectId", "=", subjectId));
}

/** Removes something from the trash for good: with a publication the comments on it, and the files that were deleted with it. */
export async function purgeTrash(tx: Tx, { kind, subjectId }: TrashKey): Promise<void> {
  const wasThere = await deleteTrash(tx, { kind, subjectId });
  // A publication that is here keeps the comments of it that were deleted.
  if (!wasThere || kind === "comment") return;
  await tx.deleteFrom("trash").where("deletedWith", "=", subjectId).execute();
  await tx.deleteFrom("trash").where("kind", "=", "comment").where("publicationId", "=", subjectId).execute();
}

/** The oldest in the trash that were deleted at a time (ms) or before. */
export async function listTrashUntil(db: Reader, until: number, limit: number): Promise<TrashItem[]> {
  return await db
    .selectFrom("trash")
    .select(columns)
    .where("deletedAt", "<=", until)
    .orderBy("deletedAt")
    .limit(limit)
    .execute();
}

/** Removes everything from the trash. @returns how many publications and comments */
export function emptyTrash(tx: Tx): Promise<number> {
  return countChanged(tx.deleteFrom("trash"));
}
