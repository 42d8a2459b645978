import { monitorEventLoopDelay } from "node:perf_hooks";

/** How often it is told. */
const windowMs = 250;
/** How often the delay is measured; what is measured contains it. */
const resolutionMs = 10;

/**
 * Tells, at the end of each window, by how many milliseconds the process was late in it, on average.
 *
 * @returns what ends it
 */
export function watchEventLoop(tell: (delayMs: number) => void): () => void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    // Where a whole window was slept through, there is nothing in the histogram, and this timer itself is late.
    const lateness = now - last - windowMs;
    const mean = delays.count > 0 ? delays.mean / 1e6 - resolutionMs : 0;
    last = now;
    delays.reset();
    tell(Math.max(0, mean, lateness));
  }, windowMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    delays.disable();
  };
}
