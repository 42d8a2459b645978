import { type Meanings, type ParsedProfile, parseNodeUrl, sameNodeUrl } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { findConnection } from "../../store/connections.ts";
import { DomainError } from "../domain-error.ts";
import { requireOwner } from "../installation/require-owner.ts";
import { readNode } from "./read-node.ts";

/**
 * Looks at a node that the owner wants to follow, and says what is to be signed for it (decisions 3).
 *
 * @param url the node's base URL, as somebody gave it; what is signed is the URL that the node gives as its own,
 *   when the same address answers there
 * @throws DomainError VALIDATION_FAILED for no node URL or the own one, PEER_FAILED when nothing answers,
 *   CONFLICT when it is followed already
 */
export async function prepareFollow(
  context: Pick<Context, "store" | "peers" | "clock">,
  url: string,
): Promise<{ meaning: Meanings["CreateConnection"]; profile: ParsedProfile }> {
  const own = await requireOwner(context);
  if (!parseNodeUrl(url))
    throw new DomainError("VALIDATION_FAILED", `${url} is not an https:// address of a node.`);
  const found = await readNode(context, url);
  if (found.address === own.address) throw new DomainError("VALIDATION_FAILED", "This is your own node.");
  const { profile, followeeUrl } = await settleUrl(context, found, url);
  if (await findConnection(context.store.db, own.address, profile.address)) {
    throw new DomainError("CONFLICT", `You follow ${profile.title} already.`);
  }
  return {
    profile,
    meaning: {
      followerAddress: own.address,
      followeeAddress: profile.address,
      followeeUrl,
      followerUrl: own.url,
      timestamp: Math.floor(context.clock.now() / 1000),
    },
  };
}

/** The URL that the node calls its own is the one that it will accept; it counts when the same address answers there. */
async function settleUrl(context: Pick<Context, "peers">, found: ParsedProfile, url: string) {
  if (sameNodeUrl(found.url, url) || !parseNodeUrl(found.url)) return { profile: found, followeeUrl: url };
  const there = await readNode(context, found.url);
  if (there.address !== found.address) {
    throw new DomainError(
      "PEER_FAILED",
      `${url} says that it lives at ${found.url}, where another node answers.`,
    );
  }
  return { profile: there, followeeUrl: found.url };
}
