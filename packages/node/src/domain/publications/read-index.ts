import { type Hex, type IndexPage, type IndexQuery, isoSeconds } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { countPublishedComments } from "../../store/comments.ts";
import { readIndexVersion as readVersion } from "../../store/meta.ts";
import { countIndex, readIndexPage } from "../../store/public-posts.ts";
import type { Publication } from "../../store/publications.ts";

/**
 * A page of this owner's signed publications, oldest first (specification 4.3), and how many comments readers see on each,
 * which the reference form tells. Empty before installation.
 */
export async function readIndex(
  { store, owner }: Pick<Context, "store" | "owner">,
  { since, limit, page }: IndexQuery,
): Promise<IndexPage> {
  const own = await owner.get();
  const total = own ? await countIndex(store.db, own.address, since) : 0;
  const offset = (page - 1) * limit;
  const rows =
    own && offset < total
      ? await readIndexPage(store.db, { publisher: own.address, since, limit, offset })
      : [];
  const counts = await countPublishedComments(
    store.db,
    rows.map(({ id }) => id),
  );
  const totalPages = Math.ceil(total / limit);
  return {
    data: rows.filter(isSigned).map((row) => ({
      contentHash: row.contentHash,
      publisherAddress: row.publisherAddress,
      signature: row.signature,
      timestamp: row.timestamp,
      createdAt: isoSeconds(row.timestamp),
      contentKind: row.kind,
      slug: row.slug,
      commentCount: counts.get(row.id) ?? 0,
    })),
    pagination: { page, limit, total, totalPages, hasNextPage: page < totalPages, hasPreviousPage: page > 1 },
  };
}

/** A publication with its proof. */
export interface SignedPublication extends Publication {
  state: "signed";
  timestamp: number;
  signature: Hex;
  proofType: string;
}

/** Whether a publication is signed: then its proof is there as well. */
function isSigned(publication: Publication): publication is SignedPublication {
  const { state, timestamp, signature, proofType } = publication;
  return state === "signed" && timestamp !== null && signature !== null && proofType !== null;
}

/** A number that changes whenever this owner's index does: what was made from the index is good until then. */
export async function readIndexVersion({ store }: Pick<Context, "store">): Promise<number> {
  return await readVersion(store.db);
}
