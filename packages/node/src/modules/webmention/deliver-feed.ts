import { createHmac } from "node:crypto";
import { PeerError } from "@freehold/protocol";
import { dayMs } from "@freehold/protocol/internal";
import { z } from "zod";
import type { Context } from "../../context.ts";
import { callOut } from "../../domain/call-out.ts";
import { linksOfFeed, type ReadFeed } from "../../domain/feed-links.ts";
import { requireOwner } from "../../domain/profile/owner.ts";
import { type Outcome, outcomeOfPeerError } from "../../jobs/retry.ts";
import type { Tx } from "../../store/database.ts";
import { parsePayload } from "../../store/queues/job-payload.ts";
import { addJobs, type Job } from "../../store/queues/jobs.ts";
import {
  deleteFeedSubscription,
  findFeedSubscription,
  listFeedSubscriptions,
  writeDeliveredHash,
} from "./store/feed-subscriptions.ts";

const feedMs = dayMs; // trying to deliver a feed

/** Queues that every subscriber gets its feed, if it has changed. */
export async function addFeedDeliveries(tx: Tx, now: number): Promise<void> {
  const subscriptions = await listFeedSubscriptions(tx, now);
  const jobs = subscriptions.map(({ id, host }) => ({
    kind: "feed" as const,
    host,
    payload: JSON.stringify({ subscriptionId: id }),
    now,
    expiresAt: now + feedMs,
  }));
  for (let start = 0; start < jobs.length; start += batch)
    await addJobs(tx, jobs.slice(start, start + batch));
}

const batch = 100;

/** The payload of a job of the kind `feed`. */
const feedPayload = z.object({ subscriptionId: z.int() });

/**
 * Job: sends a feed to a subscriber, signed with the subscriber's secret (WebSub 7). A feed that is as it was sent last is
 * not sent again. A callback that answers 410 is deleted.
 */
export async function deliverFeed(
  context: Pick<Context, "store" | "clock" | "owner" | "peers">,
  job: Job,
  { readFeed, signal }: { readFeed: ReadFeed; signal?: AbortSignal },
): Promise<Outcome> {
  const { store, clock } = context;
  const { subscriptionId: id } = parsePayload(feedPayload, job);
  const subscription = await findFeedSubscription(store.db, { id });
  if (!subscription || subscription.expiresAt <= clock.now()) {
    return { result: "refused", reason: "the subscription has ended" };
  }
  const { topic, callback, secret, contentHash } = subscription;
  const own = await requireOwner(context);
  const feed = await readFeed(topic);
  if (feed === null) return { result: "refused", reason: "there is no such feed any more" };
  const { hash } = feed;
  if (hash === contentHash) return { result: "done", reached: false };
  const headers = {
    "Content-Type": feed.mediaType,
    Link: linksOfFeed(own.url, topic),
    ...(secret !== null && {
      "X-Hub-Signature": `sha256=${createHmac("sha256", secret).update(feed.body).digest("hex")}`,
    }),
  };
  try {
    await callOut(context, { url: callback, headers, body: feed.body, ...(signal && { signal }) });
  } catch (error) {
    if (!(error instanceof PeerError)) throw error;
    if (error.status !== 410) return outcomeOfPeerError(error);
    await store.transaction((tx) => deleteFeedSubscription(tx, { topic, callback }));
    return { result: "refused", reason: "the subscriber is gone" };
  }
  await store.transaction((tx) => writeDeliveredHash(tx, id, hash));
  return { result: "done" };
}
