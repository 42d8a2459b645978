import { Session } from "node:inspector/promises";

/** More often than this is as often as any. */
const manyTimes = 2;

/** Tells of code of ours that runs as it never ran before. */
interface CoverageWatch extends AsyncDisposable {
  /** In how many blocks that is: one that was never passed over, never run, or never twice. */
  take(): Promise<number>;
}

/**
 * Watches how blocks of the sources run, by V8's own counting, which needs no code to be changed. Without the
 * counts V8 would tell of a function once, and never of what else of it runs later.
 */
export async function watchCoverage(sources: RegExp): Promise<CoverageWatch> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const seen = new Set<string>();
  return {
    async take() {
      const before = seen.size;
      const { result } = await session.post("Profiler.takePreciseCoverage");
      for (const { url, functions } of result) {
        if (!sources.test(url)) continue;
        for (const { ranges } of functions) {
          for (const { count, startOffset, endOffset } of ranges) {
            seen.add(`${url}:${startOffset}-${endOffset} ${Math.min(count, manyTimes)}`);
          }
        }
      }
      return seen.size - before;
    },
    async [Symbol.asyncDispose]() {
      await session.post("Profiler.stopPreciseCoverage");
      session.disconnect();
    },
  };
}
