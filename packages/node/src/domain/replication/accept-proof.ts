import {
  EwpError,
  type Meanings,
  parseEnvelope,
  timestampWindowSeconds,
  type Verified,
  verifyEnvelope,
} from "@freehold/protocol";
import { hourMs } from "@freehold/protocol/internal";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { hearFrom } from "../../jobs/peer-health.ts";
import type { Reader, Tx } from "../../store/database.ts";
import { findConnection } from "../../store/peers/connections.ts";
import { findProfile, type Profile, updateProfile } from "../../store/peers/profiles.ts";
import { isSignedOrDeleted } from "../../store/publications/publication-tombstones.ts";
import { addPulls, type NewPull } from "../../store/queues/pulls.ts";
import { limits } from "../limits.ts";
import { requireInstalled } from "../profile/owner.ts";
import { hasRoom } from "./replica-quota.ts";

const quotaRetryMs = hourMs; // the wait of a node whose quota is used up
const nodeTimeLength = 40; // the time in `X-Epress-Node-Updated`

type Proof = Meanings["StatementOfSource"];

/**
 * Checks a proof from another node, in the order of decisions 2.
 *
 * @param body the signed envelope of a `StatementOfSource` or `Publication`
 * @returns this node's profile, and the verified proof of a followed publisher, which is new here
 * @throws EwpError INVALID_PAYLOAD (also for a time more than an hour ahead), NOT_FOLLOWING, INVALID_SIGNATURE,
 *   REPLICATION_ALREADY_EXISTS; AppError RATE_LIMITED when the quota is used up
 */
export async function checkProof(
  context: Pick<Context, "store" | "clock" | "recover" | "limiter" | "owner">,
  body: unknown,
): Promise<{ own: Profile; proof: Verified<"StatementOfSource"> }> {
  const { store, clock, recover } = context;
  const own = await requireInstalled(context);
  const parsed = parseEnvelope("StatementOfSource", body);
  if (isAhead(parsed.claims.timestamp, clock.now())) {
    throw new EwpError("INVALID_PAYLOAD", "The timestamp is more than an hour ahead.");
  }
  if (!(await findConnection(store.db, own.address, parsed.claims.publisherAddress))) {
    throw new EwpError("NOT_FOLLOWING");
  }
  const proof = verifyEnvelope(parsed, { recover });
  context.limiter.signers.spend(proof.signer);
  await refuseKnown(store.db, proof.meaning);
  // The catch-up finds it in the publisher's index once there is room.
  if (!(await hasRoom(store.db, proof.meaning.publisherAddress))) throw noRoom();
  return { own, proof };
}

/** The answer to a publisher whose quota is used up. */
export function noRoom(): AppError {
  return new AppError("RATE_LIMITED", "This node can't store more of your posts now.", {
    retryAfter: quotaRetryMs / 1000,
  });
}

/** Whether a signed time (seconds) is further ahead than clocks may differ (decisions 2). */
export function isAhead(timestamp: number, now: number): boolean {
  return timestamp > Math.floor(now / 1000) + timestampWindowSeconds;
}

/** @throws EwpError REPLICATION_ALREADY_EXISTS for a stored publication, and for one that the owner deleted */
async function refuseKnown(db: Reader, proof: Proof): Promise<void> {
  if (await isSignedOrDeleted(db, proof)) throw new EwpError("REPLICATION_ALREADY_EXISTS");
}

/**
 * Accepts a followed publisher's proof (specification 4.7, decisions 5): stores it, and queues the pull of its content. A
 * proof with a pending or failed pull changes nothing.
 *
 * @param nodeUpdated the header's ISO 8601 time of the publisher's profile: if it is newer than the stored one, the pull
 *   reads the profile first; a malformed one is ignored
 * @throws as `checkProof`
 */
export async function acceptProof(
  context: Pick<Context, "store" | "clock" | "recover" | "limiter" | "owner">,
  body: unknown,
  nodeUpdated: string | null = null,
): Promise<void> {
  const { store, clock } = context;
  const { own, proof } = await checkProof(context, body);
  const { publisherAddress } = proof.meaning;
  const now = clock.now();
  await store.transaction(async (tx) => {
    if (!(await findConnection(tx, own.address, publisherAddress))) throw new EwpError("NOT_FOLLOWING");
    await refuseKnown(tx, proof.meaning);
    await addPulls(tx, [toPull(proof.meaning, proof, now)]);
    await wantNewProfile(tx, publisherAddress, { nodeUpdated, now });
    await hearFrom(tx, publisherAddress, now);
  });
}

/** A pull of a verified proof, that is due now. */
export function toPull(
  { publisherAddress: peerAddress, contentHash, timestamp }: Proof,
  { signature, encodeType: proofType }: Pick<Verified<"StatementOfSource">, "signature" | "encodeType">,
  now: number,
  slug: string | null = null,
): NewPull {
  const expiresAt = now + limits.deliveryMs;
  return { peerAddress, contentHash, timestamp, signature, proofType, slug, now, expiresAt };
}

/** Marks a profile as never read if its node has a newer one, so that the pull reads it first and the sender does not wait. */
export async function wantNewProfile(
  tx: Tx,
  address: Parameters<typeof findProfile>[1],
  { nodeUpdated, now }: { nodeUpdated: string | null; now: number },
): Promise<void> {
  const seconds = parseIsoSeconds(nodeUpdated);
  if (seconds === null || isAhead(seconds, now)) return;
  const profile = await findProfile(tx, address);
  if (profile && seconds > profile.updatedAt) await updateProfile(tx, address, { fetchedAt: 0 });
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

function parseIsoSeconds(text: string | null): number | null {
  if (text === null || text.length > nodeTimeLength || !isoTime.test(text)) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : Math.floor(ms / 1000);
}
