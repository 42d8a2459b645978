import type { Reader, Tx } from "../database.ts";
import { didChange, findRow } from "../query-results.ts";
import type { PublicationChangesTable } from "../tables/publications.ts";

/** The changes of a published post that are not published yet. */
export type PublicationChanges = PublicationChangesTable;

const columns = ["publicationId", "contentHash", "slug", "baseRevision", "updatedAt"] as const;

export function findChanges(db: Reader, publicationId: number): Promise<PublicationChanges | null> {
  return findRow(
    db.selectFrom("publication_changes").select(columns).where("publicationId", "=", publicationId),
  );
}

/** The changes of posts with these ids, in no particular order. */
export async function readChanges(db: Reader, ids: readonly number[]): Promise<PublicationChanges[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom("publication_changes")
    .select(columns)
    .where("publicationId", "in", ids)
    .execute();
}

/** The changes of posts with ids above that one, the lowest first. */
export function listChangesAfter(db: Reader, id: number, limit: number): Promise<PublicationChanges[]> {
  return db
    .selectFrom("publication_changes")
    .select(columns)
    .where("publicationId", ">", id)
    .orderBy("publicationId")
    .limit(limit)
    .execute();
}

/** Stores changes in place of those that the post had. The bytes of their text are a stored content. */
export async function saveChanges(tx: Tx, changes: PublicationChanges): Promise<void> {
  const { publicationId: _key, ...rest } = changes;
  await tx
    .insertInto("publication_changes")
    .values(changes)
    .onConflict((conflict) => conflict.column("publicationId").doUpdateSet(rest))
    .execute();
}

/** Notes that the published text became another one that readers don't tell from it: the changes go on from that. */
export async function rebaseChanges(
  tx: Tx,
  publicationId: number,
  { from, to }: Readonly<Record<"from" | "to", number>>,
): Promise<void> {
  await tx
    .updateTable("publication_changes")
    .set({ baseRevision: to })
    .where("publicationId", "=", publicationId)
    .where("baseRevision", "=", from)
    .execute();
}

/** The sweep removes the bytes. @returns whether there were changes */
export function deleteChanges(tx: Tx, publicationId: number): Promise<boolean> {
  return didChange(tx.deleteFrom("publication_changes").where("publicationId", "=", publicationId));
}
