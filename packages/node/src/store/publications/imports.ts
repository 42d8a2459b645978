import type { Address } from "@freehold/protocol";
import type { Reader, Tx } from "../database.ts";
import { prepareQuery } from "../prepare-query.ts";
import { countRows } from "../query-results.ts";
import type { ImportsTable } from "../tables/publications.ts";

/** Something that was imported, by its name in the program that it came from. */
export type ImportRecord = ImportsTable;

type ImportKey = Pick<ImportRecord, "format" | "key">;

const selectImport = prepareQuery((db, { format, key }: ImportKey) =>
  db
    .selectFrom("imports")
    .select(["publicationId", "importedAt"])
    .where("format", "=", format)
    .where("key", "=", key),
);

/** The earlier import of an entry, which may have been deleted since; null for none. */
export async function findImport(
  db: Reader,
  key: ImportKey,
): Promise<Pick<ImportRecord, "publicationId" | "importedAt"> | null> {
  const [found] = await selectImport(db, key);
  return found ?? null;
}

/** How many entries of one kind were imported at a time or later. @param kind the first word of their keys */
export function countImportsSince(
  db: Reader,
  { format, kind, since }: { format: string; kind: string; since: number },
): Promise<number> {
  return countRows(
    db
      .selectFrom("imports")
      .where("format", "=", format)
      .where("key", "like", `${kind} %`)
      .where("importedAt", ">=", since),
  );
}

/** Gives an imported entry another name. */
export async function renameImport(tx: Tx, { format, key }: ImportKey, to: string): Promise<void> {
  await tx
    .updateTable("imports")
    .set({ key: to })
    .where("format", "=", format)
    .where("key", "=", key)
    .execute();
}

/** The names under which a publication was imported. */
export async function listImportsOf(
  db: Reader,
  publicationId: number,
): Promise<Pick<ImportRecord, "format" | "key" | "importedAt">[]> {
  return await db
    .selectFrom("imports")
    .select(["format", "key", "importedAt"])
    .where("publicationId", "=", publicationId)
    .orderBy("format")
    .orderBy("key")
    .execute();
}

/** Whether it was imported before. */
export async function isImported(db: Reader, key: ImportKey): Promise<boolean> {
  return (await findImport(db, key)) !== null;
}

/** @throws the database's unique violation for one that was imported before */
export async function insertImport(tx: Tx, record: ImportRecord): Promise<void> {
  await tx.insertInto("imports").values(record).execute();
}

/** An imported post that is on the site and not signed. */
export interface UnsignedImport {
  readonly id: number;
  readonly announce: 0 | 1;
}

/** Imported posts and files of the site that are not signed yet, the earliest first. */
export async function listUnsignedImports(
  db: Reader,
  publisher: Address,
  limit: number,
): Promise<UnsignedImport[]> {
  const rows = await unsigned(db, publisher)
    // PostgreSQL orders distinct rows by their columns.
    .select(["publications.id", "imports.announce", "publications.sortTime"])
    .distinct()
    .orderBy("publications.sortTime")
    .orderBy("publications.id")
    .limit(limit)
    .execute();
  return rows.map(({ id, announce }) => ({ id, announce }));
}

/** How many imported posts and files of the site are not signed yet. */
export function countUnsignedImports(db: Reader, publisher: Address): Promise<number> {
  // A file has another record where it was fetched.
  const each = unsigned(db, publisher).select("publications.id").distinct();
  return countRows(db.selectFrom(each.as("each")));
}

function unsigned(db: Reader, publisher: Address) {
  return db
    .selectFrom("imports")
    .innerJoin("publications", "publications.id", "imports.publicationId")
    .where("publications.publisherAddress", "=", publisher)
    .where("publications.state", "=", "local");
}
