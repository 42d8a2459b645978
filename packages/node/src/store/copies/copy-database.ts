import { sql } from "kysely";
import { AppError, msg } from "../../errors/errors.ts";
import { dialectOf, type Reader, type Store, type Tx } from "../database.ts";
import type { Table } from "../tables/list-tables.ts";
import {
  type CopiedRow,
  compareKeys,
  copiedColumns,
  countCopied,
  hashRows,
  type Key,
  keyOf,
  listCopiedTables,
  type Range,
  readRange,
  rowTexts,
} from "./copied-tables.ts";
import { readRecords, saveRecord, spoilRecord, verifyRecord } from "./copy-records.ts";

/** Called with search documents whose terms have to be written again, in the transaction that wrote them. */
export type IndexDocuments = (tx: Tx, documentIds: readonly number[]) => Promise<void>;

export interface CopyOptions {
  readonly index: IndexDocuments;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of rows that were compared or copied since the last call. */
  readonly onRows?: (rows: number) => void;
}

/** A range of a table that differs between source and target. */
interface Change {
  readonly table: Table;
  readonly range: Range & { upTo: Key };
  /** Whether the target may have rows in it. */
  readonly isKnown: boolean;
}

// The rows of one transaction. No table has more than 30 columns, and a statement takes 32,766 values.
const pageSize = 1_000;

/** Tables whose rows are deleted last, because rows of other tables refer to them and are not deleted with them. */
const deletedLast: readonly Table["name"][] = ["contents", "profiles"];

/**
 * Makes the target's tables equal to those of the source. It skips ranges that were copied before and have the same hash, so it
 * also continues an interrupted copy, and catches up with a source that has changed. It deletes rows first, because their unique
 * values could conflict with new rows.
 *
 * @param source must not change meanwhile
 * @returns how many rows were written or deleted
 */
export async function copyDatabase(source: Reader, target: Store, options: CopyOptions): Promise<number> {
  const changes: Change[] = [];
  for (const table of listCopiedTables())
    for await (const change of listChanges(source, target.db, table, options)) changes.push(change);
  const known = changes.filter(({ isKnown }) => isKnown).reverse();
  const isLast = ({ table }: Change) => deletedLast.includes(table.name);
  let rows = 0;
  for (const change of known.filter((one) => !isLast(one))) rows += await deleteGone(source, target, change);
  for (const change of changes) rows += await writeRows(source, target, change, options);
  for (const change of known.filter(isLast)) rows += await deleteGone(source, target, change);
  return rows;
}

async function* listChanges(
  source: Reader,
  target: Reader,
  table: Table,
  { signal, onRows }: CopyOptions,
): AsyncGenerator<Change> {
  const records = await readRecords(target, table.name);
  let after: Key | null = null;
  let index = 0;
  for (;;) {
    signal?.throwIfAborted();
    const record = records[index];
    const page: CopiedRow[] = await readRange(source, table, { after, upTo: record?.upTo ?? null }, pageSize);
    const last = page.at(-1);
    const isWhole = page.length < pageSize;
    const upTo: Key | null = record && isWhole ? record.upTo : last ? keyOf(table, last) : null;
    if (upTo === null) return;
    const isKnown = record !== undefined;
    const isEnd = isKnown && compareKeys(upTo, record.upTo) === 0;
    if (!isEnd || record.hash !== hashRows(table, page)) yield { table, range: { after, upTo }, isKnown };
    else onRows?.(page.length);
    if (isEnd) index += 1;
    if (!isKnown && isWhole) return;
    after = upTo;
  }
}

/** Deletes the rows of a range that the source does not have. */
async function deleteGone(source: Reader, target: Store, { table, range }: Change): Promise<number> {
  const keep = new Set((await readAll(source, table, range)).map((row) => JSON.stringify(keyOf(table, row))));
  return await target.transaction(async (tx) => {
    const there = (await readAll(tx, table, range)).map((row) => keyOf(table, row));
    const gone = there.filter((key) => !keep.has(JSON.stringify(key)));
    for (const key of gone) {
      const isRow = table.key.map((column, index) => sql`${sql.ref(column)} = ${key[index]}`);
      await sql`delete from ${sql.table(table.name)} where ${sql.join(isRow, sql` and `)}`.execute(tx);
      if (table.name === "search_documents") await dialectOf(tx).search.remove(tx, Number(key[0]));
    }
    // Other rows of the range may still be missing.
    if (gone.length > 0 && !deletedLast.includes(table.name)) await spoilRecord(tx, table.name, range.upTo);
    return gone.length;
  });
}

/** A range has a page of rows of the source; the target may have more rows in it, which were deleted in the source. */
async function readAll(db: Reader, table: Table, { after, upTo }: Range): Promise<CopiedRow[]> {
  const rows: CopiedRow[] = [];
  for (let from = after; ; ) {
    const page = await readRange(db, table, { after: from, upTo }, pageSize);
    rows.push(...page);
    const last = page.at(-1);
    if (page.length < pageSize || !last) return rows;
    from = keyOf(table, last);
  }
}

/** Writes the rows of a range that are new or differ, and the record of the range. */
async function writeRows(
  source: Reader,
  target: Store,
  { table, range, isKnown }: Change,
  { index, signal, onRows }: CopyOptions,
): Promise<number> {
  signal?.throwIfAborted();
  const rows = await readRange(source, table, range, pageSize);
  const written = await target.transaction(async (tx) => {
    await dialectOf(tx).liftTimeouts(tx);
    const there = new Set(isKnown ? rowTexts(table, await readAll(tx, table, range)) : []);
    const texts = rowTexts(table, rows);
    const changed = rows.filter((_row, place) => !there.has(texts[place] ?? ""));
    await upsert(tx, table, changed);
    await index(tx, await documentsOf(tx, table, changed, isKnown));
    await saveRecord(tx, table.name, { upTo: range.upTo, hash: hashRows(table, rows), rows: rows.length });
    return changed.length;
  });
  onRows?.(rows.length);
  return written;
}

/** The search documents whose terms depend on these rows. Those of a new publication are written later. */
async function documentsOf(
  tx: Tx,
  { name }: Table,
  rows: readonly CopiedRow[],
  isKnown: boolean,
): Promise<number[]> {
  const ids = rows.map(({ id }) => Number(id));
  if (name === "search_documents") return ids;
  if (name !== "publications" || !isKnown || ids.length === 0) return [];
  const documents = await tx
    .selectFrom("search_documents")
    .select("id")
    .where("publicationId", "in", ids)
    .execute();
  return documents.map(({ id }) => id);
}

async function upsert(tx: Tx, table: Table, rows: readonly CopiedRow[]): Promise<void> {
  const { name, key } = table;
  const [first] = rows;
  if (!first) return;
  const columns = copiedColumns(table, first);
  const others = columns.filter((column) => !key.includes(column));
  const changes = others.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`);
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  await sql`
    insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))}) values ${sql.join(values)}
    on conflict (${sql.join(key.map((column) => sql.ref(column)))})
    ${changes.length > 0 ? sql`do update set ${sql.join(changes)}` : sql`do nothing`}
  `
    .execute(tx)
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : error;
      const from = key.map((column) => first[column]).join(", ");
      throw new AppError(
        "CANNOT_OPEN",
        msg`The rows of ${name} from ${from} on don't fit: ${String(reason)}.`,
      );
    });
}

/** A table whose rows are not the same on both sides. */
export interface Difference {
  readonly table: string;
  readonly what: string;
}

/**
 * Reads back the copied ranges that were not read back before, in order, and compares their hashes. The next `copyDatabase` copies
 * a range that differs again.
 */
export async function verifyCopy(
  target: Store,
  { signal, onRows }: Omit<CopyOptions, "index">,
): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const table of listCopiedTables()) {
    let after: Key | null = null;
    for (const { upTo, hash, isVerified } of await readRecords(target.db, table.name)) {
      signal?.throwIfAborted();
      const range: Range = { after, upTo };
      after = upTo;
      if (isVerified) continue;
      const rows = await readAll(target.db, table, range);
      const isSame = hashRows(table, rows) === hash;
      await target.transaction((tx) => (isSame ? verifyRecord : spoilRecord)(tx, table.name, upTo));
      if (!isSame) found.push({ table: table.name, what: `rows up to ${JSON.stringify(upTo)}` });
      onRows?.(rows.length);
    }
  }
  return found;
}

/** Compares the numbers of rows of each table on both sides. */
export async function compareCounts(source: Reader, target: Reader): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const table of listCopiedTables()) {
    const [here, there] = [await countCopied(source, table), await countCopied(target, table)];
    if (here !== there) found.push({ table: table.name, what: `${here} rows here, ${there} there` });
  }
  return found;
}

/** Sets the sequences of the target, so that new ids come after every id that the source has used. */
export async function copyNumbers(source: Reader, target: Store): Promise<void> {
  for (const { name, counted } of listCopiedTables()) {
    if (!counted) continue;
    const last = await dialectOf(source).lastId(source, name);
    await target.transaction((tx) => dialectOf(tx).raiseIds(tx, name, last));
  }
}
