import { asRecord } from "../node/read-facts.ts";
import type { Reply } from "../node/reply.ts";
import type { Peer } from "./serve-peer.ts";

/**
 * Why the node can't reach the suite's peer, in words; null when it can, or when nothing says that it can't. A node
 * that takes a follow without looking has no problem here: the checks will say what they think of that.
 *
 * @param follow has one of the peer's nodes follow the node under test
 */
export async function probePeer(peer: Peer, follow: () => Promise<Reply>): Promise<string | null> {
  const before = { ...peer.seen };
  const reply = await follow();
  const refused = asRecord(reply.json).error === "FOLLOWER_IDENTITY_MISMATCH" || reply.status >= 500;
  const { connections, requests, brokenHandshakes } = peer.seen;
  if (!refused || requests > before.requests) return null;
  if (connections === before.connections) {
    return `the node did not connect to the suite's peer at ${peer.url} (--peer-url tells where the node can reach it)`;
  }
  return brokenHandshakes > before.brokenHandshakes
    ? `the node does not trust the certificate of the suite's peer at ${peer.url} (--peer-cert and --peer-key)`
    : `the node connected to the suite's peer at ${peer.url}, and asked for nothing`;
}
