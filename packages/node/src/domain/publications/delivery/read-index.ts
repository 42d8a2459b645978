import { type Form, type IndexPage, type IndexQuery, isoSeconds } from "@freehold/protocol";
import type { Context } from "../../../context.ts";
import { countPublishedComments } from "../../../store/comments.ts";
import { selectFirstOfSlug } from "../../../store/publications/first-slugs.ts";
import { readIndexPage } from "../../../store/publications/public-posts.ts";
import type { Publication } from "../../../store/publications/publications.ts";

/**
 * A signed publication of this owner with the slug for nodes of a form. One of the reference form would refuse it with a
 * slug that another publication had first.
 */
export async function nameFor<Row extends Pick<Publication, "slug" | "contentHash" | "timestamp">>(
  form: Form,
  { store }: Pick<Context, "store">,
  publication: Row,
): Promise<Row> {
  const isNamed = form === "baseline" || (await selectFirstOfSlug(store.db, [publication])).has(publication);
  return isNamed ? publication : { ...publication, slug: null };
}

/**
 * A page of this owner's signed publications, oldest first (specification 4.3), with the number of visible comments for
 * the reference form, which also gets each slug for one publication alone. Empty before installation.
 */
export async function readIndex(
  { store, owner }: Pick<Context, "store" | "owner">,
  { since, limit, page }: IndexQuery,
  form: Form = "baseline",
): Promise<IndexPage> {
  const own = await owner.get();
  const range = { since, limit, offset: (page - 1) * limit };
  const { posts: rows, total } = own
    ? await readIndexPage(store.db, { publisher: own.address, ...range })
    : { posts: [], total: 0 };
  const counts = await countPublishedComments(
    store.db,
    rows.map(({ id }) => id),
  );
  const named = form === "reference" ? await selectFirstOfSlug(store.db, rows) : new Set(rows);
  const totalPages = Math.ceil(total / limit);
  return {
    data: rows.flatMap((row) => {
      const { id, contentHash, publisherAddress, signature, timestamp, kind } = row;
      if (signature === null || timestamp === null) return [];
      return [
        {
          contentHash,
          publisherAddress,
          signature,
          timestamp,
          createdAt: isoSeconds(timestamp),
          contentKind: kind,
          slug: named.has(row) ? row.slug : null,
          commentCount: counts.get(id) ?? 0,
        },
      ];
    }),
    pagination: { page, limit, total, totalPages, hasNextPage: page < totalPages, hasPreviousPage: page > 1 },
  };
}
