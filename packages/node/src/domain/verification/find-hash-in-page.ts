import { type Hash, PeerError, parseHash } from "@freehold/protocol";
import { MiB } from "@freehold/protocol/internal";
import type { Context } from "../../context.ts";
import { limits } from "../limits.ts";

const verifiedPageBytes = 4 * MiB; // the page of a post with a number that is checked

// The proof of a post, as our own pages have it in an attribute.
const inPage =
  /data-proof="[^"]{0,200}contentHash(?:&quot;|&#34;):(?:&quot;|&#34;)(0x[0-9a-f]{64})(?:&quot;|&#34;)/;

/** The hash that the page of a post names; null for another page. Only the node's index says whether it is signed. */
export function readHashInPage(page: string): Hash | null {
  return parseHash(inPage.exec(page)?.[1]);
}

/**
 * Reads the page of a post on another node, up to `verifiedPageBytes`.
 *
 * @throws PeerError
 */
export async function findHashInPage(
  { peers }: Pick<Context, "peers">,
  url: string,
  signal: AbortSignal,
): Promise<Hash | null> {
  const { status, body } = await peers.send({
    method: "GET",
    url,
    headers: { Accept: "text/html" },
    maxBytes: verifiedPageBytes,
    deadlineMs: limits.verificationMs,
    signal,
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  if (status !== 200) throw new PeerError("refused", "It has no such page.", { status });
  return readHashInPage(Buffer.concat(chunks).toString("utf8"));
}
