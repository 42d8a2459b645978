import { type Meanings, PeerError } from "@freehold/protocol";
import { dayMs } from "@freehold/protocol/internal";
import type { Context } from "../../context.ts";
import { type AppError, hasCode } from "../../errors/errors.ts";
import { type Outcome, outcomeOfPeerError } from "../../jobs/retry.ts";
import { findProfile, type Profile } from "../../store/peers/profiles.ts";
import { findPullSource, type Pull } from "../../store/queues/pulls.ts";
import { limits } from "../limits.ts";
import { refreshPeerProfile } from "../profile/peer-profile.ts";
import { contentCodes, fetchContent } from "./fetch-content.ts";
import { describeQuota, fits, readReplicaQuota } from "./replica-quota.ts";
import { fetchAndStore } from "./store-replicas.ts";

const absentMs = 3 * dayMs; // asking for content that is not there
const wrongMs = dayMs; // asking for content that has another hash

type PullContext = Pick<Context, "store" | "blobs" | "peers" | "clock" | "config" | "log" | "events">;

const notFollowing: Outcome = { result: "refused", reason: "not following any more" };

/**
 * Pull work: fetches the content of a verified proof, then stores the replica in one transaction (decisions 5), with others. After an
 * interruption it is done again.
 */
export async function pullPublication(
  context: PullContext,
  pull: Pull,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { store, clock } = context;
  const source = await findPullSource(store.db, pull);
  if (!source) return notFollowing;
  if (source.isKnown) return { result: "done", reached: false };
  const quota = await readReplicaQuota(store.db);
  if (!fits(quota, source.usage)) return { result: "refused", reason: describeQuota(quota) };
  const proof = { ...pull, publisherAddress: pull.peerAddress, seq: pull.id };
  try {
    const url = await currentUrl(context, source.publisher, signal);
    if (url === null) {
      return { result: "later", scope: "peer", reason: "another node answers at its address" };
    }
    const stored = await fetchAndStore(context, source.self, async () => {
      const content = await fetchContent(context, url, proof, { ...(signal && { signal }) });
      context.events.emit("content.fetched", { bytes: content.size });
      return { proof, content };
    });
    if (stored === "not-following") return notFollowing;
    if (stored === "no-room") {
      const reason = describeQuota(await readReplicaQuota(store.db));
      return { result: "refused", reason, reached: true };
    }
    if (stored === "stored") announceReplica(context, proof);
    return { result: "done" };
  } catch (error) {
    if (hasCode(error, ...contentCodes)) return outcomeOfContent(error, pull, clock.now());
    if (error instanceof PeerError) return outcomeOfPull(error, pull, clock.now());
    throw error;
  }
}

/** The publisher's URL. Reads the profile first if a newer one was announced. Null: another node answers there. */
export async function currentUrl(
  context: Pick<Context, "store" | "peers" | "clock" | "log">,
  publisher: Pick<Profile, "address" | "url" | "fetchedAt">,
  signal?: AbortSignal,
): Promise<string | null> {
  if (publisher.fetchedAt !== 0) return publisher.url;
  if (!(await refreshPeerProfile(context, publisher.address, signal))) return null;
  return (await findProfile(context.store.db, publisher.address))?.url ?? null;
}

/** Emits the event of a stored replica; call it after the transaction. */
export function announceReplica(
  { events }: Pick<Context, "events">,
  { publisherAddress, contentHash, timestamp }: Meanings["StatementOfSource"],
): void {
  events.emit("publication.replicated", { publisherAddress, contentHash, timestamp });
}

/** A refusal of this content may be temporary: it is requested again for days. Other errors concern the peer. */
function outcomeOfPull(error: PeerError, pull: Pull, now: number): Outcome {
  const outcome = outcomeOfPeerError(error);
  if (outcome.result !== "refused") return outcome;
  return retryOrRefuse({ reason: outcome.reason, giveUpAfterMs: absentMs }, pull, now);
}

function outcomeOfContent({ code, retry, message: reason }: AppError, pull: Pull, now: number): Outcome {
  if (code === "CONTENT_MISMATCH") return retryOrRefuse({ reason, giveUpAfterMs: wrongMs }, pull, now);
  return retry ? { result: "later", scope: "row", reason } : { result: "refused", reason, reached: true };
}

/** Tries again later, until the same reason has lasted for `giveUpAfterMs`. */
function retryOrRefuse(
  { reason, giveUpAfterMs }: { reason: string; giveUpAfterMs: number },
  pull: Pull,
  now: number,
): Outcome {
  // Not `createdAt`: a new follow gives an old pull new time.
  const since = pull.expiresAt - limits.deliveryMs;
  if (pull.lastError === reason && now - since >= giveUpAfterMs) {
    return { result: "refused", reason, reached: true };
  }
  return { result: "later", scope: "row", reason, reached: true };
}
