import { EwpError, type EwpErrorCode, PeerError, type Verified } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { noteHeardFrom } from "../../jobs/peer-health.ts";
import { findConnection } from "../../store/connections.ts";
import type { Store, Tx } from "../../store/database.ts";
import { findProfile, type Profile } from "../../store/profiles.ts";
import { addPulls, findPull } from "../../store/pulls.ts";
import { finishRows } from "../../store/queue-rows.ts";
import { limits } from "../limits.ts";
import { checkProof, wantNewProfile } from "./accept-proof.ts";
import { type FetchedContent, fetchContent } from "./fetch-content.ts";
import {
  announceReplica,
  currentUrl,
  knownWhenStoredMeanwhile,
  type StoredReplica,
  storeReplica,
} from "./pull-publication.ts";
import { describeQuota, readReplicaQuota } from "./replica-quota.ts";

type ReplicationContext = Pick<
  Context,
  "store" | "blobs" | "peers" | "clock" | "config" | "log" | "events" | "recover" | "limiter" | "owner"
>;
type Proof = Verified<"StatementOfSource">;

/** What is under way in each store, so that the same request twice is one transfer. */
const underWay = new WeakMap<Store, Map<string, Promise<void>>>();

/**
 * Replicates a followed publisher's publication before it answers (specification 4.9). When it resolves, the content
 * is here. What could not be fetched in time is left to the pull queue, and this request fails all the same.
 *
 * @param body the signed envelope of a `StatementOfSource` or `Publication`
 * @param nodeUpdated the header's ISO 8601 time of the publisher's profile
 * @throws EwpError in the order of decisions 2, then CONTENT_HASH_MISMATCH, CONTENT_DESCRIPTION_MISSING, INTERNAL_ERROR
 */
export async function replicateNow(
  context: ReplicationContext,
  body: unknown,
  nodeUpdated: string | null = null,
): Promise<void> {
  const { store, clock } = context;
  const { own, proof } = await checkProof(context, body);
  const { publisherAddress, contentHash, timestamp } = proof.meaning;
  await noteHeardFrom(context, publisherAddress);
  if (nodeUpdated !== null) {
    await store.transaction((tx) => wantNewProfile(tx, publisherAddress, { nodeUpdated, now: clock.now() }));
  }
  await once(store, `${publisherAddress}:${contentHash}:${timestamp}`, () => replicate(context, own, proof));
}

async function once(store: Store, key: string, work: () => Promise<void>): Promise<void> {
  const mine = underWay.get(store) ?? new Map<string, Promise<void>>();
  underWay.set(store, mine);
  const running = mine.get(key) ?? work().finally(() => mine.delete(key));
  mine.set(key, running);
  await running;
}

async function replicate(context: ReplicationContext, own: Profile, proof: Proof): Promise<void> {
  const { store, log } = context;
  const { meaning } = proof;
  const publisher = await findProfile(store.db, meaning.publisherAddress);
  if (!publisher) throw new EwpError("NOT_FOLLOWING");
  const content = await fetchFrom(context, publisher, meaning).catch(async (error: unknown) => {
    const { code, sentence, passing } = describeFailure(error);
    log.info({ peer: meaning.publisherAddress, code, error: String(error) }, "a replication failed");
    if (passing) await leaveToQueue(context, own, proof);
    throw new EwpError(code, sentence);
  });
  const stored = await store
    .transaction((tx) => storeWithPull(context, tx, { own, proof, content }))
    .catch(knownWhenStoredMeanwhile(store));
  if (stored === "not-following") throw new EwpError("NOT_FOLLOWING");
  if (stored === "no-room") {
    throw new AppError("RATE_LIMITED", "This node keeps no more of your publications just now.", {
      retryAfter: limits.quotaRetryMs / 1000,
    });
  }
  if (stored === "known") throw new EwpError("REPLICATION_ALREADY_EXISTS");
  context.events.emit("content.fetched", { bytes: content.size });
  announceReplica(context, meaning);
}

/** The profile comes first, where a newer one was announced (decisions 4). */
async function fetchFrom(
  context: ReplicationContext,
  publisher: Profile,
  meaning: Proof["meaning"],
): Promise<FetchedContent> {
  const signal = AbortSignal.timeout(limits.replicationMs);
  const url = await currentUrl(context, publisher, signal);
  if (url === null) throw new PeerError("bad-reply", "Another node answers at its address.");
  return await fetchContent(context, url, meaning, { describedFiles: true, signal });
}

/** What the publisher is told, and whether the pull queue should go on with it. */
interface Failure {
  code: EwpErrorCode;
  sentence: string;
  passing: boolean;
}

function describeFailure(error: unknown): Failure {
  switch (error instanceof AppError ? error.code : null) {
    case "CONTENT_MISMATCH":
      return {
        code: "CONTENT_HASH_MISMATCH",
        sentence: "What your node serves does not have this hash.",
        passing: false,
      };
    case "CONTENT_NO_DESCRIPTION":
      return {
        code: "CONTENT_DESCRIPTION_MISSING",
        sentence: "A file needs a Content-Description.",
        passing: false,
      };
    case "CONTENT_NOT_TEXT":
      return { code: "INTERNAL_ERROR", sentence: "A post is UTF-8 text, and this is not.", passing: false };
    case "CONTENT_TOO_LARGE":
      return {
        code: "INTERNAL_ERROR",
        sentence: "The content is larger than this node takes.",
        passing: false,
      };
    default:
      return { code: "INTERNAL_ERROR", sentence: "The content could not be fetched now.", passing: true };
  }
}

/** Stores the replica with its place among the pulls, which is finished by it, whoever queued it. */
async function storeWithPull(
  context: ReplicationContext,
  tx: Tx,
  { own, proof, content }: { own: Profile; proof: Proof; content: FetchedContent },
): Promise<StoredReplica> {
  const { publisherAddress, contentHash, timestamp } = proof.meaning;
  const now = context.clock.now();
  await addPull(tx, proof, now);
  const pull = await findPull(tx, publisherAddress, contentHash, timestamp);
  if (!pull) throw new Error("A pull that was just added is not there.");
  const stored = await storeReplica(context, tx, own.address, {
    proof: { ...pull, publisherAddress, seq: pull.id },
    content,
  });
  const error = await whyNot(tx, stored);
  const state = error === null ? "done" : "refused";
  await finishRows(tx, "pulls", [{ id: pull.id, state, error, at: now }]);
  return stored;
}

/** Why the content that came is not kept; null where it is. */
async function whyNot(tx: Tx, stored: StoredReplica): Promise<string | null> {
  if (stored === "no-room") return describeQuota(await readReplicaQuota(tx));
  return stored === "not-following" ? "not following any more" : null;
}

async function leaveToQueue(
  { store, clock, events }: ReplicationContext,
  own: Profile,
  proof: Proof,
): Promise<void> {
  await store.transaction(async (tx) => {
    if (await findConnection(tx, own.address, proof.meaning.publisherAddress))
      await addPull(tx, proof, clock.now());
  });
  events.emit("pulls.due");
}

async function addPull(tx: Tx, { meaning, signature, encodeType }: Proof, now: number): Promise<void> {
  const { publisherAddress: peerAddress, contentHash, timestamp } = meaning;
  await addPulls(tx, [
    {
      peerAddress,
      contentHash,
      timestamp,
      signature,
      proofType: encodeType,
      slug: null,
      now,
      expiresAt: now + limits.deliveryMs,
    },
  ]);
}
