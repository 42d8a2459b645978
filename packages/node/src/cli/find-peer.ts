import { parseAddress, sameNodeUrl } from "@freehold/protocol";
import { listPeers, type PeerView } from "../domain/connections/peers.ts";
import { AppError } from "../errors.ts";
import type { OpenNode } from "../startup/open-node.ts";

/**
 * The connected node that somebody named by its URL or its address.
 * @throws AppError NOT_FOUND; AppError USAGE when it is neither URL nor address
 */
export async function findPeer(node: OpenNode, name: string): Promise<PeerView> {
  const address = parseAddress(name);
  if (address === null && !URL.canParse(name)) {
    throw new AppError("USAGE", `${JSON.stringify(name)} is neither the URL of a node nor an address.`);
  }
  for await (const peer of listPeers(node)) {
    if (address === null ? sameNodeUrl(peer.url, name) : peer.address === address) {
      return peer;
    }
  }
  throw new AppError("NOT_FOUND", `No node ${name} follows this one or is followed. See freehold peers.`);
}
