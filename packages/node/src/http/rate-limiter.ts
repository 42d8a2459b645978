import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import { limits } from "./limits.ts";

/** Says how often one client may ask. */
export interface RateLimiter {
  /** Takes one request of a client: 0 when it may pass, else the milliseconds until the next one may. */
  take(address: string): number;
}

interface Bucket {
  tokens: number;
  /** Milliseconds. */
  filledAt: number;
}

/**
 * A bucket of tokens for each client: as many requests at once as a minute allows, refilled evenly. The table is
 * bounded; the clients that were quiet longest are forgotten, and begin anew.
 *
 * @param options.perMinute requests a minute and client; 0 for no limit
 * @param options.now a clock that never goes back, in milliseconds
 */
export function createRateLimiter(options: {
  perMinute: number;
  clients?: number;
  now?: () => number;
}): RateLimiter {
  const { perMinute, clients = limits.rateLimitClients, now = () => performance.now() } = options;
  const perMillisecond = perMinute / 60_000;
  const buckets = new LRUCache<string, Bucket>({ max: clients });
  return {
    take(address) {
      if (perMinute === 0) return 0;
      const client = nameClient(address);
      const time = now();
      const bucket = buckets.get(client) ?? { tokens: perMinute, filledAt: time };
      bucket.tokens = Math.min(perMinute, bucket.tokens + (time - bucket.filledAt) * perMillisecond);
      bucket.filledAt = time;
      buckets.set(client, bucket);
      if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / perMillisecond);
      bucket.tokens -= 1;
      return 0;
    },
  };
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
