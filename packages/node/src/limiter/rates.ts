import { LRUCache } from "lru-cache";
import { AppError } from "../errors/errors.ts";
import type { Network, Tier } from "./network.ts";

/** How often somebody may do something. */
export interface Rates {
  /**
   * Takes tokens.
   *
   * @param who a network, or any other name
   * @returns 0, or the milliseconds until the tokens are there; then none is taken
   */
  take(who: Network | string, tokens?: number): number;
  /** Takes tokens for work that is already done, even if there are none left: then the next tokens come later. */
  charge(who: Network | string, tokens: number): void;
  /** The same as `take`. @throws AppError RATE_LIMITED */
  spend(who: Network | string, tokens?: number): void;
}

/** The price of a token. A millisecond earns as much as there are tokens a minute, so that whole numbers are enough. */
const price = 60_000;

interface Bucket {
  credit: number;
  /** Milliseconds. */
  filledAt: number;
}

/**
 * A token bucket for each name, refilled evenly. A network takes its tokens from the bucket of each of its prefixes.
 *
 * The table is bounded: the bucket that was unused longest makes room for a new one, which begins with no more than the
 * old one had left. So a client with ever new addresses gets no more than the whole table gives, and pushing a bucket
 * out of the table does not fill it.
 *
 * @param options.perMinute tokens a minute; 0 for no limit
 * @param options.burst tokens at once; a minute's where it is not given
 * @param options.processes how many processes share `perMinute`, each with bursts of its own; one where it is not given
 * @param options.keys buckets in the table
 * @param options.message for a refusal by `spend`
 * @param options.now a clock that never goes back, in milliseconds
 */
export function createRates(options: {
  perMinute: number;
  burst?: number;
  processes?: () => number;
  keys: number;
  message?: string;
  now?: () => number;
}): Rates {
  const { perMinute, burst = perMinute, processes = () => 1, keys, now = () => performance.now() } = options;
  const ownRate = () => Math.ceil(perMinute / processes());
  const { message = "Too many requests. Try again later." } = options;
  let evicted: Bucket | null = null;
  let opened: LRUCache<string, Bucket> | null = null;
  // It takes the memory of all keys at once: many are never used.
  const open = () =>
    new LRUCache<string, Bucket>({
      max: keys,
      dispose: (bucket, _key, reason) => {
        if (reason === "evict") evicted = bucket;
      },
    });

  function fill(bucket: Bucket, time: number, factor: number): void {
    const earned = (time - bucket.filledAt) * ownRate() * factor;
    bucket.credit = Math.min(burst * price * factor, bucket.credit + earned);
    bucket.filledAt = time;
  }

  function bucketOf({ key, factor }: Tier, time: number): Bucket {
    opened ??= open();
    const known = opened.get(key);
    if (known) {
      fill(known, time, factor);
      return known;
    }
    const bucket: Bucket = { credit: burst * price * factor, filledAt: time };
    evicted = null;
    opened.set(key, bucket);
    const before = evicted as Bucket | null;
    if (before !== null) {
      fill(before, time, 1);
      bucket.credit = Math.min(bucket.credit, before.credit);
    }
    return bucket;
  }

  function bucketsOf(who: Network | string): { tier: Tier; bucket: Bucket }[] {
    const time = now();
    const tiers = typeof who === "string" ? [{ key: who, factor: 1 }] : who;
    return tiers.map((tier) => ({ tier, bucket: bucketOf(tier, time) }));
  }

  function take(who: Network | string, tokens = 1): number {
    if (perMinute === 0) return 0;
    // A cost above the capacity counts as a full bucket, or it would never be accepted.
    const cost = Math.min(tokens, burst) * price;
    const taken = bucketsOf(who);
    const waits = taken.map(({ tier, bucket }) =>
      Math.ceil((cost - bucket.credit) / (ownRate() * tier.factor)),
    );
    const wait = Math.max(0, ...waits);
    if (wait === 0) for (const { bucket } of taken) bucket.credit -= cost;
    return wait;
  }

  return {
    take,
    charge(who, tokens) {
      if (perMinute === 0) return;
      for (const { bucket } of bucketsOf(who)) bucket.credit -= Math.min(tokens, burst) * price;
    },
    spend(who, tokens) {
      const waitMs = take(who, tokens);
      if (waitMs > 0) throw new AppError("RATE_LIMITED", message, { retryAfter: Math.ceil(waitMs / 1000) });
    },
  };
}
