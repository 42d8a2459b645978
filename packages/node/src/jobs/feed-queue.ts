import type { Context } from "../context.ts";
import { dueFeeds, type Feed, findFeed, nextFetchAt, updateFeed } from "../store/feeds.ts";
import { limits } from "./limits.ts";
import { createWorker, type Queue, type RowSource } from "./worker.ts";

export interface FeedQueueOptions {
  context: Pick<Context, "store" | "clock" | "log">;
  /** Reads one feed and writes when the next time is. It stops at the signal. */
  work: (feed: Feed, signal: AbortSignal) => Promise<unknown>;
  pollMs?: number;
}

type FeedRow = Feed & { readonly attempts: number };

/** Reads the feeds that are due, one at a time for a host. */
export function createFeedQueue({ context, work, pollMs }: FeedQueueOptions): Queue {
  return createWorker<FeedRow>(createFeedSource(context), {
    name: "feeds",
    context,
    async work(feed, signal) {
      await work(feed, signal);
      return { result: "done" };
    },
    concurrency: limits.feeds,
    perPeer: 1,
    slow: { atATime: limits.feeds, abortAfterMs: null },
    leaseMs: limits.feedMs,
    ...(pollMs !== undefined && { pollMs }),
  });
}

/** The rows are the feeds: each has the time of its next question. A claim moves it past the lease. */
function createFeedSource({ clock }: Pick<Context, "clock">): RowSource<FeedRow> {
  const claimed = new Set<number>();
  return {
    queue: "feeds",
    targetOf: ({ url }) => hostOf(url),
    nextDueAt: nextFetchAt,
    async claim(tx, { now, leaseMs, limit, busy }) {
      const hosts = new Set(busy.keys());
      const taken = [];
      for (const feed of await dueFeeds(tx, now, limit * 8)) {
        const host = hostOf(feed.url);
        if (hosts.has(host) || taken.length >= limit) continue;
        hosts.add(host);
        taken.push({ ...feed, attempts: feed.failures });
      }
      for (const { id } of taken) {
        await updateFeed(tx, id, { nextFetchAt: now + leaseMs });
        claimed.add(id);
      }
      return taken;
    },
    async settle(tx, ended, now) {
      for (const { row, outcome } of ended) {
        if (outcome.result === "later")
          await updateFeed(tx, row.id, { nextFetchAt: now + limits.afterErrorMs });
        claimed.delete(row.id);
      }
    },
    report() {},
    async release(tx) {
      for (const id of claimed)
        if (await findFeed(tx, id)) await updateFeed(tx, id, { nextFetchAt: clock.now() });
      claimed.clear();
    },
  };
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
