import type { Address, Hex } from "@freehold/protocol";
import type { Reader, Tx } from "../database.ts";
import { prepareQuery } from "../prepare-query.ts";
import { findRow } from "../query-results.ts";
import type { PublicationState } from "../tables/publications.ts";

/*
 * The addresses that publications of this owner had, here or on another site. Each leads to a publication; one that leads to
 * none is gone. The current address of a page is no old address.
 */

/** The fields of which the addresses of a publication are made. */
interface Addressed {
  readonly id: number;
  readonly publisherAddress: Address;
  readonly state: PublicationState;
  readonly slug: string | null;
  readonly contentHash: Hex;
  readonly original: Hex | null;
}

/** The path of a slug's page, decoded as old addresses are. */
export function pathOfSlug(slug: string): string {
  return `/slug/${slug}`;
}

/** The path of a tag's page, decoded. @param tag folded */
export function pathOfTag(tag: string): string {
  return `/tags/${tag}`;
}

/** The paths at which readers find a publication, decoded; none of a draft. */
function addressesOf(publication: Addressed | null): string[] {
  if (publication === null || publication.state === "draft") return [];
  const { id, slug, contentHash } = publication;
  const keys = [`/publications/${id}`, `/publications/${contentHash}`];
  return slug === null ? keys : [pathOfSlug(slug), ...keys];
}

/**
 * Keeps the addresses that a publication of this owner loses with a change, and frees those that it gets. Runs in the
 * transaction of the change.
 *
 * @param before as it was; null for a new one
 */
export async function keepAddresses(tx: Tx, before: Addressed | null, after: Addressed): Promise<void> {
  const [old, current] = [addressesOf(before), addressesOf(after)];
  for (const path of old.filter((one) => !current.includes(one))) await moveAddress(tx, path, after.id);
  if (before !== null && before.state !== "draft" && after.state === "draft") await leaveTags(tx, after.id);
  const gained = current.filter((one) => !old.includes(one));
  if (gained.length > 0) await tx.deleteFrom("old_addresses").where("path", "in", gained).execute();
}

/**
 * Keeps the addresses of a publication of this owner before it is deleted: as gone, or as its heir's. The slugs of a version
 * lead to the newest of the others.
 *
 * @param heir the id of the publication that takes its place; null for none
 */
export async function leaveAddresses(tx: Tx, deleted: Addressed, heir: number | null): Promise<void> {
  const { id } = deleted;
  if (deleted.state !== "draft") await leaveTags(tx, id);
  const next = heir ?? (await findOtherVersion(tx, deleted));
  await tx
    .updateTable("old_addresses")
    .set({ publicationId: next })
    .where("publicationId", "=", id)
    .execute();
  for (const path of addressesOf(deleted))
    await moveAddress(tx, path, path.startsWith("/slug/") ? next : heir);
}

/** The id of the newest other version of a post; null where there is none. */
async function findOtherVersion(
  tx: Tx,
  { id, publisherAddress, original }: Addressed,
): Promise<number | null> {
  if (original === null) return null;
  const found = await findRow(
    tx
      .selectFrom("publications")
      .select("id")
      .where("publisherAddress", "=", publisherAddress)
      .where("original", "=", original)
      .where("id", "!=", id)
      .orderBy("sortTime", "desc")
      .orderBy("seq", "desc")
      .orderBy("id", "desc")
      .limit(1),
  );
  return found?.id ?? null;
}

/** Leads a path to a publication, wherever it led before. @param publicationId null: the publication is gone */
async function moveAddress(tx: Tx, path: string, publicationId: number | null): Promise<void> {
  await tx
    .insertInto("old_addresses")
    .values({ path, publicationId })
    .onConflict((conflict) => conflict.column("path").doUpdateSet({ publicationId }))
    .execute();
}

/** Leads a path of the site, with its query, to a publication; one that leads to another publication stays. */
export async function insertOldAddress(tx: Tx, path: string, publicationId: number): Promise<void> {
  await tx
    .insertInto("old_addresses")
    .values({ path, publicationId })
    .onConflict((conflict) =>
      conflict.column("path").doUpdateSet({ publicationId }).where("old_addresses.publicationId", "is", null),
    )
    .execute();
}

/** The target of a path with its query: `publicationId` is null for one that is gone. Null for an unknown path. */
export async function findOldAddress(
  db: Reader,
  path: string,
): Promise<{ readonly publicationId: number | null } | null> {
  return await findRow(db.selectFrom("old_addresses").select("publicationId").where("path", "=", path));
}

/** The paths that redirect to a publication, sorted. */
export async function listOldAddresses(db: Reader, publicationId: number): Promise<string[]> {
  const found = await selectOldAddresses(db, { publicationId });
  return found.map(({ path }) => path);
}

const selectOldAddresses = prepareQuery((db, { publicationId }: { publicationId: number }) =>
  db.selectFrom("old_addresses").select("path").where("publicationId", "=", publicationId).orderBy("path"),
);

/** Stores that an old page is gone, unless its path is known already. */
export async function insertGoneAddress(tx: Tx, path: string): Promise<void> {
  await tx
    .insertInto("old_addresses")
    .values({ path, publicationId: null })
    .onConflict((conflict) => conflict.column("path").doNothing())
    .execute();
}

/**
 * Stores that the pages of the tags of a public publication of this owner may be gone. While another publication has the
 * tag, its page exists and no old address is looked up.
 *
 * @param kept the tags that it keeps
 */
export async function leaveTags(tx: Tx, publicationId: number, kept: readonly string[] = []): Promise<void> {
  const rows = await tx
    .selectFrom("publication_hashtags")
    .select("tag")
    .where("publicationId", "=", publicationId)
    .execute();
  for (const { tag } of rows) if (!kept.includes(tag)) await insertGoneAddress(tx, pathOfTag(tag));
}

/** A part of the paths that lead to publications, sorted. */
export async function listOldAddressesAfter(
  db: Reader,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const found = await db
    .selectFrom("old_addresses")
    .select("path")
    .where("path", ">", after)
    .where("publicationId", "is not", null)
    .orderBy("path")
    .limit(limit)
    .execute();
  return found.map(({ path }) => path);
}

/** A part of the paths of publications that were public and are deleted or drafts again, sorted. */
export async function listGoneAddressesAfter(
  db: Reader,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const found = await db
    .selectFrom("old_addresses")
    .leftJoin("publications", "publications.id", "old_addresses.publicationId")
    .select("old_addresses.path")
    .where("old_addresses.path", ">", after)
    .where(({ eb, and, or }) =>
      or([
        eb("old_addresses.publicationId", "is", null),
        // A draft of an import has paths of another site, and its subject may be secret.
        and([eb("publications.state", "=", "draft"), eb("publications.publishedAt", "is not", null)]),
      ]),
    )
    .orderBy("old_addresses.path")
    .limit(limit)
    .execute();
  return found.map(({ path }) => path);
}
