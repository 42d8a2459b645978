import { hostOfUrl } from "@freehold/protocol/internal";
import type { Context } from "../../context.ts";
import { createTimedSource } from "../../jobs/timed-rows.ts";
import { createWorker, type Queue, type RowSource } from "../../jobs/worker.ts";
import type { ModuleQueue } from "../../module.ts";
import { fetchFeed } from "./fetch-feed.ts";
import { feedLimits } from "./limits.ts";
import { dueFeeds, type Feed, findFeed, nextFetchAt, updateFeed } from "./store/feeds.ts";

export interface FeedQueueOptions {
  context: Pick<Context, "store" | "clock" | "log">;
  /** Reads one feed and writes when the next time is. It stops at the signal. */
  work: (feed: Feed, signal: AbortSignal) => Promise<unknown>;
  pollMs?: number;
  workerId?: string;
}

type FeedRow = Feed & { readonly attempts: number };

/** Reads the feeds that are due, one at a time for a host. */
export function createFeedQueue({ context, work, pollMs, workerId }: FeedQueueOptions): Queue {
  return createWorker<FeedRow>(createFeedSource(context), {
    name: "feeds",
    context,
    async work(feed, signal) {
      await work(feed, signal);
      return { result: "done" };
    },
    concurrency: feedLimits.feedsAtOnce,
    perPeer: 1,
    slow: { atATime: feedLimits.feedsAtOnce, abortAfterMs: null },
    leaseMs: feedLimits.feedMs,
    ...(pollMs !== undefined && { pollMs }),
    ...(workerId !== undefined && { workerId }),
  });
}

function createFeedSource({ clock }: Pick<Context, "clock">): RowSource<FeedRow> {
  return createTimedSource({
    clock,
    queue: "feeds",
    targetOf: ({ url }) => hostOfUrl(url),
    nextDueAt: nextFetchAt,
    async claim(tx, { now, leaseMs, limit, busy }) {
      const hosts = new Set(busy.keys());
      const taken = [];
      for (const feed of await dueFeeds(tx, now, limit * 8)) {
        const host = hostOfUrl(feed.url);
        if (hosts.has(host) || taken.length >= limit) continue;
        hosts.add(host);
        taken.push({ ...feed, attempts: feed.failures });
      }
      for (const { id } of taken) await updateFeed(tx, id, { nextFetchAt: now + leaseMs });
      return taken;
    },
    async find(db, key) {
      const feed = await findFeed(db, Number(key));
      return feed === null || feed.nextFetchAt === null ? null : { ...feed, attempts: feed.failures };
    },
    async schedule(tx, id, nextFetchAt) {
      if (await findFeed(tx, id)) await updateFeed(tx, id, { nextFetchAt });
    },
  });
}

/** The queue of a node, with the work that asks feeds. */
export const feedQueue: ModuleQueue = {
  leaseMs: feedLimits.feedMs,
  open: ({ context, ...options }) =>
    createFeedQueue({ context, work: (feed, signal) => fetchFeed(context, feed, signal), ...options }),
  async work(context, row, signal) {
    await fetchFeed(context, row as FeedRow, signal);
    return undefined;
  },
  drop: (tx, rowKey, { error }) => updateFeed(tx, Number(rowKey), { nextFetchAt: null, lastError: error }),
};
