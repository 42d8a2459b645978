import type { CachedBlobs } from "../blobs/cache-small-blobs.ts";
import type { Context } from "../context.ts";
import type { RenderExcerpt } from "../graphql/request-context.ts";
import type { Metrics } from "../observability/metrics.ts";

/** The context of a handler: the node's context, with small contents in memory, and the counters. */
export interface ServerContext extends Context {
  readonly blobs: CachedBlobs;
  readonly metrics: Metrics;
  readonly renderExcerpt: RenderExcerpt;
}
