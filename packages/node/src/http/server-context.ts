import type { CachedBlobs } from "../blobs/cache-small-blobs.ts";
import type { Context } from "../context.ts";

/** What a handler may touch: the node's context, with small contents in memory. */
export interface ServerContext extends Context {
  readonly blobs: CachedBlobs;
}
