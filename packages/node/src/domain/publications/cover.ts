import type { Context } from "../../context.ts";
import type { PublicPost } from "../../store/public-posts.ts";
import { findPublication } from "../../store/publications.ts";

/**
 * A smaller copy of a post's cover, 800 pixels high at most; null where there is none.
 *
 * @throws AppError RATE_LIMITED when too many copies wait to be made
 */
export async function openCoverCopy(
  { store, thumbnails }: Pick<Context, "store" | "thumbnails">,
  { coverId, coverHash }: Pick<PublicPost, "coverId" | "coverHash">,
) {
  const cover = coverId === null ? null : await findPublication(store.db, coverId);
  return cover && coverHash !== null ? await thumbnails.open(coverHash, "lg", cover.mediaType) : null;
}
