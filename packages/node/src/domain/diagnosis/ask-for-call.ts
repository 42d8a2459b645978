import { randomBytes } from "node:crypto";
import {
  type Address,
  addressOfPrivateKey,
  joinNodeUrl,
  PeerError,
  signDigestWithWasm,
  signEnvelope,
} from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { diagnosisLimits as limits } from "./diagnosis-limits.ts";
import { type ProbeCall, probePath, readProbeCall } from "./probes.ts";

/** What came of asking a node to call back. `answer` is its own code or ours for why there was none. */
export type CallBack =
  | { readonly kind: "called"; readonly call: ProbeCall }
  | { readonly kind: "no-call"; readonly answer: string };

/**
 * Has another node call this one. The protocol has no question for that, but every node looks up a follower's profile
 * before it believes a follow (specification 4.5): so it is brought the follow of somebody who has no node, signed with
 * a key that nobody keeps, and named as living under a probe of this node. It looks there, finds no such profile, and
 * refuses; its state is as before, and this node has seen the call come in.
 *
 * @param target.url the address of this node that is tried
 */
export async function askForCall(
  { peers, store, clock }: Pick<Context, "peers" | "store" | "clock">,
  peer: { address: Address; url: string },
  { url, nonce, signal }: { url: string; nonce: string; signal: AbortSignal },
): Promise<CallBack> {
  const key = randomBytes(32);
  const follow = signEnvelope(
    "CreateConnection",
    {
      followerAddress: addressOfPrivateKey(key),
      followerUrl: joinNodeUrl(url, `${probePath}/${nonce}`),
      followeeAddress: peer.address,
      followeeUrl: peer.url,
      timestamp: Math.floor(clock.now() / 1000),
    },
    signDigestWithWasm(key),
  );
  const tooLate = AbortSignal.timeout(limits.callBackMs);
  const answer = await peers
    .at(peer.url)
    .createConnection(follow, AbortSignal.any([signal, tooLate]))
    .then(({ status }) => String(status))
    .catch((error: unknown) => {
      if (error instanceof PeerError) return error.code ?? error.kind;
      if (tooLate.aborted) return "timeout";
      throw error;
    });
  const call = await readProbeCall({ store }, nonce);
  return call ? { kind: "called", call } : { kind: "no-call", answer };
}
