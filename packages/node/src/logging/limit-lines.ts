import { LRUCache } from "lru-cache";
import { limits } from "./limits.ts";

const minuteMs = 60_000;
/** As pino numbers its levels. */
const warn = 40;
const info = 30;

interface Window {
  readonly since: number;
  lines: number;
  /** Beyond the limit. */
  repeated: number;
}

/**
 * Bounds how often one sentence is written in a minute, so that nobody can fill a disk by making the node say the same
 * again and again. What was asked for to look at (debug and below) is not bounded.
 *
 * @param tell is called at the end of the minute with how many lines were left out
 * @param now a clock that never goes back, in milliseconds
 * @returns whether a line may be written
 */
export function createLineLimit(
  tell: (line: { level: number; sentence: string; repeated: number }) => void,
  now: () => number = () => performance.now(),
): (level: number, sentence: string) => boolean {
  const windows = new LRUCache<string, Window>({ max: limits.sentences });
  return (level, sentence) => {
    if (level < info) return true;
    const key = `${level} ${sentence}`;
    const known = windows.get(key);
    const window = known && now() - known.since < minuteMs ? known : { since: now(), lines: 0, repeated: 0 };
    if (window !== known) windows.set(key, window);
    window.lines += 1;
    if (window.lines <= (level >= warn ? limits.warnings : limits.notes)) return true;
    window.repeated += 1;
    if (window.repeated === 1) {
      const rest = minuteMs - (now() - window.since);
      setTimeout(() => tell({ level, sentence, repeated: window.repeated }), rest).unref();
    }
    return false;
  };
}
