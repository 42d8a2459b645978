import type { Address, Hex } from "@freehold/protocol";
import { type Selectable, sql } from "kysely";
import { dialectOf, type Reader, type Tx } from "../database.ts";
import { prepareQuery } from "../prepare-query.ts";
import { type PublicationsTable, publicationColumns, timelinePosition } from "../tables/publications.ts";
import { moveInLists } from "./mark-publications.ts";

/*
 * The published versions of a post have the same `original`: the content of the first of them. The newest stands, and each
 * other one is replaced (docs/decisions/0014).
 */

type Row = Omit<Selectable<PublicationsTable>, "sortTime">;

interface Group {
  publisher: Address;
  original: Hex;
}

const selectGroup = prepareQuery((db, { publisher, original }: Group) =>
  db
    .selectFrom("publications")
    .select(publicationColumns)
    .where("publisherAddress", "=", publisher)
    .where("original", "=", original)
    .where(sql<boolean>`original is not null`)
    .where("isReplaced", "=", 0),
);

const selectNewest = prepareQuery((db, { publisher, original }: Group) =>
  db
    .selectFrom("publications")
    .select(publicationColumns)
    .where("publisherAddress", "=", publisher)
    .where("original", "=", original)
    .where(sql<boolean>`original is not null`)
    .orderBy("sortTime", "desc")
    .orderBy("seq", "desc")
    .orderBy("id", "desc")
    .limit(1),
);

const selectSigned = prepareQuery(
  (db, { publisher, contentHash }: { publisher: Address; contentHash: Hex }) =>
    db
      .selectFrom("publications")
      .select(publicationColumns)
      .where("contentHash", "=", contentHash)
      .where("publisherAddress", "=", publisher)
      .where("timestamp", "is not", null)
      .orderBy("timestamp", "desc")
      .limit(1),
);

/** The newest published version. */
export async function findNewestVersion(db: Reader, group: Group): Promise<Row | null> {
  const [row] = await selectNewest(db, group);
  return row ?? null;
}

/**
 * The time (ms) at which an unsigned publication counts as made: a version that comes to a post is the newest, also in the second of
 * the one before it, and where it was written before that.
 *
 * @param before as it was; null for a new one
 */
export async function dateVersion(db: Reader, before: Row | null, after: Row): Promise<number> {
  const { id, state, publisherAddress: publisher, contentHash, replaces, createdAt, publishedAt } = after;
  if (state !== "local") return createdAt;
  // One that is imported has its time.
  const isOld =
    before === null ? publishedAt !== null : before.state === state && before.replaces === replaces;
  if (isOld) return createdAt;
  const [earlier = null] =
    replaces === null ? [] : await selectSigned(db, { publisher, contentHash: replaces });
  // Without a link, only the first text of a post is a version of that post.
  const original = earlier?.original ?? replaces ?? contentHash;
  const newest = (await findNewestVersion(db, { publisher, original })) ?? earlier;
  if (newest === null || newest.id === id) return createdAt;
  return Math.max(createdAt, (timelinePosition(newest).timestamp + 1) * 1_000);
}

/**
 * Puts a publication that was written in its place among the versions of its publisher's post: the newest stands. A draft
 * is not a version.
 *
 * @param before as it was; null for a new one
 */
export async function joinVersions(tx: Tx, before: Row | null, after: Row): Promise<void> {
  if (after.replaces || before?.original) await lockVersions(tx);
  const original = after.state === "draft" ? null : await findOriginal(tx, after);
  if (original !== after.original) await setOriginal(tx, after, original);
  const publisher = after.publisherAddress;
  const now = after.updatedAt;
  if (before?.original && before.original !== original)
    await settle(tx, { publisher, original: before.original }, now);
  if (original) await settle(tx, { publisher, original }, now);
}

/** After one was deleted, the newest of those that are left stands. @param now ms */
export async function leaveVersions(tx: Tx, { publisherAddress, original }: Row, now: number): Promise<void> {
  if (!original) return;
  await lockVersions(tx);
  await settle(tx, { publisher: publisherAddress, original }, now);
}

/** Lets versions be written one after the other, so that the later transaction sees the earlier one's. */
async function lockVersions(tx: Tx): Promise<void> {
  await dialectOf(tx).lock(tx, "versions");
}

/** The content of the first version of a post; null for a post that has one version. */
async function findOriginal(tx: Tx, { publisherAddress: publisher, contentHash, replaces }: Row) {
  if (replaces === null) {
    // A later version may have come before this one.
    const [later] = await selectNewest(tx, { publisher, original: contentHash });
    return later ? contentHash : null;
  }
  const [earlier] = await selectSigned(tx, { publisher, contentHash: replaces });
  const original = earlier?.original ?? replaces;
  if (earlier && earlier.original === null) await setOriginal(tx, earlier, original);
  await tx
    .updateTable("publications")
    .set({ original })
    .where("publisherAddress", "=", publisher)
    .where("original", "=", contentHash)
    .where(sql<boolean>`original is not null`)
    .execute();
  return original;
}

async function setOriginal(tx: Tx, row: Row, original: Hex | null): Promise<void> {
  const isAlone = original === null && row.isReplaced === 1;
  await tx.updateTable("publications").set({ original }).where("id", "=", row.id).execute();
  if (isAlone) await setReplaced(tx, row, 0);
}

async function settle(tx: Tx, group: Group, now: number): Promise<void> {
  const newest = await findNewestVersion(tx, group);
  if (!newest) return;
  for (const row of await selectGroup(tx, group)) {
    if (row.id !== newest.id) await setReplaced(tx, row, 1);
  }
  if (newest.isReplaced === 0) return;
  await setReplaced(tx, newest, 0);
  // Its feed item had another text until now.
  await tx
    .updateTable("publications")
    .set({ modifiedAt: now })
    .where("id", "=", newest.id)
    .where("modifiedAt", "<", now)
    .execute();
}

async function setReplaced(tx: Tx, row: Row, isReplaced: 0 | 1): Promise<void> {
  await tx.updateTable("publications").set({ isReplaced }).where("id", "=", row.id).execute();
  await moveInLists(tx, row, { ...row, isReplaced });
}

interface Groups {
  publishers: readonly Address[];
  originals: readonly Hex[];
  limit: number;
}

/** The versions of posts, newest first. Some may be of another publisher of the list with the same content. */
export async function listVersions(
  db: Reader,
  { publishers, originals, limit }: Groups,
): Promise<Pick<Row, "id" | "publisherAddress" | "original">[]> {
  if (originals.length === 0) return [];
  return await db
    .selectFrom("publications")
    .select(["id", "publisherAddress", "original"])
    .where("publisherAddress", "in", publishers)
    .where("original", "in", originals)
    .where(sql<boolean>`original is not null`)
    .orderBy("sortTime", "desc")
    .orderBy("seq", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}
