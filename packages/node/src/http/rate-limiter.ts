import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import { limits } from "./limits.ts";

/** Says how often one client may ask. */
export interface RateLimiter {
  /** Takes one request of a client: 0 when it may pass, else the milliseconds until the next one may. */
  take(address: string): number;
}

/** What a request costs. A millisecond earns as much as there are requests a minute, so that whole numbers do. */
const cost = 60_000;

interface Bucket {
  credit: number;
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
  const most = perMinute * cost;
  const buckets = new LRUCache<string, Bucket>({ max: clients });
  return {
    take(address) {
      if (perMinute === 0) return 0;
      const client = nameClient(address);
      const time = now();
      const bucket = buckets.get(client) ?? { credit: most, filledAt: time };
      bucket.credit = Math.min(most, bucket.credit + (time - bucket.filledAt) * perMinute);
      bucket.filledAt = time;
      buckets.set(client, bucket);
      if (bucket.credit < cost) return Math.ceil((cost - bucket.credit) / perMinute);
      bucket.credit -= cost;
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
