import type { Hex } from "@freehold/protocol";
import type { Reader, Tx } from "../database.ts";
import type { PublicationState } from "../tables/publications.ts";

/*
 * Nodes of the reference form take a slug of one publisher for one publication alone, and keep it when that is corrected, renamed
 * or deleted here. So each slug of this owner belongs for good to the first signed publication that had it (docs/reference-node.md).
 */

/** The first signed publication with a slug. */
export interface FirstSlug {
  readonly slug: string;
  readonly contentHash: Hex;
  /** Seconds. */
  readonly timestamp: number;
}

/** A publication by its signed values. */
interface Signed {
  readonly slug: string | null;
  readonly contentHash: Hex;
  readonly timestamp: number | null;
}

/**
 * Remembers the slug of a signed publication of this owner, where no other had it before.
 *
 * @param isNew whether the publication is inserted: one that was signed earlier, and is imported later, had the slug first
 */
export async function keepFirstSlug(
  tx: Tx,
  { state, slug, contentHash, timestamp }: Signed & { readonly state: PublicationState },
  { isNew }: { readonly isNew: boolean },
): Promise<void> {
  if (state !== "signed" || slug === null || timestamp === null) return;
  await tx
    .insertInto("first_slugs")
    .values({ slug, contentHash, timestamp })
    .onConflict((conflict) => {
      const held = conflict.column("slug");
      if (!isNew) return held.doNothing();
      return held.doUpdateSet({ contentHash, timestamp }).where("first_slugs.timestamp", ">", timestamp);
    })
    .execute();
}

/** A part of the first publications with each slug, in the order of the slugs. */
export async function listFirstSlugsAfter(
  db: Reader,
  { after, limit }: { after: string; limit: number },
): Promise<FirstSlug[]> {
  return await db
    .selectFrom("first_slugs")
    .select(["slug", "contentHash", "timestamp"])
    .where("slug", ">", after)
    .orderBy("slug")
    .limit(limit)
    .execute();
}

/**
 * Remembers the first publication with a slug as another node of this owner knows it.
 *
 * @param wasHeld whether this node knew one of its own before: then the earlier one stays
 */
export async function importFirstSlug(
  tx: Tx,
  { slug, contentHash, timestamp }: FirstSlug,
  { wasHeld }: { readonly wasHeld: boolean },
): Promise<void> {
  await tx
    .insertInto("first_slugs")
    .values({ slug, contentHash, timestamp })
    .onConflict((conflict) => {
      const update = conflict.column("slug").doUpdateSet({ contentHash, timestamp });
      return wasHeld ? update.where("first_slugs.timestamp", ">", timestamp) : update;
    })
    .execute();
}

/** The publications of this owner that were the first with their slug. */
export async function selectFirstOfSlug<Row extends Signed>(
  db: Reader,
  publications: readonly Row[],
): Promise<ReadonlySet<Row>> {
  const slugs = publications.flatMap(({ slug }) => slug ?? []);
  if (slugs.length === 0) return new Set();
  const rows = await db
    .selectFrom("first_slugs")
    .select(["slug", "contentHash", "timestamp"])
    .where("slug", "in", slugs)
    .execute();
  const first = new Map(rows.map((row) => [row.slug, row]));
  return new Set(
    publications.filter(({ slug, contentHash, timestamp }) => {
      const held = slug === null ? undefined : first.get(slug);
      return held?.contentHash === contentHash && held.timestamp === timestamp;
    }),
  );
}
