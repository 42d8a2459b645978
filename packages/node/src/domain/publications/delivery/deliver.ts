import { isoSeconds, type NotifyOptions, PeerError, proofEnvelope } from "@freehold/protocol";
import { LRUCache } from "lru-cache";
import type { Context } from "../../../context.ts";
import { type Outcome, outcomeOfPeerError } from "../../../jobs/retry.ts";
import { emit } from "../../../store/events.ts";
import { joinReads } from "../../../store/join-reads.ts";
import {
  type Connection,
  deleteConnection,
  findConnection,
  readFollows,
} from "../../../store/peers/connections.ts";
import { findProfile, type Profile, readProfiles } from "../../../store/peers/profiles.ts";
import { readPublications } from "../../../store/publications/publications.ts";
import { deletedBeforeDelivery, type OutboxEntry } from "../../../store/queues/outbox.ts";
import { recordPeerEvent } from "../../peers/peer-events.ts";
import { refreshPeerProfile } from "../../profile/peer-profile.ts";

/** A younger follow stays: the follower's node may be about to record it. */
const youngMs = 60 * 60 * 1000;

const joinedProfile = joinReads(readProfiles);
const joinedFollow = joinReads(readFollows);
const joinedPublication = joinReads(
  async (db, ids: readonly number[]) =>
    new Map((await readPublications(db, ids)).map((row) => [row.id, row])),
);

type DeliveryContext = Pick<Context, "store" | "clock" | "peers" | "log" | "owner">;

/**
 * Outbox work: delivers the proof of one publication to one follower (specification 4.7; 4.9 for the reference form,
 * decisions 6). It reads the proof only now, so that a deleted publication is not sent.
 */
export async function deliverPublication(
  context: DeliveryContext,
  entry: OutboxEntry,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { store, clock } = context;
  const own = await context.owner.get();
  const [follower, connection, proof] = await Promise.all([
    joinedProfile(store.db, entry.peerAddress),
    joinedFollow(store.db, entry.peerAddress),
    readProof(store, Number(entry.subject)),
  ]);
  if (!follower || !connection || connection.followeeAddress !== own?.address)
    return { result: "refused", reason: "it is no follower any more" };
  if (!proof) return { result: "refused", reason: deletedBeforeDelivery };
  const options = { nodeUpdated: isoSeconds(own.updatedAt), ...(signal && { signal }) };
  try {
    const { status } = await deliverProof(context, follower, { proof, options });
    // A node of the reference form answers 201 when it has fetched the content.
    return { result: "done", answer: status === 201 ? "has" : "accepted" };
  } catch (error) {
    if (!(error instanceof PeerError)) throw error;
    if (error.code === "NOT_FOLLOWING") return await endDeniedFollow(store, connection, clock.now());
    // The follower has it already.
    if (error.status === 409) return { result: "done", answer: "has" };
    return outcomeOfPeerError(error);
  }
}

/**
 * Sends a proof to a follower. A node without the endpoint may have changed its form: its profile is read again.
 *
 * @returns the status of the answer: 202, or 201 of a node that has fetched the content
 * @throws PeerError
 */
export async function deliverProof(
  context: DeliveryContext,
  follower: Profile,
  { proof, options }: { proof: string; options: NotifyOptions },
): Promise<{ status: number }> {
  const { peers, store } = context;
  try {
    return await peers.at(follower.url, follower.form).announce(proof, options);
  } catch (error) {
    const isUnknown = error instanceof PeerError && (error.status === 404 || error.status === 405);
    if (!isUnknown || error.code === "NODE_NOT_FOUND") throw error;
    await refreshPeerProfile(context, follower.address, options.signal);
    const current = await findProfile(store.db, follower.address);
    if (!current || current.form === follower.form) throw error;
    return await peers.at(current.url, current.form).announce(proof, options);
  }
}

/** JSON of signed envelopes, by their signatures. */
const proofs = new LRUCache<string, string>({ max: 16 });

/** The signed envelope of a publication as JSON, or null when it was deleted. */
export async function readProof({ db }: Context["store"], id: number): Promise<string | null> {
  const publication = Number.isSafeInteger(id) ? await joinedPublication(db, id) : null;
  if (!publication) return null;
  const { contentHash, publisherAddress, timestamp, signature, proofType } = publication;
  if (timestamp === null || signature === null || proofType === null) return null;
  const proof = { contentHash, publisherAddress, timestamp, signature, encodeType: proofType };
  const json = proofs.get(signature) ?? JSON.stringify(proofEnvelope(proof));
  proofs.set(signature, json);
  return json;
}

/**
 * Ends a follow that the follower denies. There is no tombstone: nobody signed the end, and the follower may follow again
 * with any signature.
 */
async function endDeniedFollow(
  store: Context["store"],
  { followerAddress, followeeAddress, createdAt }: Connection,
  now: number,
): Promise<Outcome> {
  if (now - createdAt < youngMs) {
    return { result: "later", scope: "row", reason: "it does not know of its follow yet", reached: true };
  }
  await store.transaction(async (tx) => {
    const current = await findConnection(tx, followerAddress, followeeAddress);
    if (current?.createdAt !== createdAt) return;
    await deleteConnection(tx, followerAddress, followeeAddress);
    await recordPeerEvent(tx, { address: followerAddress, kind: "denied-follow", now });
    await emit(tx, "follower.removed", { address: followerAddress, now });
  });
  return { result: "refused", reason: "it no longer follows", reached: true };
}
