import type { Context } from "../../context.ts";
import { readSomeSettings } from "../../domain/settings/settings.ts";
import { dayIn, writeReads } from "./count.ts";
import { readsLimits } from "./limits.ts";
import { deleteReadsBefore, readDays, readDaysOf } from "./store.ts";

type Needs = Pick<Context, "store" | "clock" | "events">;

/** The reads of all posts. */
export interface ReadsView {
  /** Whether the owner has reads counted. */
  readonly areCounted: boolean;
  /** The reads of the last days, the oldest day first, today last. */
  readonly days: readonly number[];
}

/** The reads of all posts in the last days, of the site's time zone. */
export async function readReads(context: Needs): Promise<ReadsView> {
  await writeReads(context);
  const { countReads, first } = await readWindow(context);
  const counts = await readDays(context.store.db, first);
  return { areCounted: countReads, days: toDays(first, counts) };
}

/** The same of publications by their ids, with the reads of their other versions; one that nobody read is left out. */
export async function readReadsOf(
  context: Needs,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  await writeReads(context);
  const { first } = await readWindow(context);
  const rows = await readDaysOf(context.store.db, ids, first);
  const counts = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...counts].map(([id, days]) => [id, toDays(first, new Map(days.map(({ day, reads }) => [day, reads])))]),
  );
}

/** The first day of those that are shown. */
export async function firstShownDay(context: Needs): Promise<number> {
  await writeReads(context);
  return (await readWindow(context)).first;
}

/** Deletes the counts of days that are too old. */
export async function sweepReads({ store, clock }: Pick<Context, "store" | "clock">): Promise<void> {
  const { timeZone } = await readSomeSettings(store.db, ["timeZone"]);
  const oldest = dayIn(timeZone, clock.now()) - readsLimits.keptDays + 1;
  await store.transaction((tx) => deleteReadsBefore(tx, oldest));
}

async function readWindow({ store, clock }: Pick<Context, "store" | "clock">) {
  const { timeZone, countReads } = await readSomeSettings(store.db, ["timeZone", "countReads"]);
  return { countReads, first: dayIn(timeZone, clock.now()) - readsLimits.shownDays + 1 };
}

function toDays(first: number, counts: ReadonlyMap<number, number>): number[] {
  return Array.from({ length: readsLimits.shownDays }, (_, index) => counts.get(first + index) ?? 0);
}
