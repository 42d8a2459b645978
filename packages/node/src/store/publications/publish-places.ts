import type { Address, Hex } from "@freehold/protocol";
import { type Selectable, sql } from "kysely";
import type { Reader, Tx } from "../database.ts";
import { placeOwnPublications } from "../migrations/0037-published-dates.ts";
import { prepareQuery } from "../prepare-query.ts";
import { hasRow } from "../query-results.ts";
import type { PublicationsTable } from "../tables/publications.ts";

/*
 * A publication gets its feed id, its date and its place on the site when it first becomes public, and keeps them for ever
 * (docs/decisions/0032).
 */

type Row = Omit<Selectable<PublicationsTable>, "sortTime">;

/** The fields that a publication gets with its first publication. */
export type PublishPlace = Pick<
  Row,
  "feedId" | "publishedAt" | "siteTime" | "siteSeq" | "siteId" | "modifiedAt" | "ownFeedId" | "ownPublishedAt"
>;

/** These fields of a publication. */
export function placeIn({
  feedId,
  publishedAt,
  siteTime,
  siteSeq,
  siteId,
  modifiedAt,
  ownFeedId,
  ownPublishedAt,
}: Row): PublishPlace {
  return { feedId, publishedAt, siteTime, siteSeq, siteId, modifiedAt, ownFeedId, ownPublishedAt };
}

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

/** A public version of the post whose first text is this one: the same text again is a version of that post, too. */
const selectVersion = prepareQuery((db, { publisher, original }: { publisher: Address; original: Hex }) =>
  db
    .selectFrom("publications")
    .select(["feedId", "publishedAt", "siteSeq", "siteId"])
    .where("publisherAddress", "=", publisher)
    .where("original", "=", original)
    .where(sql<boolean>`original is not null`)
    .where("state", "!=", "draft")
    .limit(1),
);

/**
 * The place of a publication of this owner: as it is, and for a public one never null. A version has the place of its post.
 * A publication that becomes a version of another post, or stops being one, changes its place: as a post of its own it gets
 * back the place that it had as such.
 *
 * @param before as it was; null for a new one
 * @param publication as it is to be, with the place that it had
 */
export async function placeOf(db: Reader, before: Row | null, publication: Row): Promise<PublishPlace> {
  if (publication.state === "draft") return placeIn(publication);
  const { ownFeedId: _ownId, ownPublishedAt: _ownDate, ...known } = placeIn(publication);
  const isComplete = Object.values(known).every((field) => field !== null);
  const isMoved = before !== null && (before.state === "draft" || before.replaces !== publication.replaces);
  if (isComplete && !isMoved) return placeIn(publication);
  const { id, publisherAddress: publisher, contentHash, replaces, timestamp } = publication;
  const [earlier = null] =
    replaces === null
      ? await selectVersion(db, { publisher, original: contentHash })
      : await selectEarlier(db, { publisher, contentHash: replaces });
  const { feedId, publishedAt, siteSeq, siteId, ownFeedId, ownPublishedAt } = isMoved
    ? await movePlace(db, publication, earlier)
    : publication;
  const signedAt = timestamp === null ? null : timestamp * 1000;
  const date =
    publishedAt ?? earlier?.publishedAt ?? publication.writtenAt ?? signedAt ?? publication.createdAt;
  return {
    feedId: feedId ?? earlier?.feedId ?? `urn:sha256:${contentHash.slice(2)}:${timestamp ?? id}`,
    publishedAt: date,
    siteTime: Math.trunc(date / 1000) + 0,
    siteSeq: siteSeq ?? earlier?.siteSeq ?? publication.seq,
    siteId: siteId ?? earlier?.siteId ?? id,
    modifiedAt: publication.modifiedAt ?? (earlier ? (signedAt ?? publication.updatedAt) : date),
    ownFeedId,
    ownPublishedAt,
  };
}

/** The place of a publication among the versions of the post that it belongs to now; null where it gets a new one. */
async function movePlace(
  db: Reader,
  publication: Row,
  earlier: Pick<Row, "feedId"> | null,
): Promise<Omit<PublishPlace, "siteTime" | "modifiedAt">> {
  const { feedId, publishedAt, ownFeedId, ownPublishedAt } = publication;
  const isOfPost = feedId === null || feedId === earlier?.feedId;
  // The last version of a post keeps its place, whatever its text names.
  const isShared = !isOfPost && (await hasPlaceOfOther(db, publication));
  if (isOfPost || (earlier === null && !isShared)) return publication;
  const own = isShared
    ? { feedId: ownFeedId, publishedAt: ownPublishedAt }
    : { feedId: ownFeedId ?? feedId, publishedAt: ownPublishedAt ?? publishedAt };
  const free = { siteSeq: null, siteId: null };
  return earlier === null
    ? { ...own, ...free, ownFeedId: null, ownPublishedAt: null }
    : { feedId: null, publishedAt: null, ...free, ownFeedId: own.feedId, ownPublishedAt: own.publishedAt };
}

/** Whether another public publication has the same feed id: it is a version of the same post. */
async function hasPlaceOfOther(
  db: Reader,
  { id, publisherAddress, kind, siteTime, feedId }: Row,
): Promise<boolean> {
  return await hasRow(
    db
      .selectFrom("publications")
      .select("id")
      .where("publisherAddress", "=", publisherAddress)
      .where("kind", "=", kind)
      .where("state", "in", ["local", "signed"])
      .where("siteTime", "=", siteTime)
      .where("feedId", "=", feedId)
      .where("id", "!=", id),
  );
}

const selectSiteTime = prepareQuery((db, { id }: { id: number }) =>
  db.selectFrom("publications").select("siteTime").where("id", "=", id).where("state", "!=", "draft"),
);

/** The second of the date that readers see; null for a draft and for a publication of others. */
export async function readSiteTime(db: Reader, id: number): Promise<number | null> {
  const [row] = await selectSiteTime(db, { id });
  return row?.siteTime ?? null;
}

/** Fills in the columns of own publications for those that were replicas before this node had this owner. */
export async function placeReplicas(tx: Tx): Promise<void> {
  for (const statement of placeOwnPublications) await sql.raw(statement).execute(tx);
}
