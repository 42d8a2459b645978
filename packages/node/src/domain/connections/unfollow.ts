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
import { hearFrom } from "../../jobs/peer-health.ts";
import { findProfile } from "../../store/peers/profiles.ts";
import { recordPeerEvent } from "../peers/peer-events.ts";
import { formOf, requireEndable, requireFormOf } from "../peers/peer-identity.ts";
import { checkInstalled, requireInstalled, requireOwner } from "../profile/owner.ts";
import { removeConnection } from "./connection-record.ts";
import { type ConnectionContext, sendMessage, toStatus } from "./deliver-connection.ts";

/**
 * Prepares the message to sign for the end of a follow, in the form that the other node speaks.
 *
 * @param owner the owner's side of the follow: a `follower` unfollows, a `followee` removes a follower
 * @throws AppError NOT_FOUND for an unknown node, NOT_SUPPORTED where the other node's form has no such message
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

/** `ended`: neither node has the record. `waiting`: ended here; the other node did not answer yet. */
export type EndStatus = { status: "ended" } | { status: "waiting"; reason: string };

/**
 * Ends a follow with the owner's signed message: a follower unfollows, a followee removes a follower. The own record is
 * deleted at once. The outbox delivers the message to the other node, even if only that node still has a record.
 *
 * @param body the signed envelope of a `DestroyConnection`, in the form that the other node speaks
 * @throws EwpError for a bad envelope; AppError NOT_FOUND for an unknown node, NOT_SUPPORTED where the other node's form
 *   has no such message, VALIDATION_FAILED for the wrong form, CONFLICT when the follow is newer than the signature
 */
export async function endConnection(context: ConnectionContext, body: unknown): Promise<EndStatus> {
  const { store, clock, recover } = context;
  const own = await requireOwner(context);
  const parsed = parseEnvelope("DestroyConnection", body);
  const { claims } = parsed;
  const peerAddress =
    claims.followerAddress === own.address ? claims.followeeAddress : claims.followerAddress;
  const peer = await findProfile(store.db, peerAddress);
  // Before the signature: a form without this message can't sign it either.
  if (peer && claims.followeeAddress === own.address) requireEndable(peer, claims, own.address);
  const verified = verifyEnvelope(parsed, { recover, now: clock.now() });
  const { meaning, signer, envelope } = verified;
  if (signer !== own.address) throw new EwpError("INVALID_SIGNATURE", "Only the owner ends a follow here.");
  if (!peer) throw new AppError("NOT_FOUND", "There is no such connection.");
  requireFormOf(peer, verified);
  const message = { kind: "connection.destroy", peerAddress, meaning, envelope } as const;
  const outcome = await sendMessage(context, message, async (tx, now) => {
    if ((await removeConnection(tx, meaning, { self: own.address, now })) === "stale") {
      throw new AppError("CONFLICT", "There is a newer follow. Sign again.");
    }
    const kind = meaning.followerAddress === own.address ? "you-unfollowed" : "you-removed";
    await recordPeerEvent(tx, { address: peerAddress, kind, envelope, now });
  });
  return toStatus(outcome, "ended");
}

/**
 * Accepts a signed end of a follow (specification 4.6): the follower unfollows, or the followee removes a follower.
 *
 * @param body the signed envelope of a `DestroyConnection`
 * @throws EwpError INVALID_PAYLOAD, INVALID_SIGNATURE, INVALID_TIMESTAMP, CONNECTION_NOT_FOUND (in reference form only for
 *   two other nodes), STALE_REQUEST; AppError RATE_LIMITED
 */
export async function acceptTermination(
  context: Pick<Context, "store" | "clock" | "recover" | "log" | "limiter" | "owner">,
  body: unknown,
): Promise<void> {
  const { store, clock, recover } = context;
  await checkInstalled(context);
  const parsed = parseEnvelope("DestroyConnection", body);
  const now = clock.now();
  const { meaning, signer, form, envelope } = verifyEnvelope(parsed, { recover, now });
  context.limiter.signers.spend(signer);
  const own = await requireInstalled(context);
  // A reference node ends its own record only after a success: with a 404 its owner could never unfollow (decisions 9).
  const isOwn = meaning.followerAddress === own.address || meaning.followeeAddress === own.address;
  const isEnded = form === "reference" && isOwn;
  const error = await store.transaction(async (tx) => {
    const state = await removeConnection(tx, meaning, { self: own.address, now });
    // Not thrown in here: also an end without a record leaves a tombstone.
    if (state === "missing" && !isEnded) return "CONNECTION_NOT_FOUND" as const;
    if (state === "stale") return "STALE_REQUEST" as const;
    if (signer === own.address) return null;
    const kind = signer === meaning.followerAddress ? "unfollowed-you" : "removed-you";
    if (state === "removed") await recordPeerEvent(tx, { address: signer, kind, envelope, now });
    await hearFrom(tx, signer, now);
    return null;
  });
  if (error !== null) throw new EwpError(error);
}
