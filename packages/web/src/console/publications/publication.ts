import type { timelineQuery } from "../first-reads.ts";
import type { ItemOf } from "../graphql.ts";

/** An item of the timeline: a publication or an entry of a feed. */
export type ReadingItem = ItemOf<typeof timelineQuery>;

/** A post or a file of the timeline. */
export type Publication = NonNullable<ReadingItem["publication"]>;

/** An entry of a feed: nobody signed it. */
export type FeedEntry = NonNullable<ReadingItem["entry"]>;

/** When a post was signed, else when it was received; milliseconds of the Unix epoch. */
export function timeOf({ timestamp, createdAt }: Pick<Publication, "timestamp" | "createdAt">): number {
  return timestamp === null ? Date.parse(createdAt) : timestamp * 1000;
}
