import {
  type Address,
  EwpError,
  type Form,
  type Meanings,
  type ParsedProfile,
  parseEnvelope,
  sameNodeUrl,
  type Verified,
  verifyEnvelope,
} from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import type { Outcome } from "../../jobs/retry.ts";
import { findConnection, isBlocked } from "../../store/connections.ts";
import type { Tx } from "../../store/database.ts";
import { addOutboxEntry } from "../../store/outbox.ts";
import { limits } from "../limits.ts";
import { requireOwner } from "../profile/owner.ts";
import { checkConnection, type KnownNode, saveKnownNode } from "./connection-record.ts";
import { deliverNow } from "./deliver-connection.ts";
import { locateNode, readNode, rejectImpersonation, requireFormOf } from "./peer-identity.ts";

/** What is to be signed for a follow, and in which form, so that the other node understands it. */
export interface PreparedFollow {
  meaning: Meanings["CreateConnection"];
  form: Form;
  /** The other node's profile. */
  profile: ParsedProfile;
}

/**
 * Looks at a node that the owner wants to follow, and says what is to be signed for it (decisions 3).
 *
 * @param url the node's base URL, as somebody gave it; what is signed is the URL that the node gives as its own,
 *   when the same address answers there
 * @throws AppError VALIDATION_FAILED for no node URL or the own one, PEER_FAILED when nothing answers,
 *   CONFLICT when it is followed already, blocked, or another node that calls itself like a known one
 */
export async function prepareFollow(
  context: Pick<Context, "store" | "peers" | "clock" | "owner">,
  url: string,
): Promise<PreparedFollow> {
  const own = await requireOwner(context);
  // The own one is not called: from inside it may not be reached by the name that it has outside.
  if (sameNodeUrl(url, own.url)) throw yourself();
  const { profile, url: followeeUrl } = await locateNode(context, url);
  if (profile.address === own.address) throw yourself();
  if (await findConnection(context.store.db, own.address, profile.address)) {
    throw new AppError("CONFLICT", `You follow ${profile.title} already.`, {
      reason: "FOLLOWED_ALREADY",
    });
  }
  await requireUnblocked(context, profile.address);
  await rejectImpersonation(context, { address: profile.address, url: followeeUrl });
  const meaning = {
    followerAddress: own.address,
    followeeAddress: profile.address,
    followeeUrl,
    followerUrl: own.url,
    timestamp: Math.floor(context.clock.now() / 1000),
  };
  return { meaning, form: profile.form, profile };
}

/** @throws AppError CONFLICT for an address that the owner has blocked */
async function requireUnblocked({ store }: Pick<Context, "store">, address: Address): Promise<void> {
  if (!(await isBlocked(store.db, address))) return;
  throw new AppError("CONFLICT", "You have blocked this node. Unblock it first.", {
    reason: "BLOCKED",
  });
}

function yourself(): AppError {
  return new AppError("VALIDATION_FAILED", "This is your own node.", { reason: "YOURSELF" });
}

/**
 * Follows a node with the owner's signed message (decisions 3): the intent is durable before the other node hears of
 * it, and this node records its own side when the other one has its.
 *
 * @param body the signed envelope of a `CreateConnection` with this node's owner as the follower, in the form that
 *   the other node speaks
 * @throws EwpError what the envelope lacks; AppError CONFLICT when it stands already, is out of date or is with a blocked node,
 *   VALIDATION_FAILED when it is signed in another form, PEER_FAILED when the other node refuses
 */
export async function submitFollow(
  context: Pick<
    Context,
    "store" | "clock" | "recover" | "peers" | "log" | "events" | "unlockSigner" | "owner"
  >,
  body: unknown,
): Promise<FollowStatus> {
  const { clock, recover } = context;
  const own = await requireOwner(context);
  const verified = verifyEnvelope(parseEnvelope("CreateConnection", body), { recover, now: clock.now() });
  const { followerAddress, followeeAddress, followeeUrl } = verified.meaning;
  if (followerAddress !== own.address) throw new EwpError("FOLLOWER_IDENTITY_MISMATCH");
  const profile = await readNode(context, followeeUrl);
  if (profile.address !== followeeAddress) throw new EwpError("FOLLOWEE_IDENTITY_MISMATCH");
  requireFormOf(profile, verified);
  await requireUnblocked(context, followeeAddress);
  await rejectImpersonation(context, { address: followeeAddress, url: followeeUrl });
  const outcome = await sendFollow(context, verified, { profile, url: followeeUrl }, async (tx) => {
    const obstacle = await checkConnection(tx, verified.meaning, own.address);
    if (obstacle === "exists") {
      throw new AppError("CONFLICT", "You follow this node already.", { reason: "FOLLOWED_ALREADY" });
    }
    if (obstacle === "stale") throw new AppError("CONFLICT", "This follow was ended since it was signed.");
  });
  if (outcome.result === "refused") throw new AppError("PEER_FAILED", `The node refused: ${outcome.reason}.`);
  return outcome.result === "done" ? { status: "following" } : { status: "waiting", reason: outcome.reason };
}

/** `following`: both sides have the record. `waiting`: the other node did not answer; the outbox goes on trying. */
export type FollowStatus = { status: "following" } | { status: "waiting"; reason: string };

/**
 * Brings a verified follow to the other node while somebody waits for it. The intent is durable before the other node
 * hears of it, and this node records its own side when the other one has its.
 *
 * @param peer the other node, as its profile described it a moment ago
 * @param check what must hold in the transaction that makes it durable; it throws where it does not
 * @returns the outcome of the first try; `later` when the outbox goes on trying
 */
export async function sendFollow(
  context: Pick<
    Context,
    "store" | "clock" | "recover" | "peers" | "log" | "events" | "unlockSigner" | "owner"
  >,
  { meaning, envelope }: Verified<"CreateConnection">,
  peer: KnownNode,
  check: (tx: Tx) => Promise<void>,
): Promise<Outcome> {
  const { store, clock } = context;
  const now = clock.now();
  const key = {
    kind: "connection.create",
    peerAddress: peer.profile.address,
    subject: `${meaning.followerAddress}:${meaning.timestamp}`,
  } as const;
  await store.transaction(async (tx) => {
    await check(tx);
    await saveKnownNode(tx, peer, now);
    await addOutboxEntry(tx, {
      ...key,
      payload: JSON.stringify(envelope),
      now,
      expiresAt: now + limits.deliveryMs,
      dueAt: now + limits.inlineDeliveryMs,
    });
  });
  return await deliverNow(context, key);
}
