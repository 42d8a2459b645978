import { randomBytes } from "node:crypto";
import { joinNodeUrl, PeerError, parseRetryAfter } from "@freehold/protocol";
import { decodeUriPart, hourMs, KiB } from "@freehold/protocol/internal";
import { z } from "zod";
import type { Context } from "../../context.ts";
import { type Client, hasReached, identifyClient, isCrowdedOut } from "../../domain/access/clients.ts";
import { limits } from "../../domain/limits.ts";
import { parseCallTarget } from "../../domain/parse-address.ts";
import { type OwnAddresses, pathAtOwn } from "../../domain/profile/own-addresses.ts";
import { requireOwner } from "../../domain/profile/owner.ts";
import { parseTag } from "../../domain/search/terms.ts";
import { readSomeSettings } from "../../domain/settings/settings.ts";
import { AppError } from "../../errors/errors.ts";
import { type Outcome, outcomeOfPeerError } from "../../jobs/retry.ts";
import type { Tx } from "../../store/database.ts";
import { parsePayload } from "../../store/queues/job-payload.ts";
import { addJobs, type Job, listWaitingJobs } from "../../store/queues/jobs.ts";
import { finishRows } from "../../store/queues/queue-rows.ts";
import { foundLimits } from "./limits.ts";
import {
  countFeedSubscriptions,
  countSubscriptionsOfHost,
  deleteExpiredSubscriptions,
  deleteFeedSubscription,
  type FeedSubscription,
  findFeedSubscription,
  saveFeedSubscription,
} from "./store/feed-subscriptions.ts";

const verificationMs = hourMs; // trying to verify a renewal; a new subscription is tried once
const challengeReplyBytes = KiB; // the answer to a verification

/** The fields of a subscriber's request to the hub, unchecked (WebSub 5.1). */
export interface SubscriptionRequest {
  mode: string;
  topic: string;
  callback: string;
  leaseSeconds: string;
  secret: string;
}

/** The payload of a job of the kind `feed-verify` or `feed-renew`. */
const verification = z.object({
  mode: z.enum(["subscribe", "unsubscribe"]),
  /** The path of the feed. */
  topic: z.string(),
  callback: z.string(),
  leaseSeconds: z.number(),
  secret: z.string().nullable(),
  /** The client that asked, as tables keep it; null if unknown. */
  client: z
    .object({
      stored: z.string(),
      tiers: z.array(z.object({ prefix: z.string(), factor: z.number() })).readonly(),
    })
    .nullable()
    // Missing in jobs that were queued before clients were counted.
    .default(null),
});
type Verification = z.infer<typeof verification>;

/**
 * Takes a request to subscribe to a feed or to unsubscribe, and queues the question whether the callback wants that (WebSub
 * 5.1, 5.3). Nothing is stored before it agrees. A change of a subscription that there is always has room; to end one that
 * is not there needs no question.
 *
 * @param from.ip the client's address, for the limits; null where it is unknown
 * @throws AppError VALIDATION_FAILED, RATE_LIMITED, NOT_INSTALLED
 */
export async function requestSubscription(
  context: Pick<Context, "store" | "clock" | "owner">,
  request: SubscriptionRequest,
  from: { ip: string | null },
): Promise<void> {
  const { store, clock } = context;
  const own = await requireOwner(context);
  const { enableRss } = await readSomeSettings(store.db, ["enableRss"]);
  const { mode, secret } = request;
  const topic = parseTopic(request.topic, own);
  const callback = parseCallTarget(request.callback);
  if (mode !== "subscribe" && mode !== "unsubscribe") throw invalid("hub.mode is subscribe or unsubscribe.");
  if (topic === null || !enableRss) throw invalid("hub.topic is the address of a feed of this site.");
  if (callback === null) throw invalid("hub.callback is an https address.");
  if (Buffer.byteLength(secret) > foundLimits.secretBytes) throw invalid("hub.secret is too long.");
  const { host } = callback;
  await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "feed subscriptions");
    const now = clock.now();
    const pair = { topic, callback: callback.href };
    const isKnown = (await findFeedSubscription(tx, pair)) !== null;
    if (!isKnown && mode === "unsubscribe") return;
    const client = await identifyClient(tx, from.ip);
    if (isKnown) await endEarlierChange(tx, { ...pair, host }, now);
    else await requireRoom(tx, host, client);
    const verification: Verification = {
      mode,
      ...pair,
      client,
      leaseSeconds: readLease(request.leaseSeconds),
      secret: secret === "" ? null : secret,
    };
    const kind = isKnown ? "feed-renew" : "feed-verify";
    const expiresAt = now + verificationMs;
    await addJobs(tx, [{ kind, host, payload: JSON.stringify(verification), now, expiresAt }]);
  });
}

/** The last request for a subscription counts, so that no more wait than there are subscriptions. */
async function endEarlierChange(
  tx: Tx,
  { topic, callback, host }: Pick<FeedSubscription, "topic" | "callback" | "host">,
  now: number,
): Promise<void> {
  const limit = foundLimits.subscriptions;
  const waiting = await listWaitingJobs(tx, { kind: "feed-renew", host, limit });
  const same = waiting.filter((job) => {
    const earlier = parsePayload(verification, job);
    return earlier.topic === topic && earlier.callback === callback;
  });
  const ended = same.map(({ id }) => ({ id, state: "done" as const, error: null, at: now }));
  await finishRows(tx, "jobs", ended);
}

/**
 * Anybody can name any host, so a waiting subscription counts for the network that asked; the bound for a host is wide.
 *
 * @throws AppError RATE_LIMITED
 */
async function requireRoom(tx: Tx, host: string, client: Client | null): Promise<void> {
  const { verifications, verificationsPerHost, verificationsPerClient } = foundLimits;
  const waiting = await listWaitingJobs(tx, { kind: "feed-verify", limit: 2 * verifications });
  const clients = waiting.map((job) => parsePayload(verification, job).client?.stored ?? null);
  const of = (prefix: string) => clients.filter((one) => prefix === "" || one?.startsWith(prefix));
  const isFull =
    waiting.filter((job) => job.host === host).length >= verificationsPerHost ||
    (await hasReached(client, verificationsPerClient, async (prefix) => of(prefix).length)) ||
    (await isCrowdedOut(client, verifications, async ({ prefix, digits }) => {
      const found = of(prefix);
      const known = new Set(found.flatMap((one) => one?.slice(0, digits) ?? []));
      return { rows: found.length, networks: known.size + found.filter((one) => one === null).length };
    })) ||
    (await isHubFull(tx, host, client));
  if (isFull) throw new AppError("RATE_LIMITED", "There are many subscriptions. Try again later.");
}

/** Whether the subscriptions that were verified leave no room for one more of a host and a client. */
async function isHubFull(tx: Tx, host: string, client: Client | null): Promise<boolean> {
  const { subscriptions, subscriptionsPerHost, subscriptionsPerClient } = foundLimits;
  const count = (of: Parameters<typeof countFeedSubscriptions>[1]) => countFeedSubscriptions(tx, of);
  return (
    (await countSubscriptionsOfHost(tx, host)) >= subscriptionsPerHost ||
    (await hasReached(client, subscriptionsPerClient, async (prefix) => (await count({ prefix })).rows)) ||
    (await isCrowdedOut(client, subscriptions, count))
  );
}

function invalid(sentence: string): AppError {
  return new AppError("VALIDATION_FAILED", sentence);
}

/** The path of a feed of all posts or of a tag; null for every other address. */
function parseTopic(address: string, own: OwnAddresses): string | null {
  const path = pathAtOwn(address, own) ?? "";
  const found = /^(?:\/tags\/([^/?#\s]{1,1000}))?\/(?:feed\.xml|atom\.xml|feed\.json)$/.exec(path);
  if (found === null) return null;
  const [, segment] = found;
  return segment === undefined || parseTag(decodeUriPart(segment) ?? "") !== null ? path : null;
}

function readLease(text: string): number {
  const { leaseSeconds, shortestLeaseSeconds, usualLeaseSeconds } = foundLimits;
  const asked = /^\d{1,10}$/.test(text) ? Number(text) : usualLeaseSeconds;
  return Math.min(Math.max(asked, shortestLeaseSeconds), leaseSeconds);
}

/**
 * Job: asks a callback to confirm a request in its name, and does the request (WebSub 5.3). For a new subscription it is
 * asked once: a callback that does not answer must not keep a place from others. For an existing subscription it is asked
 * for an hour.
 */
export async function verifySubscription(
  context: Pick<Context, "store" | "clock" | "owner" | "peers">,
  job: Job,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { store, clock } = context;
  const { mode, topic, callback, leaseSeconds, secret, client } = parsePayload(verification, job);
  const own = await requireOwner(context);
  const challenge = randomBytes(24).toString("base64url");
  const url = new URL(callback);
  url.searchParams.append("hub.mode", mode);
  url.searchParams.append("hub.topic", joinNodeUrl(own.url, topic));
  url.searchParams.append("hub.challenge", challenge);
  if (mode === "subscribe") url.searchParams.append("hub.lease_seconds", String(leaseSeconds));
  let answer: string;
  try {
    answer = await readAnswer(context, url.href, signal);
  } catch (error) {
    if (!(error instanceof PeerError)) throw error;
    const outcome = outcomeOfPeerError(error);
    // A process that stops has not asked.
    if (job.kind === "feed-renew" || signal?.aborted) return outcome;
    return { result: "refused", reason: outcome.result === "done" ? "" : outcome.reason };
  }
  if (answer !== challenge) return { result: "refused", reason: "the callback does not want this" };
  return await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "feed subscriptions");
    const now = clock.now();
    const pair = { topic, callback };
    if (mode === "unsubscribe") {
      await deleteFeedSubscription(tx, pair);
      return { result: "done" };
    }
    const { host } = job;
    if ((await findFeedSubscription(tx, pair)) === null && (await isHubFull(tx, host, client))) {
      return { result: "refused", reason: "there are many subscriptions", reached: true };
    }
    const expiresAt = now + leaseSeconds * 1000;
    const fields = { secret, client: client?.stored ?? null, expiresAt, createdAt: now };
    await saveFeedSubscription(tx, { ...pair, host, ...fields });
    return { result: "done" };
  });
}

/** @returns the text of an answer 2xx; empty for one that refuses @throws PeerError for one that may be another next time */
async function readAnswer(
  { peers, clock }: Pick<Context, "peers" | "clock">,
  url: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const { status, headers, body } = await peers.send({
    method: "GET",
    url,
    headers: {},
    maxBytes: challengeReplyBytes,
    deadlineMs: limits.callOutMs,
    ...(signal && { signal }),
  });
  const bytes = Buffer.concat(await Array.fromAsync(body));
  if (status >= 500 || status === 429) {
    const retryAfterMs = parseRetryAfter(headers["retry-after"], clock.now());
    throw new PeerError("refused", "The callback answered with an error.", { status, retryAfterMs });
  }
  return status >= 200 && status <= 299 ? bytes.toString("utf8").trim() : "";
}

/** A maintenance task: removes subscriptions that were not renewed. */
export async function sweepSubscriptionsToFeeds({
  store,
  clock,
}: Pick<Context, "store" | "clock">): Promise<void> {
  await store.transaction((tx) => deleteExpiredSubscriptions(tx, clock.now()));
}
