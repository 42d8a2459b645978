import { limits } from "./limits.ts";

/**
 * How long to wait after so many failures in a row: from 5 seconds doubling to a day, half of it by chance, so that
 * what failed together is not repeated together.
 *
 * @param failures failures in a row, from 1
 * @param random a number from 0 up to 1
 * @returns whole milliseconds
 */
export function backoff(failures: number, random: number): number {
  const full = Math.min(
    limits.longestRetryMs,
    limits.firstRetryMs * 2 ** Math.min(Math.max(failures, 1) - 1, 30),
  );
  return Math.round(full / 2 + (full / 2) * random);
}

/**
 * How long to wait after a failure that came with a wish: never less than was asked for, and spread behind it, so that
 * those who were sent away by one front do not come back to it together.
 *
 * @param askedMs what `Retry-After` asked for; 0 for nothing
 * @returns whole milliseconds
 */
export function waitAsAsked(failures: number, askedMs: number, random: number): number {
  const spread = Math.min(askedMs / 2, limits.mostSpreadMs);
  return Math.max(backoff(failures, random), Math.round(askedMs + spread * random));
}
