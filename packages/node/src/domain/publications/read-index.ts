import { type IndexPage, type IndexQuery, isoSeconds } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { countPublishedComments } from "../../store/comments.ts";
import { readIndexPage } from "../../store/public-posts.ts";

/**
 * A page of this owner's signed publications, oldest first (specification 4.3), with the number of visible comments for
 * the reference form. Empty before installation.
 */
export async function readIndex(
  { store, owner }: Pick<Context, "store" | "owner">,
  { since, limit, page }: IndexQuery,
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
  const totalPages = Math.ceil(total / limit);
  return {
    data: rows.flatMap(({ id, contentHash, publisherAddress, signature, timestamp, kind, slug }) =>
      signature === null || timestamp === null
        ? []
        : [
            {
              ...{ contentHash, publisherAddress, signature, timestamp },
              createdAt: isoSeconds(timestamp),
              contentKind: kind,
              slug,
              commentCount: counts.get(id) ?? 0,
            },
          ],
    ),
    pagination: { page, limit, total, totalPages, hasNextPage: page < totalPages, hasPreviousPage: page > 1 },
  };
}
