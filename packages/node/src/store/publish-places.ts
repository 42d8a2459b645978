import type { Address, Hex } from "@freehold/protocol";
import { type Selectable, sql } from "kysely";
import type { Reader, Tx } from "./database.ts";
import { placeOwnPublications } from "./migrations/0037-published-dates.ts";
import { prepareQuery } from "./prepare-query.ts";
import type { PublicationsTable } from "./tables/publications.ts";

/*
 * A publication gets its feed id, its date and its place on the site when it first becomes public, and keeps them for ever
 * (docs/decisions/0032).
 */

type Row = Omit<Selectable<PublicationsTable>, "sortTime">;

/** The fields that a publication gets with its first publication. */
export type PublishPlace = Pick<
  Row,
  "feedId" | "publishedAt" | "siteTime" | "siteSeq" | "siteId" | "modifiedAt"
>;

const selectEarlier = prepareQuery(
  (db, { publisher, contentHash }: { publisher: Address; contentHash: Hex }) =>
    db
      .selectFrom("publications")
      .select(["feedId", "publishedAt", "siteSeq", "siteId"])
      .where("contentHash", "=", contentHash)
      .where("publisherAddress", "=", publisher)
      .where("timestamp", "is not", null)
      .orderBy("timestamp", "desc")
      .limit(1),
);

/** The fields of a publication of this owner: as they are, and for a public one never null. */
export async function placeOf(db: Reader, publication: Row): Promise<PublishPlace> {
  const { state, feedId, publishedAt, siteTime, siteSeq, siteId, modifiedAt } = publication;
  const known = { feedId, publishedAt, siteTime, siteSeq, siteId, modifiedAt };
  if (state === "draft" || Object.values(known).every((field) => field !== null)) return known;
  const { id, publisherAddress: publisher, contentHash, replaces, timestamp, seq } = publication;
  const [earlier = null] =
    replaces === null ? [] : await selectEarlier(db, { publisher, contentHash: replaces });
  const at = timestamp === null ? publication.createdAt : timestamp * 1000;
  const date = publishedAt ?? earlier?.publishedAt ?? publication.writtenAt ?? at;
  return {
    feedId: feedId ?? earlier?.feedId ?? `urn:sha256:${contentHash.slice(2)}:${timestamp ?? id}`,
    publishedAt: date,
    siteTime: Math.trunc(date / 1000) + 0,
    siteSeq: siteSeq ?? earlier?.siteSeq ?? seq,
    siteId: siteId ?? earlier?.siteId ?? id,
    modifiedAt: modifiedAt ?? (earlier ? at : date),
  };
}

const selectSiteTime = prepareQuery((db, { id }: { id: number }) =>
  db.selectFrom("publications").select("siteTime").where("id", "=", id).where("state", "!=", "draft"),
);

/** The second of the date that readers see; null for a draft and for what others published. */
export async function readSiteTime(db: Reader, id: number): Promise<number | null> {
  const [row] = await selectSiteTime(db, { id });
  return row?.siteTime ?? null;
}

/** Gives what own publications have to what was here of a publisher before this node was the publisher's. */
export async function placeReplicas(tx: Tx): Promise<void> {
  for (const statement of placeOwnPublications) await sql.raw(statement).execute(tx);
}
