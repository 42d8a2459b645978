import {
  EwpError,
  type Form,
  type Meanings,
  type ParsedProfile,
  parseEnvelope,
  parseNodeUrl,
  sameNodeUrl,
  timestampWindowSeconds,
  type Verified,
  verifyEnvelope,
} from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { hearFrom } from "../../jobs/peer-health.ts";
import { networkOf } from "../../limiter/network.ts";
import type { Reader } from "../../store/database.ts";
import { findConnection, isBlocked, isProven } from "../../store/peers/connections.ts";
import type { Profile } from "../../store/peers/profiles.ts";
import { requireCertainClock } from "../clock.ts";
import {
  locateNode,
  readNode,
  rejectImpersonation,
  requireFormOf,
  requireNodeUrl,
  verifyNodeIdentity,
} from "../peers/peer-identity.ts";
import { checkInstalled, requireInstalled, requireOwner } from "../profile/owner.ts";
import { requireNotClosed } from "../settings/closing.ts";
import {
  checkConnection,
  type KnownNode,
  type RecordObstacle,
  recordConnection,
  saveKnownNode,
  staleReasons,
} from "./connection-record.ts";
import { type ConnectionContext, sendMessage, toStatus } from "./deliver-connection.ts";

type FollowMeaning = Meanings["CreateConnection"];

/** The message to sign for a follow, in the form that the other node speaks. */
export interface PreparedFollow {
  meaning: FollowMeaning;
  form: Form;
  /** The other node's profile. */
  profile: ParsedProfile;
}

/**
 * Reads the profile of a node that the owner wants to follow, and prepares the message to sign (decisions 3). The
 * message names the URL that the node gives as its own, if the same address answers there. An imported follow whose
 * signature is missing can be signed so.
 *
 * @returns `isKnown`: whether the node is followed already, so that the message is sent once more
 * @throws AppError VALIDATION_FAILED for an invalid URL or this node's own, PEER_FAILED when nothing answers,
 *   CONFLICT when this node has no public address, or the other one is blocked or pretends to be a known node
 */
export async function prepareFollow(
  context: Pick<Context, "store" | "peers" | "clock" | "owner" | "config">,
  url: string,
): Promise<PreparedFollow & { isKnown: boolean }> {
  await requireOwner(context);
  await requireNotClosed(context.store.db);
  requireNodeUrl(context, url);
  const own = await requirePublicAddress(context);
  await requireCertainClock(context.store.db);
  // Don't call this node: its public name may not work from inside its own network.
  if (sameNodeUrl(url, own.url)) throw yourself();
  const { profile, url: followeeUrl } = await locateNode(context, url);
  if (profile.address === own.address) throw yourself();
  const known = await findConnection(context.store.db, own.address, profile.address);
  await requireFollowable(context, { address: profile.address, url: followeeUrl });
  const meaning = describeFollow(context, own, { address: profile.address, url: followeeUrl });
  return { meaning, form: profile.form, profile, isKnown: known !== null && isProven(known) };
}

/**
 * The same for a visitor who wants to follow this node on its own page: prepares the message that the visitor signs.
 *
 * @param url the base URL of the visitor's node
 * @throws AppError VALIDATION_FAILED for an invalid URL or this node's own, PEER_FAILED when nothing answers, CONFLICT
 *   when this node has no public address
 */
export async function prepareVisitorFollow(
  context: Pick<Context, "peers" | "clock" | "owner" | "config">,
  url: string,
): Promise<PreparedFollow> {
  const own = await requirePublicAddress(context);
  const { profile, url: followerUrl } = await locateNode(context, url);
  if (profile.address === own.address) throw yourself("This is the same node.");
  const meaning = describeFollow(context, { address: profile.address, url: followerUrl }, own);
  return { meaning, form: profile.form, profile };
}

/**
 * Both sides of a follow call each other by https (decisions 8).
 *
 * @throws AppError CONFLICT with the reason NO_PUBLIC_ADDRESS when only this machine reaches the node
 */
async function requirePublicAddress(context: Pick<Context, "owner">): Promise<Readonly<Profile>> {
  const own = await requireOwner(context);
  if (parseNodeUrl(own.url)) return own;
  throw new AppError(
    "CONFLICT",
    msg`This site has no public https address yet: only its own machine can open ${own.url}. Set one first.`,
    { reason: "NO_PUBLIC_ADDRESS" },
  );
}

type NodeLocation = Pick<Profile, "address" | "url">;

function describeFollow(
  { clock }: Pick<Context, "clock">,
  follower: NodeLocation,
  followee: NodeLocation,
): FollowMeaning {
  return {
    followerAddress: follower.address,
    followeeAddress: followee.address,
    followeeUrl: followee.url,
    followerUrl: follower.url,
    timestamp: Math.floor(clock.now() / 1000),
  };
}

/** @throws AppError CONFLICT for a blocked node, and for one that pretends to be a known node */
async function requireFollowable(
  context: Pick<Context, "store" | "peers" | "clock">,
  node: NodeLocation,
): Promise<void> {
  if (await isBlocked(context.store.db, node.address)) {
    throw blocked();
  }
  await rejectImpersonation(context, node);
}

function blocked(): AppError {
  return new AppError("CONFLICT", "You have blocked this node. Unblock it first.", { reason: "BLOCKED" });
}

function yourself(message = "This is your own node."): AppError {
  return new AppError("VALIDATION_FAILED", message, { reason: "YOURSELF" });
}

/** `following`: both nodes have the record. `waiting`: the other node did not answer; the outbox keeps trying. */
export type FollowStatus = { status: "following" } | { status: "waiting"; reason: string };

/**
 * Follows a node with the owner's signed message (decisions 3). The message is durable before the other node gets it,
 * and this node records the follow when the other node has. An existing follow is sent again, because the other node may
 * have lost it.
 *
 * @param body the signed envelope of a `CreateConnection`, in the form that the other node speaks
 * @throws EwpError for a bad envelope; AppError CONFLICT when the node is blocked, or the follow was ended since,
 *   VALIDATION_FAILED for the wrong form, PEER_FAILED when the other node refuses
 */
export async function submitFollow(context: ConnectionContext, body: unknown): Promise<FollowStatus> {
  const { clock, recover } = context;
  const own = await requireOwner(context);
  const verified = verifyEnvelope(parseEnvelope("CreateConnection", body), { recover, now: clock.now() });
  const { meaning, envelope } = verified;
  const { followerAddress, followeeAddress, followeeUrl: url } = meaning;
  if (followerAddress !== own.address) throw new EwpError("FOLLOWER_IDENTITY_MISMATCH");
  const profile = await readNode(context, url);
  if (profile.address !== followeeAddress) throw new EwpError("FOLLOWEE_IDENTITY_MISMATCH");
  requireFormOf(profile, verified);
  await requireFollowable(context, { address: followeeAddress, url });
  const message = { kind: "connection.create", peerAddress: followeeAddress, meaning, envelope } as const;
  const outcome = await sendMessage(context, message, async (tx, now) => {
    const obstacle = await checkConnection(tx, meaning, own.address);
    if (obstacle === "stale") throw new AppError("CONFLICT", "This follow was ended after it was signed.");
    if (obstacle === "blocked") throw blocked();
    await requireNotClosed(tx);
    await saveKnownNode(tx, { profile, url }, now);
  });
  try {
    return toStatus(outcome, "following");
  } catch (error) {
    throw explainClocks(context, url, error);
  }
}

/** A refusal of a node whose clock differs by more than messages may: the clocks are its cause, whatever it says. */
function explainClocks(
  { peers, clock }: Pick<Context, "peers" | "clock">,
  url: string,
  error: unknown,
): unknown {
  const { hostname } = new URL(url);
  const shows = peers.clockOf?.(hostname) ?? null;
  const seconds = shows === null ? 0 : Math.round((shows - clock.now()) / 1000);
  if (Math.abs(seconds) <= timestampWindowSeconds) return error;
  const minutes = Math.round(Math.abs(seconds) / 60);
  const sentence =
    seconds > 0
      ? msg`The clock of ${hostname} is ${minutes} minutes ahead of this machine's, so it refuses your signature. Correct the wrong clock, then follow again.`
      : msg`The clock of ${hostname} is ${minutes} minutes behind this machine's, so it refuses your signature. Correct the wrong clock, then follow again.`;
  return new AppError("PEER_FAILED", sentence, { cause: error });
}

/**
 * Lets a visitor of this node's page follow it (decisions 3): the signature is the permission. The message goes to the
 * visitor's own node, and this node records the follow only after that node answers 201 or 409. An existing follow is
 * sent again, because the visitor's node may have lost it.
 *
 * @param body the signed envelope of a `CreateConnection` with this node's owner as the followee, in the form that the
 *   visitor's node speaks
 * @returns the visitor's node, once both nodes have the follow
 * @throws EwpError INVALID_PAYLOAD, INVALID_URL_FORMAT, INVALID_SIGNATURE, INVALID_TIMESTAMP,
 *   FOLLOWEE_IDENTITY_MISMATCH, STALE_REQUEST, FOLLOWER_IDENTITY_MISMATCH; AppError CONFLICT with the reason NOT_TAKEN
 *   where no followers are accepted or the visitor is blocked, VALIDATION_FAILED for the wrong form, PEER_FAILED when the
 *   visitor's node refuses, or, with the reason NOT_YET, when the outbox keeps trying
 */
export async function acceptVisitorFollow(
  context: ConnectionContext & Pick<Context, "limiter">,
  body: unknown,
): Promise<NodeLocation & { title: string }> {
  const { store } = context;
  const { own, verified } = await verifyFollow(context, body);
  const { meaning, envelope } = verified;
  const { followerAddress: address, followeeAddress, followerUrl: url, followeeUrl } = meaning;
  if (followeeAddress !== own.address || !sameNodeUrl(followeeUrl, own.url)) {
    throw new EwpError("FOLLOWEE_IDENTITY_MISMATCH");
  }
  const refuseStale = async (db: Reader) => {
    const obstacle = await checkConnection(db, meaning, own.address);
    if (obstacle === "stale") throw new EwpError("STALE_REQUEST", staleReasons.stale);
    if (obstacle !== null && obstacle !== "exists")
      throw new AppError("CONFLICT", staleReasons[obstacle], { reason: "NOT_TAKEN" });
  };
  await refuseStale(store.db);
  const { profile } = await verifyParties(context, own, meaning);
  requireFormOf(profile, verified);
  const message = { kind: "connection.create", peerAddress: address, meaning, envelope } as const;
  const outcome = await sendMessage(context, message, async (tx, now) => {
    await refuseStale(tx);
    await saveKnownNode(tx, { profile, url }, now);
  });
  if (outcome.result === "done") return { address, url, title: profile.title };
  if (outcome.result === "refused") {
    throw new AppError("PEER_FAILED", msg`Your node refused: ${outcome.reason}.`);
  }
  throw new AppError(
    "PEER_FAILED",
    msg`Your node has not accepted the follow: ${outcome.reason}. This node tries again while your signature is valid, for an hour.`,
    { reason: "NOT_YET" },
  );
}

/**
 * Accepts a follow from another node (specification 4.5, decisions 2 and 3): as the followee ("the signer follows me"),
 * or as the follower ("I follow", signed by this node's owner and delivered by the followee's node).
 *
 * @param body the signed envelope of a `CreateConnection`
 * @param ip the sender; null where it is not known
 * @throws EwpError in the order of decisions 2, AppError RATE_LIMITED; nothing is written before every check passes
 */
export async function acceptConnection(
  context: Pick<Context, "store" | "clock" | "recover" | "peers" | "log" | "limiter" | "owner">,
  body: unknown,
  ip: string | null,
): Promise<void> {
  const { store, clock, limiter } = context;
  const { own, verified } = await verifyFollow(context, body);
  const { meaning } = verified;
  // In the reference form, the address of a node is all that the message claims of its follower.
  const claimsOwner = verified.form === "reference" && sameNodeUrl(meaning.followerUrl, own.url);
  if (claimsOwner && meaning.followerAddress !== own.address)
    throw new EwpError(
      "INVALID_SIGNATURE",
      "It names this node as the follower, and its owner did not sign it.",
    );
  if (meaning.followeeAddress !== own.address && meaning.followerAddress !== own.address) {
    throw new EwpError("FOLLOWEE_IDENTITY_MISMATCH", "The message belongs to two other nodes.");
  }
  refuse(await checkConnection(store.db, meaning, own.address));
  const known = await limiter.peerCalls.run(networkOf(ip), () => verifyParties(context, own, meaning));
  const now = clock.now();
  await store
    .transaction(async (tx) => {
      refuse(await recordConnection(tx, verified, { self: own.address, now, known }));
      await hearFrom(tx, known.profile.address, now);
    })
    .catch((error: unknown) => {
      if (store.dialect.isUniqueViolation(error)) throw new EwpError("CONNECTION_ALREADY_EXISTS");
      throw error;
    });
}

function refuse(state: RecordObstacle | "created" | null): void {
  if (state === "exists") throw new EwpError("CONNECTION_ALREADY_EXISTS");
  if (state !== null && state !== "created") throw new EwpError("STALE_REQUEST", staleReasons[state]);
}

async function verifyFollow(
  context: Pick<Context, "clock" | "recover" | "limiter" | "owner">,
  body: unknown,
): Promise<{ own: Profile; verified: Verified<"CreateConnection"> }> {
  const { clock, recover, limiter } = context;
  await checkInstalled(context);
  const verified = verifyEnvelope(parseEnvelope("CreateConnection", body), { recover, now: clock.now() });
  limiter.signers.spend(verified.signer);
  return { own: await requireInstalled(context), verified };
}

/** Checks both URLs, the followee's first; this node's own without a call. @returns the other node */
async function verifyParties(
  context: Pick<Context, "peers" | "log">,
  own: Profile,
  { followerAddress, followeeAddress, followerUrl, followeeUrl }: FollowMeaning,
): Promise<KnownNode> {
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
