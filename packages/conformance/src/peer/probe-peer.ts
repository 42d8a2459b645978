import { codeOf } from "../node/read-facts.ts";
import { isTaken, type Reply } from "../node/reply.ts";
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
  const code = codeOf(reply);
  // GraphQL may refuse without a code, and says so by 200.
  const isUnnamed = reply.status >= 500 || (!isTaken(reply) && code === undefined);
  const refused = code === "FOLLOWER_IDENTITY_MISMATCH" || isUnnamed;
  if (!refused || peer.seen.requests > before.requests) return null;
  return peer.seen.connections === before.connections
    ? `the node did not connect to the suite's peer at ${peer.url} (see --peer-url)`
    : `the node does not trust the certificate of the suite's peer at ${peer.url} (see --peer-cert)`;
}
