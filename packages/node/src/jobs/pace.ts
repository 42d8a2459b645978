import { limits } from "./limits.ts";

/** What is learnt from calls about how long calls take. */
export interface Pace {
  /** A call went through, in so many milliseconds. */
  note(durationMs: number): void;
  /** A call has become a slow one. */
  noteSlow(): void;
  /** So many milliseconds after its beginning a call is a slow one. */
  slowAfterMs(): number;
  /** So many times as many calls have to be begun as are to be under way that go through in good time: 1 where none is slow, up to 2. */
  surplus(): number;
}

/** What calls take until some have been seen. */
const firstMs = 250;
/** Each call moves the estimate by so much, up or down. */
const step = 1.05;
/** A call that takes so many times as long as the others is slow. */
const times = 2;
/** Of so many calls the last ones count for how many are slow. */
const memory = 50;

/**
 * Follows the median of what calls take: each one that takes longer moves it up, each that takes less moves it down. So a
 * third of very slow peers does not move it, while a node that is itself under load, so that every call takes long, does not
 * take all its peers for slow ones. Its size is two numbers, whatever the number of peers.
 */
export function createPace(): Pace {
  let median = firstMs;
  let slowShare = 0;
  return {
    note(durationMs) {
      median = durationMs > median ? median * step : median / step;
      median = Math.min(Math.max(median, limits.fewestSlowMs / times), limits.mostSlowMs / times);
      slowShare -= slowShare / memory;
    },
    noteSlow() {
      slowShare += (1 - slowShare) / memory;
    },
    slowAfterMs: () => median * times,
    surplus() {
      // A slow one holds its place `times` as long as one that goes through.
      const held = slowShare * times;
      return Math.min(1 + held / (1 - slowShare), 2);
    },
  };
}
