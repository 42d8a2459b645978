import { EwpError, type EwpErrorCode, PeerError, type Verified } from "@freehold/protocol";
import { secondMs } from "@freehold/protocol/internal";
import type { Context } from "../../context.ts";
import { AppError, type ErrorCode } from "../../errors/errors.ts";
import { noteHeardFrom } from "../../jobs/peer-health.ts";
import type { Store, Tx } from "../../store/database.ts";
import { findConnection } from "../../store/peers/connections.ts";
import { findProfile, type Profile } from "../../store/peers/profiles.ts";
import { addPulls, findPull } from "../../store/queues/pulls.ts";
import { finishRows } from "../../store/queues/queue-rows.ts";
import { checkProof, noRoom, toPull, wantNewProfile } from "./accept-proof.ts";
import { type FetchedContent, fetchContent } from "./fetch-content.ts";
import { announceReplica, currentUrl } from "./pull-publication.ts";
import { describeQuota, readReplicaQuota } from "./replica-quota.ts";
import { type StoredReplica, storeReplicas, storeUnlessKnown } from "./store-replicas.ts";

const replicationMs = 30 * secondMs; // a publisher waiting for its replication

type ReplicationContext = Pick<
  Context,
  "store" | "blobs" | "peers" | "clock" | "config" | "log" | "events" | "recover" | "limiter" | "owner"
>;
type Proof = Verified<"StatementOfSource">;

/** Running replications by store, so that two equal requests are one transfer. */
const inProgress = new WeakMap<Store, Map<string, Promise<void>>>();

/**
 * Replicates a followed publisher's publication before it answers (specification 4.9). If the content could not be fetched
 * in time, this request fails, and the pull queue continues.
 *
 * @throws as `checkProof`, then EwpError CONTENT_HASH_MISMATCH, CONTENT_DESCRIPTION_MISSING, INTERNAL_ERROR
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
  const mine = inProgress.get(store) ?? new Map<string, Promise<void>>();
  inProgress.set(store, mine);
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
    const known = error instanceof AppError ? failures[error.code] : undefined;
    const [code, sentence] = known ?? ["INTERNAL_ERROR", "The content could not be fetched now."];
    log.info({ peer: meaning.publisherAddress, code, error: String(error) }, "a replication failed");
    if (!known) await leaveToQueue(context, own, proof);
    throw new EwpError(code, sentence);
  });
  const stored = await storeUnlessKnown(store, (tx) => storeWithPull(context, tx, { own, proof, content }));
  if (stored === "not-following") throw new EwpError("NOT_FOLLOWING");
  if (stored === "no-room") throw noRoom();
  if (stored === "known") throw new EwpError("REPLICATION_ALREADY_EXISTS");
  context.events.emit("content.fetched", { bytes: content.size });
  announceReplica(context, meaning);
}

/** Reads the profile first if a newer one was announced (decisions 4). */
async function fetchFrom(
  context: ReplicationContext,
  publisher: Profile,
  meaning: Proof["meaning"],
): Promise<FetchedContent> {
  const signal = AbortSignal.timeout(replicationMs);
  const url = await currentUrl(context, publisher, signal);
  if (url === null) throw new PeerError("bad-reply", "Another site uses its address.");
  return await fetchContent(context, url, meaning, { describedFiles: true, signal });
}

/**
 * The codes and sentences that the publisher gets for a failure. Other failures may be temporary, and the
 * pull queue retries.
 */
const failures: Partial<Record<ErrorCode, [EwpErrorCode, string]>> = {
  CONTENT_MISMATCH: ["CONTENT_HASH_MISMATCH", "What your node serves does not have this hash."],
  CONTENT_NO_DESCRIPTION: ["CONTENT_DESCRIPTION_MISSING", "A file needs a Content-Description."],
  CONTENT_NOT_TEXT: ["INTERNAL_ERROR", "A post is UTF-8 text, and this is not."],
  CONTENT_TOO_LARGE: ["INTERNAL_ERROR", "The content is larger than this node accepts."],
};

/** Stores the replica, and finishes its pull, which may have been queued before. */
async function storeWithPull(
  context: ReplicationContext,
  tx: Tx,
  { own, proof, content }: { own: Profile; proof: Proof; content: FetchedContent },
): Promise<StoredReplica> {
  const { publisherAddress, contentHash, timestamp } = proof.meaning;
  const now = context.clock.now();
  await addPulls(tx, [toPull(proof.meaning, proof, now)]);
  const pull = await findPull(tx, publisherAddress, contentHash, timestamp);
  if (!pull) throw new Error("A pull that was just added is not there.");
  const replica = { proof: { ...pull, publisherAddress, seq: pull.id }, content };
  const stored = (await storeReplicas(context, tx, own.address, [replica]))[0] as StoredReplica;
  let error: string | null = null;
  if (stored === "no-room") error = describeQuota(await readReplicaQuota(tx));
  if (stored === "not-following") error = "not following any more";
  const state = error === null ? "done" : "refused";
  await finishRows(tx, "pulls", [{ id: pull.id, state, error, at: now }]);
  return stored;
}

async function leaveToQueue({ store, clock }: ReplicationContext, own: Profile, proof: Proof): Promise<void> {
  await store.transaction(async (tx) => {
    if (await findConnection(tx, own.address, proof.meaning.publisherAddress))
      await addPulls(tx, [toPull(proof.meaning, proof, clock.now())]);
  });
}
