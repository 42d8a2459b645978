import { createFairLine } from "../fair-line.ts";
import { nameNetwork } from "../name-network.ts";
import { limits } from "./limits.ts";

/** The calls to other nodes that somebody makes this node do by a message: to wherever they say. */
export interface StrangerCalls {
  /**
   * @param ip where the message came from; null where that is not known
   * @throws LineFullError when too many wait already, and whatever the work throws
   */
  run<T>(ip: string | null, work: () => Promise<T>): Promise<T>;
}

/**
 * Each call has its own deadline, and of all that strangers want no more than this goes on or waits; who sends much
 * from one place stands in nobody's way but their own.
 */
export function createStrangerCalls(
  bounds = {
    atATime: limits.strangerCalls,
    perSource: limits.strangerCallsPerSource,
    waiting: limits.strangerCallsWaiting,
  },
): StrangerCalls {
  const line = createFairLine(bounds);
  return { run: (ip, work) => line.run(nameNetwork(ip ?? ""), work) };
}
