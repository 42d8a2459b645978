import { dayMs, KiB, MiB, minuteMs } from "@freehold/protocol/internal";

/** Limits of feeds that the owner reads, and of texts that are kept to be read later. */
export const feedLimits = {
  feeds: 1_000,
  feedsAtOnce: 4, // feeds that are asked side by side
  feedMs: 2 * minuteMs, // reading one feed
  feedTogetherMs: 5 * minuteMs, // a feed that waits for others, so that the node wakes once for all
  feedPauseMs: 30 * minuteMs,
  feedLongestPauseMs: dayMs, // between two questions to a feed, whatever it says, and after many failures
  feedEntries: 200,
  opmlBytes: 2 * MiB,
  readLater: 1_000,
  readLaterLength: 256 * KiB,
  unread: 1_000, // unread posts that are counted
};
