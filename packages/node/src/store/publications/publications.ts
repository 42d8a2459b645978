import type { Address, Hex } from "@freehold/protocol";
import { type Selectable, sql } from "kysely";
import { dialectOf, type Reader, type Tx } from "../database.ts";
import { markDue } from "../due-queues.ts";
import { findOwnProfile } from "../peers/profiles.ts";
import { prepareQuery } from "../prepare-query.ts";
import { findRow } from "../query-results.ts";
import { type PublicationsTable, publicationColumns } from "../tables/publications.ts";
import { keepFirstSlug } from "./first-slugs.ts";
import { addToLists, moveInLists, removeFromLists } from "./mark-publications.ts";
import { keepAddresses, leaveAddresses } from "./old-addresses.ts";
import { type PublishPlace, placeIn, placeOf } from "./publish-places.ts";
import { dateVersion, joinVersions, leaveVersions } from "./versions.ts";

/** A publication of this owner in any state, or a signed one of somebody who is followed. */
export type Publication = Omit<Selectable<PublicationsTable>, "sortTime">;

export type NewPublication = Omit<Publication, "id">;

export type PublicationPatch = Partial<Omit<Publication, "id" | "publisherAddress">>;

/**
 * Inserts a publication of this owner, with its addresses, its place in the lists of its state and among its versions.
 *
 * @param given with the id that it is to have, where that matters; nothing has it, and the caller raises the ids
 * @returns the id.
 * @throws the database's unique violation when (content, publisher, timestamp) is stored already.
 */
export async function insertPublication(tx: Tx, given: NewPublication & { id?: number }): Promise<number> {
  markDue(tx, "timeline");
  const createdAt = await dateVersion(tx, null, { id: 0, ...given });
  const publication = { ...given, createdAt };
  const id = publication.id ?? (await insert(tx, publication));
  if (publication.id !== undefined) await tx.insertInto("publications").values(publication).execute();
  const place = await placeOf(tx, null, { ...publication, id });
  const placed = { ...publication, ...place, id };
  if (place.siteTime !== publication.siteTime) await savePlace(tx, { ...place, id });
  await addToLists(tx, placed);
  await joinVersions(tx, null, placed);
  await keepAddresses(tx, null, placed);
  await keepFirstSlug(tx, placed, { isNew: true });
  return id;
}

const savePlace = prepareQuery((db, place: PublishPlace & { id: number }) =>
  db
    .updateTable("publications")
    .set({
      feedId: place.feedId,
      publishedAt: place.publishedAt,
      siteTime: place.siteTime,
      siteSeq: place.siteSeq,
      siteId: place.siteId,
      modifiedAt: place.modifiedAt,
      ownFeedId: place.ownFeedId,
      ownPublishedAt: place.ownPublishedAt,
    })
    .where("id", "=", place.id),
);

const insertRow = prepareQuery((db, row: NewPublication) =>
  db
    .insertInto("publications")
    .values({
      publisherAddress: row.publisherAddress,
      kind: row.kind,
      state: row.state,
      contentHash: row.contentHash,
      mediaType: row.mediaType,
      filename: row.filename,
      description: row.description,
      slug: row.slug,
      timestamp: row.timestamp,
      signature: row.signature,
      proofType: row.proofType,
      seq: row.seq,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      excerpt: row.excerpt,
      coverHash: row.coverHash,
      isPage: row.isPage,
      replaces: row.replaces,
      original: row.original,
      isReplaced: row.isReplaced,
      writtenAt: row.writtenAt,
      feedId: row.feedId,
      publishedAt: row.publishedAt,
      siteTime: row.siteTime,
      siteSeq: row.siteSeq,
      siteId: row.siteId,
      modifiedAt: row.modifiedAt,
      ownFeedId: row.ownFeedId,
      ownPublishedAt: row.ownPublishedAt,
    })
    .returning("id"),
);

/** Inserts a publication of somebody else, which is in no list. @returns and throws as `insertPublication` */
export async function insertReplica(tx: Tx, publication: NewPublication): Promise<number> {
  markDue(tx, "timeline");
  const id = await insert(tx, publication);
  await joinVersions(tx, null, { ...publication, id });
  return id;
}

async function insert(tx: Tx, publication: NewPublication): Promise<number> {
  const [row] = await insertRow(tx, publication);
  if (!row) throw new Error("A publication was inserted without an id.");
  return row.id;
}

const selectPublication = prepareQuery((db, { id }: { id: number }) =>
  db.selectFrom("publications").select(publicationColumns).where("id", "=", id),
);

export async function findPublication(db: Reader, id: number): Promise<Publication | null> {
  const [row] = await selectPublication(db, { id });
  return row ?? null;
}

/** The publications with these ids, in no particular order. */
export async function readPublications(db: Reader, ids: readonly number[]): Promise<Publication[]> {
  if (ids.length === 0) return [];
  return db.selectFrom("publications").select(publicationColumns).where("id", "in", ids).execute();
}

/** The publications with ids above that one, the lowest first. @param publisher absent: those of all */
export async function listPublicationsAfter(
  db: Reader,
  id: number,
  { limit, publisher }: { readonly limit: number; readonly publisher?: Address },
): Promise<Publication[]> {
  return db
    .selectFrom("publications")
    .select(publicationColumns)
    .where("id", ">", id)
    .$if(publisher !== undefined, (query) => query.where("publisherAddress", "=", publisher as Address))
    .orderBy("id")
    .limit(limit)
    .execute();
}

/**
 * The publisher's newest publication with that slug, a draft last; without the one with an id, where that is given. The
 * domain keeps the slugs of this owner unique, except among versions of one post. Another publisher's slugs come from its
 * index and must not stop its replicas.
 */
export async function findPublicationBySlug(
  db: Reader,
  publisher: Address,
  slug: string,
  besides: number | null = null,
): Promise<Publication | null> {
  const [row] = await selectBySlug(db, { publisher, slug, besides: besides ?? 0 });
  return row ?? null;
}

interface OfSlug {
  readonly publisher: Address;
  readonly slug: string;
  /** 0 is never an id. */
  readonly besides: number;
}

const selectBySlug = prepareQuery((db, { publisher, slug, besides }: OfSlug) =>
  db
    .selectFrom("publications")
    .select(publicationColumns)
    .where("publisherAddress", "=", publisher)
    .where("slug", "=", slug)
    .where("id", "!=", besides)
    .orderBy(sql`case when state = 'draft' then 1 else 0 end`)
    .orderBy("sortTime", "desc")
    .orderBy("seq", "desc")
    .orderBy("id", "desc")
    .limit(1),
);

/** Every publication, of anybody and in any state, with that content; oldest first. */
export async function listPublicationsByHash(db: Reader, contentHash: Hex): Promise<Publication[]> {
  return db
    .selectFrom("publications")
    .select(publicationColumns)
    .where("contentHash", "=", contentHash)
    .orderBy("id")
    .execute();
}

/** The owner's draft of a new version of that content. */
export async function findReplacingDraft(
  db: Reader,
  publisher: Address,
  replaces: Hex,
): Promise<Publication | null> {
  return await findRow(
    db
      .selectFrom("publications")
      .select(publicationColumns)
      .where("publisherAddress", "=", publisher)
      .where("state", "=", "draft")
      .where("replaces", "=", replaces)
      .orderBy("id", "desc")
      .limit(1),
  );
}

const selectToChange = prepareQuery((db, { id }: { id: number }) =>
  db
    .selectFrom("publications")
    .select(publicationColumns)
    .where("id", "=", id)
    .$if(dialectOf(db).rowLocks, (query) => query.forNoKeyUpdate()),
);

/**
 * Changes the given fields of one of this owner's, and its place in the lists; the addresses that it loses are kept.
 *
 * @returns whether the id is known.
 */
export async function updatePublication(tx: Tx, id: number, patch: PublicationPatch): Promise<boolean> {
  // Callers may pass a whole publication.
  const { id: _id, publisherAddress: _publisher, ...changes } = patch as Partial<Publication>;
  const [before] = await selectToChange(tx, { id });
  if (!before || Object.keys(changes).length === 0) return before !== undefined;
  const createdAt = await dateVersion(tx, before, { ...before, ...changes });
  const changed = { ...before, ...changes, createdAt };
  const place = await placeOf(tx, before, {
    ...changed,
    // A record from before feed ids, dates and places does not remove those of a publication.
    ...placeIn(before),
    modifiedAt: changes.modifiedAt ?? before.modifiedAt,
  });
  const after = { ...changed, ...place };
  await tx
    .updateTable("publications")
    .set({ ...changes, createdAt, ...place })
    .where("id", "=", id)
    .execute();
  await moveInLists(tx, before, after);
  if (!isVersionAlike(before, after)) await joinVersions(tx, before, after);
  await keepAddresses(tx, before, after);
  if (before.slug !== after.slug || before.state !== after.state)
    await keepFirstSlug(tx, after, { isNew: false });
  return true;
}

const versionFields = ["state", "replaces", "contentHash", "timestamp", "seq", "createdAt"] as const;

function isVersionAlike(before: Publication, after: Publication): boolean {
  return versionFields.every((field) => before[field] === after[field]);
}

/**
 * Deletes a publication of anybody. The addresses of an own publication then answer 410, or lead to its heir.
 *
 * @param now ms: a version that stands again was changed then
 * @param heir the id of the own publication that takes its place; null for none
 * @returns whether the id was known.
 */
export async function deletePublication(
  tx: Tx,
  id: number,
  now: number,
  heir: number | null = null,
): Promise<boolean> {
  const before = await findPublication(tx, id);
  if (!before) return false;
  const own = await findOwnProfile(tx);
  if (before.publisherAddress === own?.address) await leaveAddresses(tx, before, heir);
  await tx.deleteFrom("publications").where("id", "=", id).execute();
  await removeFromLists(tx, before);
  await leaveVersions(tx, before, now);
  return true;
}

/**
 * The publisher's public publications that are dated later than a second, newest first; without those that another program
 * dated.
 */
export function listDatedAfter(
  db: Reader,
  publisher: Address,
  second: number,
  limit: number,
): Promise<Publication[]> {
  return db
    .selectFrom("publications")
    .select(publicationColumns)
    .where("publisherAddress", "=", publisher)
    .where("state", "in", ["signed", "local"])
    .where("sortTime", ">", second)
    .where((eb) => eb.or([eb("state", "=", "signed"), eb("writtenAt", "is", null)]))
    .orderBy("sortTime", "desc")
    .orderBy("seq", "desc")
    .limit(limit)
    .execute();
}
