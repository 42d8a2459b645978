import { z } from "zod";
import type { Reader, Store, Tx } from "../database.ts";
import { deleteMeta, readMeta, readMetas, writePrivateMeta } from "../meta.ts";

/** The last time (ms) at which a running process looked at a clock that was not in doubt. */
export const seenKey = "clock.seen";
const doubtKey = "clock.doubt";

/** The clock jumped ahead, and nobody has said so far that it is right. Times in ms. */
export interface ClockDoubt {
  /** The last time that was not in doubt. */
  readonly lastGood: number;
  /** The time of the clock when the jump was noticed. */
  readonly noticed: number;
  /** Whether the owner was told. */
  readonly isTold: boolean;
}

const doubtSchema = z.object({ lastGood: z.number(), noticed: z.number(), isTold: z.boolean() });

/** A jump ahead from this on (ms). */
export const doubtfulJumpMs = 24 * 60 * 60 * 1000;

/** Whether the clock is in doubt, as a process noted; null: it is not. */
export async function readClockDoubt(db: Reader): Promise<ClockDoubt | null> {
  const saved = await readMeta(db, doubtKey);
  return saved === null ? null : doubtSchema.parse(JSON.parse(saved));
}

/**
 * Whether work that depends on the clock must wait in a running process: the clock is in doubt, or no process has looked at
 * it for a long time.
 */
export async function mayClockBeWrong(db: Reader, now: number): Promise<boolean> {
  const values = await readMetas(db, [seenKey, doubtKey]);
  const seen = values.get(seenKey);
  return values.has(doubtKey) || (seen !== undefined && now - Number(seen) > doubtfulJumpMs);
}

/**
 * Notes the doubt where the last good time is more than a day ago, and none is noted. To be called before a node answers: else
 * something could be signed before the first look at the clock.
 */
export async function doubtClock(
  { db, transaction }: Pick<Store, "db" | "transaction">,
  now: number,
): Promise<void> {
  const seen = await readMeta(db, seenKey);
  if (seen === null || now - Number(seen) <= doubtfulJumpMs || (await readClockDoubt(db)) !== null) return;
  await transaction((tx) => noteClockDoubt(tx, { lastGood: Number(seen), noticed: now, isTold: false }));
}

export async function noteClockDoubt(tx: Tx, doubt: ClockDoubt): Promise<void> {
  await writePrivateMeta(tx, doubtKey, JSON.stringify(doubt));
}

/** Ends the doubt: the clock is right, or was set back. */
export async function endClockDoubt(tx: Tx): Promise<void> {
  await deleteMeta(tx, doubtKey);
}

/** The time of the clock is good. */
export async function noteGoodTime(tx: Tx, now: number): Promise<void> {
  await writePrivateMeta(tx, seenKey, String(now));
}
