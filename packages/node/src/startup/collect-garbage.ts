import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { hourMs } from "@freehold/protocol/internal";

// After this time a node has finished the work of its start.
const settledMs = 5_000;

/**
 * Collects the garbage of the start, and then that of each hour, in 50 ms. V8 looks for garbage when a program allocates, so
 * an idle process would keep what its start or a busy hour left.
 */
export function collectGarbageAtRest(): Disposable {
  const first = setTimeout(collectGarbage, settledMs).unref();
  const hourly = setInterval(collectGarbage, hourMs).unref();
  return {
    [Symbol.dispose]() {
      clearTimeout(first);
      clearInterval(hourly);
    },
  };
}

/** By V8's own function, which contexts have that are made while the flag is set. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  try {
    runInNewContext("gc()");
  } finally {
    // V8 takes compiled code from a cache only if it was made with the same flags.
    setFlagsFromString("--no-expose-gc");
  }
}
