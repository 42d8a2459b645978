import type { Context } from "../context.ts";
import { bringForward, type Position } from "../store/bring-forward.ts";
import { readMeta, writePrivateMeta } from "../store/meta.ts";
import { limits } from "./limits.ts";

const key = "clock.seen";

/**
 * Makes the maintenance task that notices when the clock goes back: what waits for a time would wait for the clock to come there
 * again. While this process runs it compares the clock with one that goes on alone; at its first look, with the last
 * time that a process saw.
 *
 * @param goesOn milliseconds of a clock that nobody sets
 */
export function createClockWatch(
  goesOn: () => number = () => performance.now(),
): (context: Pick<Context, "store" | "clock" | "log">) => Promise<void> {
  let last: { now: number; mark: number } | null = null;
  return async ({ store, clock, log }) => {
    const now = clock.now();
    const mark = goesOn();
    const expected = last ? last.now + (mark - last.mark) : Number((await readMeta(store.db, key)) ?? 0);
    const by = Math.round(expected - now);
    const isBack = by > limits.clockBackMs;
    let position: Position | null | undefined;
    while (isBack && position !== null) {
      const from = position && { position };
      position = await store.transaction((tx) => bringForward(tx, { now, by, ...from }));
    }
    await store.transaction((tx) => writePrivateMeta(tx, key, String(now)));
    last = { now, mark };
    if (isBack) log.warn({ milliseconds: by }, "the clock went back: what waits is due sooner by as much");
  };
}
