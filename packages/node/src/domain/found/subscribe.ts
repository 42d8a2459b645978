import { randomBytes } from "node:crypto";
import { joinNodeUrl, PeerError } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { type Outcome, outcomeOfPeerError } from "../../jobs/retry.ts";
import {
  countFeedSubscriptions,
  deleteExpiredSubscriptions,
  deleteFeedSubscription,
  saveFeedSubscription,
} from "../../store/feed-subscriptions.ts";
import { addJobs, countWaitingJobs, type Job } from "../../store/jobs.ts";
import { limits } from "../limits.ts";
import { parseCallTarget } from "../parse-address.ts";
import { requireOwner } from "../profile/owner.ts";
import { readSomeSettings } from "../settings/settings.ts";
import { foundLimits } from "./limits.ts";

/** What a subscriber asks of the hub, unchecked (WebSub 5.1). */
export interface SubscriptionRequest {
  mode: string;
  topic: string;
  callback: string;
  leaseSeconds: string;
  secret: string;
}

/** The payload of a job of the kind `feed-verify`. */
interface Verification {
  mode: "subscribe" | "unsubscribe";
  /** The path of the feed. */
  topic: string;
  callback: string;
  leaseSeconds: number;
  secret: string | null;
}

/**
 * Takes a request to be told of changes of a feed, or not any more, and queues the question whether the callback wants that
 * (WebSub 5.1, 5.3). Nothing is stored before it says so.
 *
 * @throws AppError VALIDATION_FAILED, RATE_LIMITED, NOT_INSTALLED
 */
export async function requestSubscription(
  context: Pick<Context, "store" | "clock" | "owner">,
  request: SubscriptionRequest,
): Promise<void> {
  const { store, clock } = context;
  const own = await requireOwner(context);
  const { enableRss } = await readSomeSettings(store.db, ["enableRss"]);
  const { mode, secret } = request;
  const topic = parseTopic(request.topic, own.url);
  const callback = parseCallTarget(request.callback);
  if (mode !== "subscribe" && mode !== "unsubscribe") throw invalid("hub.mode is subscribe or unsubscribe.");
  if (topic === null || !enableRss) throw invalid("hub.topic is the address of a feed of this site.");
  if (callback === null) throw invalid("hub.callback is an https address.");
  if (Buffer.byteLength(secret) > foundLimits.secretBytes) throw invalid("hub.secret is too long.");
  const { host } = callback;
  await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "feed subscriptions");
    const now = clock.now();
    const { verifications, verificationsPerHost, subscriptions, subscriptionsPerHost } = foundLimits;
    const isFull =
      (await countWaitingJobs(tx, "feed-verify", host)) >= verificationsPerHost ||
      (await countWaitingJobs(tx, "feed-verify")) >= verifications ||
      (mode === "subscribe" &&
        ((await countFeedSubscriptions(tx, host)) >= subscriptionsPerHost ||
          (await countFeedSubscriptions(tx)) >= subscriptions));
    if (isFull) throw new AppError("RATE_LIMITED", "There are many subscriptions. Try again later.");
    const leaseSeconds = readLease(request.leaseSeconds);
    const verification: Verification = {
      ...{ mode, topic, callback: callback.href, leaseSeconds },
      secret: secret === "" ? null : secret,
    };
    const expiresAt = now + foundLimits.verificationMs;
    await addJobs(tx, [{ kind: "feed-verify", host, payload: JSON.stringify(verification), now, expiresAt }]);
  });
}

function invalid(sentence: string): AppError {
  return new AppError("VALIDATION_FAILED", sentence);
}

/** The path of a feed of all posts or of a tag; null for every other address. */
function parseTopic(address: string, ownUrl: string): string | null {
  const base = joinNodeUrl(ownUrl, "");
  const path = address.startsWith(base) ? `/${address.slice(base.length).replace(/^\//, "")}` : "";
  return /^(?:\/tags\/[^/?#\s]{1,1000})?\/(?:feed\.xml|atom\.xml|feed\.json)$/.test(path) ? path : null;
}

function readLease(text: string): number {
  const { leaseSeconds, shortestLeaseSeconds, usualLeaseSeconds } = foundLimits;
  const asked = /^\d{1,10}$/.test(text) ? Number(text) : usualLeaseSeconds;
  return Math.min(Math.max(asked, shortestLeaseSeconds), leaseSeconds);
}

/** Job: asks a callback to confirm a request in its name, and does the request (WebSub 5.3). */
export async function verifySubscription(
  context: Pick<Context, "store" | "clock" | "owner" | "peers">,
  job: Job,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { store, clock, peers } = context;
  const { mode, topic, callback, leaseSeconds, secret } = JSON.parse(job.payload) as Verification;
  const own = await requireOwner(context);
  const challenge = randomBytes(24).toString("base64url");
  const url = new URL(callback);
  url.searchParams.append("hub.mode", mode);
  url.searchParams.append("hub.topic", joinNodeUrl(own.url, topic));
  url.searchParams.append("hub.challenge", challenge);
  if (mode === "subscribe") url.searchParams.append("hub.lease_seconds", String(leaseSeconds));
  let answer: string;
  try {
    const reply = await peers.send({
      method: "GET",
      url: url.href,
      headers: {},
      maxBytes: foundLimits.challengeReplyBytes,
      deadlineMs: limits.callOutMs,
      ...(signal && { signal }),
    });
    const bytes = Buffer.concat(await Array.fromAsync(reply.body));
    answer = reply.status >= 200 && reply.status <= 299 ? bytes.toString("utf8").trim() : "";
  } catch (error) {
    if (!(error instanceof PeerError)) throw error;
    return outcomeOfPeerError(error);
  }
  if (answer !== challenge) return { result: "refused", reason: "the callback does not want this" };
  await store.transaction(async (tx) => {
    if (mode === "unsubscribe") {
      await deleteFeedSubscription(tx, { topic, callback });
      return;
    }
    const now = clock.now();
    const expiresAt = now + leaseSeconds * 1000;
    await saveFeedSubscription(tx, { topic, callback, host: job.host, secret, expiresAt, createdAt: now });
  });
  return { result: "done" };
}

/** A maintenance task: removes subscriptions that were not renewed. */
export async function sweepSubscriptionsToFeeds({
  store,
  clock,
}: Pick<Context, "store" | "clock">): Promise<void> {
  await store.transaction((tx) => deleteExpiredSubscriptions(tx, clock.now()));
}
