import { hostOfUrl } from "@freehold/protocol/internal";
import type { Context } from "../context.ts";
import { dueFeeds, type Feed, findFeed, nextFetchAt, updateFeed } from "../store/feeds.ts";
import { limits } from "./limits.ts";
import { createTimedSource } from "./timed-rows.ts";
import { createWorker, type Queue, type RowSource } from "./worker.ts";

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
    concurrency: limits.feeds,
    perPeer: 1,
    slow: { atATime: limits.feeds, abortAfterMs: null },
    leaseMs: limits.feedMs,
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
