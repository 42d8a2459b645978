import { type Address, EwpError, parseEnvelope, sameNodeUrl, verifyEnvelope } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { requireInstalled, requireOwner } from "../profile/owner.ts";
import { checkConnection } from "./connection-record.ts";
import { type PreparedFollow, sendFollow } from "./follow.ts";
import { locateNode, requireFormOf, verifyNodeIdentity } from "./peer-identity.ts";

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
