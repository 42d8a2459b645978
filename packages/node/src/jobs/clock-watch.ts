import type { Context } from "../context.ts";
import type { Tx } from "../store/database.ts";
import { readMeta } from "../store/meta.ts";
import { bringForward, type Position } from "../store/queues/bring-forward.ts";
import {
  doubtfulJumpMs,
  endClockDoubt,
  noteClockDoubt,
  noteGoodTime,
  readClockDoubt,
  seenKey,
} from "../store/queues/clock-doubt.ts";
import { limits } from "./limits.ts";

export interface ClockWatchOptions {
  /** Milliseconds of a clock that nobody sets. */
  readonly goesOn?: () => number;
  /** The current times of the clocks of other hosts (ms), each host once. It may call some. */
  readonly askOthers?: () => Promise<readonly number[]>;
  /** Tells the owner that the clock is in doubt. */
  readonly onDoubt?: (tx: Tx, times: { lastGood: number; now: number }) => Promise<unknown>;
}

// One host alone may have a wrong clock of its own.
const agreeing = 2;

/**
 * Makes the maintenance task that compares the clock with a monotonic one and, at its first look, with the last time that a
 * process saw.
 *
 * When the clock goes back, rows that wait for a time would wait longer, so they are due sooner by as much. When it jumps
 * ahead by more than a day, it may be wrong, or this machine was off or asleep: the clock is in doubt until two other hosts
 * or the owner agree with it, or it is set back.
 */
export function createClockWatch({
  goesOn = () => performance.now(),
  askOthers = async () => [],
  onDoubt = async () => {},
}: ClockWatchOptions = {}): (context: Pick<Context, "store" | "clock" | "log">) => Promise<void> {
  let last: { now: number; mark: number } | null = null;
  return async ({ store, clock, log }) => {
    const now = clock.now();
    const mark = goesOn();
    const seen = await readMeta(store.db, seenKey);
    const doubt = await readClockDoubt(store.db);
    const before = seen === null ? null : Number(seen);
    const expected = last ? last.now + (mark - last.mark) : Math.max(before ?? 0, doubt?.noticed ?? 0);
    const by = Math.round(expected - now);
    const isBack = by > limits.clockBackMs;
    let position: Position | null | undefined;
    while (isBack && position !== null) {
      const from = position && { position };
      position = await store.transaction((tx) => bringForward(tx, { now, by, ...from }));
    }
    if (isBack) log.warn({ milliseconds: by }, "the clock went back: waiting rows are due sooner by as much");
    last = { now, mark };
    const lastGood = doubt?.lastGood ?? (isBack ? now : before);
    if (lastGood === null || now - lastGood <= doubtfulJumpMs) {
      await store.transaction(async (tx) => {
        if (doubt) await endClockDoubt(tx);
        await noteGoodTime(tx, now);
      });
      return;
    }
    if (!doubt) {
      // First of all, so that nothing is signed meanwhile.
      await store.transaction(
        async (tx) => await noteClockDoubt(tx, { lastGood, noticed: now, isTold: false }),
      );
    }
    const others = await askOthers();
    const isNear = (one: number) => Math.abs(one - clock.now()) <= limits.clockAgreesMs;
    const isRight = others.filter(isNear).length >= agreeing;
    const fields = { lastGood: new Date(lastGood).toISOString(), hosts: others.length };
    await store.transaction(async (tx) => {
      if (isRight) {
        await endClockDoubt(tx);
        await noteGoodTime(tx, clock.now());
      } else if (!doubt?.isTold) {
        await onDoubt(tx, { lastGood, now });
        await noteClockDoubt(tx, { lastGood, noticed: doubt?.noticed ?? now, isTold: true });
      }
    });
    if (isRight) log.info(fields, "the clock jumped ahead, and other hosts show the same time");
    else if (!doubt?.isTold)
      log.error(
        fields,
        "the clock jumped ahead: nothing is signed, published or mailed until it is confirmed",
      );
  };
}
