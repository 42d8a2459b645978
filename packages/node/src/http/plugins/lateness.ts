import { limits } from "../../limiter/limits.ts";

/** @returns whether the event loop is so late that a request would wait for seconds; to be called with each request */
export type LatenessCheck = () => boolean;

interface Options {
  readonly lateMs?: number;
  readonly sampleMs?: number;
  /** A clock that never goes back, in milliseconds. */
  readonly now?: () => number;
  /** Calls a function once, after so many milliseconds. */
  readonly wait?: (ms: number, then: () => void) => void;
}

/**
 * Measures how late a timer fires. Requests start the timer, so an idle process has none. One long pause is not overload: the
 * loop counts as late after two measurements in a row, and until the next good one.
 */
export function createLatenessCheck({
  lateMs = limits.lateMs,
  sampleMs = limits.lateSampleMs,
  now = () => performance.now(),
  wait = (ms, then) => void setTimeout(then, ms).unref(),
}: Options = {}): LatenessCheck {
  let isMeasuring = false;
  let lateSamples = 0;

  function measure(): void {
    isMeasuring = true;
    const due = now() + sampleMs;
    wait(sampleMs, () => {
      isMeasuring = false;
      lateSamples = now() - due > lateMs ? lateSamples + 1 : 0;
      if (lateSamples > 0) measure();
    });
  }

  return () => {
    if (!isMeasuring) measure();
    return lateSamples > 1;
  };
}
