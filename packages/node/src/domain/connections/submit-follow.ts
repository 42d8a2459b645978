import { EwpError, parseEnvelope, verifyEnvelope } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { requireOwner } from "../installation/require-owner.ts";
import { bringFollow, type FollowStatus } from "./bring-follow.ts";
import { requireFormOf } from "./peer-form.ts";
import { requireUnblocked } from "./prepare-follow.ts";
import { readNode } from "./read-node.ts";
import { checkConnection } from "./record-connection.ts";
import { requireOneHome } from "./require-one-home.ts";

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
  context: Pick<Context, "store" | "clock" | "recover" | "peers" | "log" | "events" | "unlockSigner">,
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
  await requireOneHome(context, { address: followeeAddress, url: followeeUrl });
  const outcome = await bringFollow(context, verified, { profile, url: followeeUrl }, async (tx) => {
    const obstacle = await checkConnection(tx, verified.meaning, own.address);
    if (obstacle === "exists") {
      throw new AppError("CONFLICT", "You follow this node already.", { reason: "FOLLOWED_ALREADY" });
    }
    if (obstacle === "stale") throw new AppError("CONFLICT", "This follow was ended since it was signed.");
  });
  if (outcome.result === "refused") throw new AppError("PEER_FAILED", `The node refused: ${outcome.reason}.`);
  return outcome.result === "done" ? { status: "following" } : { status: "waiting", reason: outcome.reason };
}
