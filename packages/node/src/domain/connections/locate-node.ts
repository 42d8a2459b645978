import { type ParsedProfile, parseNodeUrl, sameNodeUrl } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { nameHost, readNode } from "./read-node.ts";

/**
 * Reads the profile of a node that somebody named by its URL. The URL that counts is the one that the node calls its
 * own, for that is the one that it will accept, when the same address answers there.
 *
 * @throws AppError VALIDATION_FAILED for no node URL, PEER_FAILED when no profile is to be read, or another node's
 */
export async function locateNode(
  context: Pick<Context, "peers">,
  url: string,
): Promise<{ profile: ParsedProfile; url: string }> {
  if (!parseNodeUrl(url)) {
    throw new AppError("VALIDATION_FAILED", "This is not an https:// address of a node.", {
      reason: "NO_NODE_URL",
    });
  }
  const found = await readNode(context, url);
  if (sameNodeUrl(found.url, url) || !parseNodeUrl(found.url)) return { profile: found, url };
  const there = await readNode(context, found.url);
  if (there.address !== found.address) {
    throw new AppError(
      "PEER_FAILED",
      `${nameHost(url)} says that it lives at ${nameHost(found.url)}, where another node answers.`,
      { reason: "OTHER_NODE" },
    );
  }
  return { profile: there, url: found.url };
}
