import { nameNetwork } from "../name-network.ts";
import { createTokenBuckets } from "../token-buckets.ts";
import { limits } from "./limits.ts";

/** Says how often one client may ask. */
export interface RateLimiter {
  /** Takes one request of a client: 0 when it may pass, else the milliseconds until the next one may. */
  take(address: string): number;
}

/**
 * A bucket of tokens for each client: as many requests at once as a minute allows, refilled evenly.
 *
 * @param options.perMinute requests a minute and client; 0 for no limit
 * @param options.now a clock that never goes back, in milliseconds
 */
export function createRateLimiter(options: {
  perMinute: number;
  clients?: number;
  now?: () => number;
}): RateLimiter {
  const { clients = limits.rateLimitClients, ...rest } = options;
  const buckets = createTokenBuckets({ keys: clients, ...rest });
  return { take: (address) => buckets.take(nameNetwork(address)) };
}
