import { PeerError } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { askFeed, type FeedReply } from "../../domain/ask-feed.ts";
import { readReply } from "../../domain/find-feed.ts";
import { hasCode } from "../../errors/errors.ts";
import type { ParsedFeed } from "../../foreign/feed-documents.ts";
import { feedLimits } from "./limits.ts";
import { saveEntries } from "./save-feed.ts";
import { type Feed, findFeed, findFeedByUrl, updateFeed } from "./store/feeds.ts";

type FeedContext = Pick<Context, "store" | "peers" | "clock" | "foreign">;

/** The result of one request to a feed. `gone`: it is not fetched again. */
export type FetchStatus = "changed" | "unchanged" | "failed" | "gone";

/**
 * Fetches a feed, saves its new entries, and writes the time of the next fetch: never sooner than the limits, the server
 * and the feed allow. A failing feed is fetched less and less often; one that answers 410 is not fetched again.
 *
 * @throws the reason of the signal
 */
export async function fetchFeed(
  context: FeedContext,
  feed: Feed,
  signal?: AbortSignal,
): Promise<FetchStatus> {
  try {
    const reply = await askFeed(context, feed.url, feed, signal);
    if (reply.status === 410) return await stop(context, feed);
    if (reply.status === 304 || (reply.status === 200 && reply.bodyHash === feed.bodyHash))
      return await saveUnchanged(context, feed, reply);
    const parsed = reply.status === 200 ? (await readReply(context, reply)).feed : null;
    if (parsed) return await save(context, feed, reply, parsed);
    const reason = reply.status === 200 ? "There is no feed at this address." : `It returns ${reply.status}.`;
    return await saveFailure(context, feed, reason, reply.waitMs);
  } catch (error) {
    if (hasCode(error, "BUSY")) return await askLater(context, feed);
    if (!(error instanceof PeerError || hasCode(error, "DOCUMENT_UNREADABLE"))) throw error;
    return await saveFailure(context, feed, error.message, null);
  }
}

async function save(
  { store, clock }: FeedContext,
  { id, title }: Feed,
  reply: FeedReply,
  parsed: ParsedFeed,
): Promise<FetchStatus> {
  const now = clock.now();
  await store.transaction(async (tx) => {
    // The owner may have ended it meanwhile.
    if ((await findFeed(tx, id)) === null) return;
    await saveEntries(tx, id, parsed, now);
    const { etag, lastModified, bodyHash, permanentUrl } = reply;
    const sameUrl = await findFeedByUrl(tx, permanentUrl);
    await updateFeed(tx, id, {
      ...succeeded(now, Math.max(reply.waitMs ?? 0, (parsed.ttlMinutes ?? 0) * 60_000)),
      etag,
      lastModified,
      bodyHash,
      title: parsed.title || title,
      siteUrl: parsed.siteUrl,
      ...(sameUrl === null && { url: permanentUrl }),
    });
  });
  return "changed";
}

async function saveUnchanged(
  { store, clock }: FeedContext,
  { id }: Feed,
  { waitMs }: FeedReply,
): Promise<FetchStatus> {
  await store.transaction((tx) => updateFeed(tx, id, succeeded(clock.now(), waitMs ?? 0)));
  return "unchanged";
}

async function saveFailure(
  { store, clock }: FeedContext,
  { id, failures }: Feed,
  reason: string,
  waitMs: number | null,
): Promise<FetchStatus> {
  const now = clock.now();
  const backoff = feedLimits.feedPauseMs * 2 ** Math.min(failures, 10);
  const nextFetchAt = nextTime(now, Math.max(waitMs ?? 0, backoff));
  await store.transaction((tx) =>
    updateFeed(tx, id, { failures: failures + 1, lastError: reason, nextFetchAt }),
  );
  return "failed";
}

/** This node did not get to it: nothing is known of the feed. */
async function askLater({ store, clock }: FeedContext, { id }: Feed): Promise<FetchStatus> {
  const nextFetchAt = nextTime(clock.now(), 0);
  await store.transaction((tx) => updateFeed(tx, id, { nextFetchAt }));
  return "failed";
}

async function stop({ store }: FeedContext, { id, failures }: Feed): Promise<FetchStatus> {
  const lastError = "It was permanently removed (410).";
  await store.transaction((tx) =>
    updateFeed(tx, id, { failures: failures + 1, lastError, nextFetchAt: null }),
  );
  return "gone";
}

/** The values to store after a good reply. @param waitMs how long the server or the feed asks to wait */
export function succeeded(now: number, waitMs: number) {
  return { fetchedAt: now, failures: 0, lastError: null, nextFetchAt: nextTime(now, waitMs) };
}

/** All feeds of a process are asked at the same moments, so that many wake the node as seldom as few. */
function nextTime(now: number, waitMs: number): number {
  const pause = Math.min(Math.max(waitMs, feedLimits.feedPauseMs), feedLimits.feedLongestPauseMs);
  const step = feedLimits.feedTogetherMs;
  return Math.ceil((now + pause - phaseMs) / step) * step + phaseMs;
}

/** Nodes do not ask all at the same minute. */
const phaseMs = Math.floor(Math.random() * feedLimits.feedTogetherMs);
