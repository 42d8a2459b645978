import type { Config } from "../config/config.ts";
import { limits } from "./limits.ts";
import { createQueue, type Queue } from "./queue.ts";
import { createRates, type Rates } from "./rates.ts";
import { createShares, type Shares } from "./shares.ts";

/** The one place that says how much of this node a network may use. */
export interface Limiter {
  /** Requests, by network. */
  readonly requests: Rates;
  /** Refusals that are answered at once, by network. */
  readonly refusals: Rates;
  /** Signed messages by their signer. Spend only after verification, or others can exhaust a signer's rate. */
  readonly signers: Rates;
  /** Requests that are not answered yet. */
  readonly openRequests: Shares;
  /** Bytes of request bodies in memory. */
  readonly bodies: Shares;
  /** Bytes of replies that were not read yet. */
  readonly replies: Shares;
  /** Pages that have to be made. */
  readonly pages: Queue;
  /** GraphQL operations. */
  readonly operations: Queue;
  /** Calls to the nodes that messages name: their sender chooses whom this node calls. */
  readonly peerCalls: Queue;
  /** Calls to other nodes for visitors of the site. */
  readonly visitorCalls: Queue;
  /** Sets the number of processes behind the load balancer; the limits of a minute are divided by it. */
  shareWith(processes: number): void;
}

/** @param now a clock that never goes back, in milliseconds */
export function createLimiter(
  { rateLimit, connectionsPerAddress }: Pick<Config, "rateLimit" | "connectionsPerAddress">,
  now?: () => number,
): Limiter {
  const clock = now && { now };
  let sharing = 1;
  const processes = () => sharing;
  const { expensiveAtOnce: atATime, expensiveWaiting: waiting, expensiveSliceMs: sliceMs } = limits;
  const expensive = { atATime, waiting, sliceMs, ...clock };
  return {
    requests: createRates({
      perMinute: rateLimit,
      burst: Math.min(rateLimit, Math.max(limits.requestBurst, Math.floor(rateLimit / 10))),
      keys: limits.networks,
      processes,
      ...clock,
    }),
    refusals: createRates({ perMinute: limits.refusalsPerMinute, keys: limits.networks, ...clock }),
    signers: createRates({
      perMinute: limits.messagesPerMinute,
      keys: limits.signers,
      message: "You sign more messages than this node takes.",
      processes,
      ...clock,
    }),
    openRequests: createShares({ most: limits.openRequests, perNetwork: connectionsPerAddress || Infinity }),
    bodies: createShares({ most: limits.bodyBytes, perNetwork: limits.bodyBytesPerNetwork }),
    replies: createShares({ most: limits.replyBytes, perNetwork: limits.replyBytesPerNetwork }),
    pages: createQueue({ ...expensive, perNetwork: limits.pagesPerNetwork }),
    operations: createQueue({ ...expensive, perNetwork: limits.operationsPerNetwork }),
    peerCalls: createQueue({
      atATime: limits.peerCalls,
      perNetwork: limits.peerCallsPerNetwork,
      waiting: limits.peerCallsWaiting,
    }),
    visitorCalls: createQueue({
      atATime: limits.visitorCalls,
      perNetwork: limits.visitorCallsPerNetwork,
      waiting: limits.visitorCallsWaiting,
    }),
    shareWith(count) {
      sharing = Math.max(1, count);
    },
  };
}
