import type { Context } from "../../context.ts";
import type { PublicPost } from "../../store/public-posts.ts";

/** Bytes to be served. */
export interface LocalContent {
  /** Bytes. */
  readonly size: number;
  open(range?: { start: number; end: number }): AsyncIterable<Uint8Array>;
}

/** The bytes of a post that is only here, for readers of this site; null when they are missing. */
export async function openLocalContent(
  { blobs }: Pick<Context, "blobs">,
  { contentHash }: Pick<PublicPost, "contentHash">,
): Promise<LocalContent | null> {
  const size = await blobs.size(contentHash);
  return size === null ? null : { size, open: (range) => blobs.read(contentHash, range) };
}
