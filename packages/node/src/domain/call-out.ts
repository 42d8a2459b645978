import { PeerError, parseRetryAfter } from "@freehold/protocol";
import type { Context } from "../context.ts";
import type { GuardedRequest } from "../peers/transport.ts";
import { limits } from "./limits.ts";

/**
 * Posts to an address that does not belong to a node, under the guard of all calls out, and does not read the body of the
 * answer.
 *
 * @returns the status, from 200 to 299
 * @throws PeerError `refused` with the status for every other answer
 */
export async function callOut(
  { peers, clock }: Pick<Context, "peers" | "clock">,
  request: Pick<GuardedRequest, "url" | "headers" | "body" | "signal">,
): Promise<number> {
  const reply = await peers.send({
    ...request,
    method: "POST",
    maxBytes: limits.callOutBytes,
    deadlineMs: limits.callOutMs,
  });
  await reply.body[Symbol.asyncIterator]().return?.();
  const { status } = reply;
  if (status >= 200 && status < 300) return status;
  const retryAfterMs = parseRetryAfter(reply.headers["retry-after"], clock.now());
  throw new PeerError("refused", "It refused the message.", { status, retryAfterMs });
}
