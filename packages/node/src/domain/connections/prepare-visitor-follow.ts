import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { requireOwner } from "../installation/require-owner.ts";
import { locateNode } from "./locate-node.ts";
import type { PreparedFollow } from "./prepare-follow.ts";

/**
 * Looks at the node of a visitor who wants to follow this one on its own page, and says what the visitor is to sign
 * (decisions 3).
 *
 * @param url the base URL of the visitor's node
 * @throws AppError VALIDATION_FAILED for no node URL or this node's own, PEER_FAILED when nothing answers
 */
export async function prepareVisitorFollow(
  context: Pick<Context, "store" | "peers" | "clock">,
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
