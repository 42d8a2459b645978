import { LRUCache } from "lru-cache";

/** Says how often somebody may do something. */
export interface TokenBuckets {
  /** Takes one token of somebody's: 0 when there was one, else the milliseconds until the next one. */
  take(key: string): number;
}

/** What a token costs. A millisecond earns as much as there are tokens a minute, so that whole numbers do. */
const cost = 60_000;

interface Bucket {
  credit: number;
  /** Milliseconds. */
  filledAt: number;
}

/**
 * A bucket of tokens for each key: a minute's at once, refilled evenly. The table is bounded: the key that was quiet
 * longest makes room for a new one, which begins with no more than what that one had left. So whoever comes under ever
 * new names gets, all names together, no more than so many buckets give, and pushing a name out of the table does not
 * fill its bucket.
 *
 * @param options.perMinute tokens a minute and key; 0 for no limit
 * @param options.keys how many are remembered
 * @param options.now a clock that never goes back, in milliseconds
 */
export function createTokenBuckets(options: {
  perMinute: number;
  keys: number;
  now?: () => number;
}): TokenBuckets {
  const { perMinute, keys, now = () => performance.now() } = options;
  const most = perMinute * cost;
  let forgotten: Bucket | null = null;
  const buckets = new LRUCache<string, Bucket>({
    max: keys,
    dispose: (bucket, _key, reason) => {
      if (reason === "evict") forgotten = bucket;
    },
  });

  function fill(bucket: Bucket, time: number): void {
    bucket.credit = Math.min(most, bucket.credit + (time - bucket.filledAt) * perMinute);
    bucket.filledAt = time;
  }

  function begin(key: string, time: number): Bucket {
    const bucket: Bucket = { credit: most, filledAt: time };
    forgotten = null;
    buckets.set(key, bucket);
    const before = forgotten as Bucket | null;
    if (before !== null) {
      fill(before, time);
      bucket.credit = before.credit;
    }
    return bucket;
  }

  return {
    take(key) {
      if (perMinute === 0) return 0;
      const time = now();
      const bucket = buckets.get(key) ?? begin(key, time);
      fill(bucket, time);
      if (bucket.credit < cost) return Math.ceil((cost - bucket.credit) / perMinute);
      bucket.credit -= cost;
      return 0;
    },
  };
}
