import type { Address } from "@freehold/protocol";
import type { Reader, Tx } from "./database.ts";
import { prepareQuery } from "./prepare-query.ts";
import { countRows, findRow } from "./query-results.ts";
import type { ImportsTable } from "./tables/publications.ts";

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
  return await unsigned(db, publisher)
    .select(["publications.id", "imports.announce"])
    .distinct()
    .orderBy("publications.sortTime")
    .orderBy("publications.id")
    .limit(limit)
    .execute();
}

/** How many imported posts and files of the site are not signed yet. */
export function countUnsignedImports(db: Reader, publisher: Address): Promise<number> {
  return countRows(unsigned(db, publisher));
}

function unsigned(db: Reader, publisher: Address) {
  return db
    .selectFrom("imports")
    .innerJoin("publications", "publications.id", "imports.publicationId")
    .where("publications.publisherAddress", "=", publisher)
    .where("publications.state", "=", "local");
}

/** Leads a path of the site, with its query, to a publication; one that leads elsewhere stays. */
export async function insertOldAddress(tx: Tx, path: string, publicationId: number): Promise<void> {
  await tx
    .insertInto("old_addresses")
    .values({ path, publicationId })
    .onConflict((conflict) => conflict.column("path").doNothing())
    .execute();
}

/** The id of the publication that was at this path, with its query. */
export async function findOldAddress(db: Reader, path: string): Promise<number | null> {
  const found = await findRow(
    db.selectFrom("old_addresses").select("publicationId").where("path", "=", path),
  );
  return found?.publicationId ?? null;
}

/** The paths that redirect to a publication, sorted. */
export async function listOldAddresses(db: Reader, publicationId: number): Promise<string[]> {
  const found = await selectOldAddresses(db, { publicationId });
  return found.map(({ path }) => path);
}

const selectOldAddresses = prepareQuery((db, { publicationId }: { publicationId: number }) =>
  db.selectFrom("old_addresses").select("path").where("publicationId", "=", publicationId).orderBy("path"),
);

/** Paths that lead to publications, a page of them, sorted. @param after the last path of the page before */
export async function listOldAddressesAfter(db: Reader, after: string, limit: number): Promise<string[]> {
  const found = await db
    .selectFrom("old_addresses")
    .select("path")
    .where("path", ">", after)
    .orderBy("path")
    .limit(limit)
    .execute();
  return found.map(({ path }) => path);
}
