import { LRUCache } from "lru-cache";
import { measureImage } from "../../../blobs/images.ts";
import { listSiteCopies } from "../../../blobs/site-copies.ts";
import type { Context } from "../../../context.ts";
import { hasCode } from "../../../errors/errors.ts";
import type { PublicPost } from "../../../store/publications/public-posts.ts";
import { readPublicPosts } from "../public-posts.ts";

const postsPerTurn = 100; // posts and files that a turn looks at
const copiedPictures = 10_000; // pictures of which it is known that their copies are made

type Needs = Pick<Context, "store" | "owner" | "blobs" | "thumbnails">;

/**
 * Makes the work of the maintenance task that makes the copies of public pictures before readers ask for them: of the newest ones
 * when something public changed, and once of all others, some in each turn. It makes one copy at a time; one that is not made yet is
 * made for the first reader.
 */
export function createPictureCopier(): (context: Needs, signal: AbortSignal) => Promise<void> {
  const copied = new LRUCache<string, true>({ max: copiedPictures });
  let seen: string | null = null;
  let offset: number | null = 0;

  /** @returns whether there may be more after these */
  async function copyPage(context: Needs, from: number, signal: AbortSignal): Promise<boolean> {
    const found = await readPublicPosts(context, { limit: postsPerTurn, offset: from });
    for (const post of found?.posts ?? []) {
      if (signal.aborted) return true;
      if (post.kind !== "FILE" || copied.has(post.contentHash)) continue;
      if (await makeCopies(context, post, signal)) copied.set(post.contentHash, true);
    }
    return found !== null && from + postsPerTurn < found.total;
  }

  return async (context, signal) => {
    const version = context.store.version();
    if (version === null || version !== seen) {
      await copyPage(context, 0, signal);
      seen = version;
    }
    if (offset === null) return;
    const isMore = await copyPage(context, offset, signal);
    if (!signal.aborted) offset = isMore ? offset + postsPerTurn : null;
  };
}

/** @returns whether all copies that pages show are there */
async function makeCopies(
  { blobs, thumbnails }: Needs,
  { contentHash, mediaType }: Pick<PublicPost, "contentHash" | "mediaType">,
  signal: AbortSignal,
): Promise<boolean> {
  const size = await measureImage(blobs, contentHash);
  for (const name of size ? listSiteCopies(size) : []) {
    if (signal.aborted) return false;
    try {
      // Damaged, or not decoded in time while the machine was busy: it is tried again later.
      if ((await thumbnails.open(contentHash, name, mediaType)) === null) return false;
    } catch (error) {
      if (hasCode(error, "RATE_LIMITED")) return false;
      throw error;
    }
  }
  return true;
}
