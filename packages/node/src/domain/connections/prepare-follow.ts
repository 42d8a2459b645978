import { type Address, type Form, type Meanings, type ParsedProfile, sameNodeUrl } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { isBlocked } from "../../store/blocks.ts";
import { findConnection } from "../../store/connections.ts";
import { requireOwner } from "../installation/require-owner.ts";
import { locateNode } from "./locate-node.ts";
import { requireOneHome } from "./require-one-home.ts";

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
  context: Pick<Context, "store" | "peers" | "clock">,
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
  await requireOneHome(context, { address: profile.address, url: followeeUrl });
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
export async function requireUnblocked({ store }: Pick<Context, "store">, address: Address): Promise<void> {
  if (!(await isBlocked(store.db, address))) return;
  throw new AppError("CONFLICT", "You have blocked this node. Unblock it first.", {
    reason: "BLOCKED",
  });
}

function yourself(): AppError {
  return new AppError("VALIDATION_FAILED", "This is your own node.", { reason: "YOURSELF" });
}
