import ipaddr from "ipaddr.js";
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
  return { take: (address) => buckets.take(nameClient(address)) };
}

/**
 * Who a client is: an IPv4 address, or the /64 of an IPv6 one, for a household has 2^64 of those. What is no address
 * (a proxy that is trusted may forward anything) is one client all together.
 */
export function nameClient(address: string): string {
  if (/^[\d.]{7,15}$/.test(address)) return address;
  const text = address.replace(/%.*$/s, "");
  if (!ipaddr.isValid(text)) return "unknown";
  const parsed = ipaddr.process(text);
  return parsed instanceof ipaddr.IPv6 ? `${parsed.parts.slice(0, 4).join(":")}::/64` : parsed.toString();
}
