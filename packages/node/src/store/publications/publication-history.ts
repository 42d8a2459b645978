import type { Address, Hex } from "@freehold/protocol";
import { sql } from "kysely";
import type { Reader, Tx } from "../database.ts";
import { findRow } from "../query-results.ts";

/** An earlier text of an own post; `savedAt` in ms, `size` in bytes. */
export interface SavedVersion {
  readonly id: number;
  readonly publicationId: number;
  readonly contentHash: Hex;
  readonly savedAt: number;
  readonly size: number;
}

function selectVersions(db: Reader) {
  return db
    .selectFrom("publication_history")
    .innerJoin("contents", "contents.hash", "publication_history.contentHash")
    .select([
      "publication_history.id",
      "publication_history.publicationId",
      "publication_history.contentHash",
      "publication_history.savedAt",
      "contents.size",
    ]);
}

/** The earlier texts of a post, the newest first. */
export function listVersions(db: Reader, publicationId: number): Promise<SavedVersion[]> {
  return selectVersions(db)
    .where("publicationId", "=", publicationId)
    .orderBy("savedAt", "desc")
    .orderBy("publication_history.id", "desc")
    .execute();
}

/** The earlier texts of all posts with ids above that one, the lowest first. */
export function listVersionsAfter(db: Reader, id: number, limit: number): Promise<SavedVersion[]> {
  return selectVersions(db)
    .where("publication_history.id", ">", id)
    .orderBy("publication_history.id")
    .limit(limit)
    .execute();
}

export function findVersion(db: Reader, id: number): Promise<SavedVersion | null> {
  return findRow(selectVersions(db).where("publication_history.id", "=", id));
}

/** Its bytes must be a stored content; the caller's transaction refers to it meanwhile. */
export async function insertVersion(
  tx: Tx,
  version: Pick<SavedVersion, "publicationId" | "contentHash" | "savedAt">,
): Promise<void> {
  await tx.insertInto("publication_history").values(version).execute();
}

/** Gives an earlier text other bytes, which are a content; the sweep removes those that it had. */
export async function updateVersion(tx: Tx, id: number, contentHash: Hex): Promise<void> {
  await tx.updateTable("publication_history").set({ contentHash }).where("id", "=", id).execute();
}

/** The sweep removes the bytes. */
export async function deleteVersions(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom("publication_history").where("id", "in", ids).execute();
}

/** A text that is another one after any publication of this publisher, or changes of one, were added, deleted, or got another revision. */
export async function readRevisions(db: Reader, publisher: Address): Promise<string> {
  const text = sql<string>`count(*) || ' ' || coalesce(sum(publications.updated_at), 0) || ' '
    || count(publication_changes.updated_at) || ' ' || coalesce(sum(publication_changes.updated_at), 0)`;
  const found = db
    .selectFrom("publications")
    .leftJoin("publication_changes", "publication_changes.publicationId", "publications.id")
    .select(text.as("text"))
    .where("publisherAddress", "=", publisher);
  return (await found.executeTakeFirstOrThrow()).text;
}
