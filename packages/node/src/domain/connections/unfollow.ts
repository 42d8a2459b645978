import {
  type Address,
  EwpError,
  type Form,
  type Meanings,
  parseEnvelope,
  verifyEnvelope,
} from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { noteHeardFrom } from "../../jobs/peer-health.ts";
import { addOutboxEntry } from "../../store/outbox.ts";
import { findProfile } from "../../store/profiles.ts";
import { limits } from "../limits.ts";
import { requireInstalled, requireOwner } from "../profile/owner.ts";
import { removeConnection } from "./connection-record.ts";
import { deliverNow } from "./deliver-connection.ts";
import { formOf, requireEndable, requireFormOf } from "./peer-identity.ts";

/**
 * Says what is to be signed to end a follow, and in which form, so that the other node understands it.
 *
 * @param owner which side of the follow the owner is: `follower` unfollows, `followee` removes a follower
 * @throws AppError NOT_FOUND for a node that was never met, NOT_SUPPORTED where the other node's form has no such
 *   message
 */
export async function prepareEnd(
  context: Pick<Context, "store" | "clock" | "owner">,
  { peer, owner }: { peer: Address; owner: "follower" | "followee" },
): Promise<{ meaning: Meanings["DestroyConnection"]; form: Form }> {
  const own = await requireOwner(context);
  const profile = await findProfile(context.store.db, peer);
  if (!profile) throw new AppError("NOT_FOUND", "There is no such connection.");
  const [followerAddress, followeeAddress] = owner === "follower" ? [own.address, peer] : [peer, own.address];
  const timestamp = Math.floor(context.clock.now() / 1000);
  const meaning = { followerAddress, followeeAddress, timestamp };
  requireEndable(profile, meaning, own.address);
  return { meaning, form: formOf(profile) };
}

/** `ended`: neither side has the record. `waiting`: ended here, and the other node is still to hear of it. */
export type EndStatus = { status: "ended" } | { status: "waiting"; reason: string };

/**
 * Ends a follow with the owner's signed message: unfollow where the owner is the follower, removal of a follower
 * where the owner is the followee. The own record goes at once; the other node is told through the outbox. Where
 * only the other node still has a record, it is told all the same.
 *
 * @param body the signed envelope of a `DestroyConnection`, in the form that the other node speaks
 * @throws EwpError what the envelope lacks; AppError NOT_FOUND for a node that was never met, NOT_SUPPORTED where
 *   the other node's form has no such message, VALIDATION_FAILED when it is signed in another form, CONFLICT when the
 *   follow is newer than the signature
 */
export async function endConnection(
  context: Pick<
    Context,
    "store" | "clock" | "recover" | "peers" | "log" | "events" | "unlockSigner" | "owner"
  >,
  body: unknown,
): Promise<EndStatus> {
  const { store, clock, recover } = context;
  const own = await requireOwner(context);
  const now = clock.now();
  const parsed = parseEnvelope("DestroyConnection", body);
  const { claims } = parsed;
  const peerAddress =
    claims.followerAddress === own.address ? claims.followeeAddress : claims.followerAddress;
  const peer = await findProfile(store.db, peerAddress);
  // Before the signature: what can't be said in this form can't be signed in it either.
  if (peer && claims.followeeAddress === own.address) requireEndable(peer, claims, own.address);
  const verified = verifyEnvelope(parsed, { recover, now });
  const { meaning, signer, envelope } = verified;
  if (signer !== own.address) throw new EwpError("INVALID_SIGNATURE", "Only the owner ends a follow here.");
  if (!peer) throw new AppError("NOT_FOUND", "There is no such connection.");
  requireFormOf(peer, verified);

  const key = {
    kind: "connection.destroy",
    peerAddress,
    subject: `${meaning.followerAddress}:${meaning.timestamp}`,
  } as const;
  await store.transaction(async (tx) => {
    if ((await removeConnection(tx, meaning, { self: own.address, now })) === "stale") {
      throw new AppError("CONFLICT", "The follow was made after this was signed. Sign again.");
    }
    await addOutboxEntry(tx, {
      ...key,
      payload: JSON.stringify(envelope),
      now,
      expiresAt: now + limits.deliveryMs,
      dueAt: now + limits.inlineDeliveryMs,
    });
  });
  const outcome = await deliverNow(context, key);
  if (outcome.result === "refused") throw new AppError("PEER_FAILED", `The node refused: ${outcome.reason}.`);
  return outcome.result === "done" ? { status: "ended" } : { status: "waiting", reason: outcome.reason };
}

/**
 * Accepts a signed end of a follow (specification 4.6): an unfollow by the follower, or the followee's removal of a
 * follower; the recovered signer says which.
 *
 * @param body the signed envelope of a `DestroyConnection`
 * @throws EwpError INVALID_PAYLOAD, INVALID_SIGNATURE, INVALID_TIMESTAMP, CONNECTION_NOT_FOUND (in reference form only for
 *   two other nodes), STALE_REQUEST; AppError RATE_LIMITED
 */
export async function acceptTermination(
  context: Pick<Context, "store" | "clock" | "recover" | "log" | "events" | "limiter" | "owner">,
  body: unknown,
): Promise<void> {
  const { store, clock, recover } = context;
  const own = await requireInstalled(context);
  const parsed = parseEnvelope("DestroyConnection", body);
  const now = clock.now();
  const { meaning, signer, form } = verifyEnvelope(parsed, { recover, now });
  context.limiter.signers.spend(signer);
  const state = await store.transaction((tx) => removeConnection(tx, meaning, { self: own.address, now }));
  // A reference node ends its own record on a success alone: with a 404 its owner could never unfollow (decisions 9).
  const isOwn = meaning.followerAddress === own.address || meaning.followeeAddress === own.address;
  const isEnded = form === "reference" && isOwn;
  if (state === "missing" && !isEnded) throw new EwpError("CONNECTION_NOT_FOUND");
  if (state === "stale") throw new EwpError("STALE_REQUEST");
  if (signer !== own.address) await noteHeardFrom(context, signer);
}
