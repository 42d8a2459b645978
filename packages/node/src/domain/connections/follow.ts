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
import { noteHeardFrom } from "../../jobs/peer-health.ts";
import type { Outcome } from "../../jobs/retry.ts";
import { networkOf } from "../../limiter/network.ts";
import { findConnection, isBlocked } from "../../store/connections.ts";
import type { Tx } from "../../store/database.ts";
import { addOutboxEntry } from "../../store/outbox.ts";
import type { Profile } from "../../store/profiles.ts";
import { limits } from "../limits.ts";
import { requireInstalled, requireOwner } from "../profile/owner.ts";
import {
  checkConnection,
  type KnownNode,
  type RecordedConnection,
  recordConnection,
  saveKnownNode,
} from "./connection-record.ts";
import { deliverNow } from "./deliver-connection.ts";
import {
  locateNode,
  readNode,
  rejectImpersonation,
  requireFormOf,
  verifyNodeIdentity,
} from "./peer-identity.ts";

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

/**
 * Accepts a signed follow (specification 4.5, decisions 2 and 3), as the followee ("the signer follows me") or as
 * the follower ("I follow", signed by this node's owner and brought by the followee's node).
 *
 * @param body the signed envelope of a `CreateConnection`
 * @param ip where it came from; null where that is not known
 * @throws EwpError in the order of decisions 2, AppError RATE_LIMITED; nothing is written before every check
 *   has passed
 */
export async function acceptConnection(
  context: Pick<Context, "store" | "clock" | "recover" | "peers" | "log" | "events" | "limiter" | "owner">,
  body: unknown,
  ip: string | null,
): Promise<void> {
  const { store, clock, recover, events } = context;
  const own = await requireInstalled(context);
  const verified = verifyEnvelope(parseEnvelope("CreateConnection", body), { recover, now: clock.now() });
  context.limiter.signers.spend(verified.signer);
  const { followerAddress, followeeAddress } = verified.meaning;
  if (followeeAddress !== own.address && followerAddress !== own.address) {
    throw new EwpError("FOLLOWEE_IDENTITY_MISMATCH", "The message is about two other nodes.");
  }
  refuse(await checkConnection(store.db, verified.meaning, own.address));
  const known = await context.limiter.peerCalls.run(networkOf(ip), () =>
    verifyParties(context, own, verified),
  );
  const recorded = await store
    .transaction((tx) => recordConnection(tx, verified, { self: own.address, now: clock.now(), known }))
    .catch((error: unknown): RecordedConnection => {
      if (store.dialect.isUniqueViolation(error)) return "exists";
      throw error;
    });
  refuse(recorded);
  await noteHeardFrom(context, known.profile.address);
  if (followerAddress === own.address) events.emit("catch-up.due");
}

function refuse(state: RecordedConnection | null): void {
  if (state === "exists") throw new EwpError("CONNECTION_ALREADY_EXISTS");
  if (state === "stale")
    throw new EwpError("STALE_REQUEST", "The follow was ended after this message was signed.");
}

/** Checks both URLs, the followee's first; this node's own one without a call. */
async function verifyParties(
  context: Pick<Context, "peers" | "log">,
  own: Profile,
  { meaning }: Verified<"CreateConnection">,
): Promise<KnownNode> {
  const { followerAddress, followeeAddress, followerUrl, followeeUrl } = meaning;
  if (followeeAddress === own.address) {
    if (!sameNodeUrl(followeeUrl, own.url)) throw new EwpError("FOLLOWEE_IDENTITY_MISMATCH");
    const claim = { address: followerAddress, url: followerUrl, ownUrl: own.url };
    const profile = await verifyNodeIdentity(context, claim, "FOLLOWER_IDENTITY_MISMATCH");
    return { profile, url: followerUrl };
  }
  const claim = { address: followeeAddress, url: followeeUrl, ownUrl: own.url };
  const profile = await verifyNodeIdentity(context, claim, "FOLLOWEE_IDENTITY_MISMATCH");
  if (!sameNodeUrl(followerUrl, own.url)) throw new EwpError("FOLLOWER_IDENTITY_MISMATCH");
  return { profile, url: followeeUrl };
}

/**
 * Looks at the node of a visitor who wants to follow this one on its own page, and says what the visitor is to sign
 * (decisions 3).
 *
 * @param url the base URL of the visitor's node
 * @throws AppError VALIDATION_FAILED for no node URL or this node's own, PEER_FAILED when nothing answers
 */
export async function prepareVisitorFollow(
  context: Pick<Context, "store" | "peers" | "clock" | "owner">,
  url: string,
): Promise<PreparedFollow> {
  const own = await requireOwner(context);
  const { profile, url: followerUrl } = await locateNode(context, url);
  if (profile.address === own.address)
    throw new AppError("VALIDATION_FAILED", "This is the same node.", { reason: "YOURSELF" });
  const meaning = {
    followerAddress: profile.address,
    followeeAddress: own.address,
    followeeUrl: own.url,
    followerUrl,
    timestamp: Math.floor(context.clock.now() / 1000),
  };
  return { meaning, form: profile.form, profile };
}

/** The visitor's node. */
export interface FollowerNode {
  address: Address;
  url: string;
  title: string;
}

/**
 * Lets a visitor of this node's page follow it (decisions 3): the signature is the permission. The same signed data is
 * brought to the visitor's own node, and this node records its side when that one has its: on 201 or 409 alone. A
 * follow that stands here already is brought there all the same, for the visitor's node may have lost it.
 *
 * @param body the signed envelope of a `CreateConnection` with this node's owner as the followee, in the form that the
 *   visitor's node speaks
 * @returns the visitor's node, once the follow stands on both sides
 * @throws EwpError INVALID_PAYLOAD, INVALID_URL_FORMAT, INVALID_SIGNATURE, INVALID_TIMESTAMP,
 *   FOLLOWEE_IDENTITY_MISMATCH, STALE_REQUEST, FOLLOWER_IDENTITY_MISMATCH; AppError VALIDATION_FAILED when it is
 *   signed in another form, PEER_FAILED when the visitor's node refuses, or, with the reason NOT_YET, when it has not taken
 *   the follow so far: the outbox goes on trying
 */
export async function acceptVisitorFollow(
  context: Pick<
    Context,
    "store" | "clock" | "recover" | "peers" | "log" | "events" | "unlockSigner" | "limiter" | "owner"
  >,
  body: unknown,
): Promise<FollowerNode> {
  const { store, clock, recover } = context;
  const own = await requireInstalled(context);
  const verified = verifyEnvelope(parseEnvelope("CreateConnection", body), { recover, now: clock.now() });
  context.limiter.signers.spend(verified.signer);
  const { followerAddress, followeeAddress, followerUrl, followeeUrl } = verified.meaning;
  if (followeeAddress !== own.address || !sameNodeUrl(followeeUrl, own.url)) {
    throw new EwpError("FOLLOWEE_IDENTITY_MISMATCH");
  }
  const refuseStale = async (db: Parameters<typeof checkConnection>[0]) => {
    const obstacle = await checkConnection(db, verified.meaning, own.address);
    if (obstacle === "stale") throw new EwpError("STALE_REQUEST");
  };
  await refuseStale(store.db);
  const claim = { address: followerAddress, url: followerUrl, ownUrl: own.url };
  const profile = await verifyNodeIdentity(context, claim, "FOLLOWER_IDENTITY_MISMATCH");
  requireFormOf(profile, verified);
  const outcome = await sendFollow(context, verified, { profile, url: followerUrl }, refuseStale);
  if (outcome.result === "refused") {
    throw new AppError("PEER_FAILED", `Your node refused: ${outcome.reason}.`);
  }
  if (outcome.result === "later") {
    throw new AppError(
      "PEER_FAILED",
      `Your node has not taken the follow: ${outcome.reason}. This node tries again while your signature is valid, for an hour.`,
      { reason: "NOT_YET" },
    );
  }
  return { address: followerAddress, url: followerUrl, title: profile.title };
}
