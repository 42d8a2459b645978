import type { IncomingHttpHeaders } from "node:http";
import { clockInZone, dayMs, minuteMs } from "@freehold/protocol/internal";
import type { Context } from "../../context.ts";
import { readSomeSettings } from "../../domain/settings/settings.ts";
import { isReader } from "./is-reader.ts";
import { readsLimits } from "./limits.ts";
import { addReads, type DayOfPost } from "./store.ts";

type Needs = Pick<Context, "store" | "clock" | "log" | "events">;

/** Writes the reads of a process that wait in memory. */
interface Counter {
  /** It never rejects: what could not be written waits for the next time. */
  write(): Promise<void>;
}

const counters = new WeakMap<Needs["events"], Counter>();

/** A day of a time zone: days since 1970-01-01. @param now ms */
export function dayIn(timeZone: string, now: number): number {
  return Math.floor(clockInZone(now, timeZone) / dayMs);
}

/**
 * Counts the pages that this process sends to readers from now on: in memory, and some seconds later in the database.
 *
 * @returns ends it, and writes the rest
 */
export function countReads(context: Needs): () => Promise<void> {
  const { events, clock, log } = context;
  let waiting = new Map<string, DayOfPost>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | null = null;
  let timeZone = "UTC";
  let minute = Number.NaN;
  let day = 0;

  /** A zone changes its offset at a minute only, so the day is worked out once in each. */
  function today(): number {
    const now = clock.now();
    const latest = Math.floor(now / minuteMs);
    if (latest !== minute) day = dayIn(timeZone, now);
    minute = latest;
    return day;
  }

  function add(postId: number, onDay: number, reads: number): void {
    const key = `${onDay} ${postId}`;
    const before = waiting.get(key)?.reads ?? 0;
    if (before === 0 && waiting.size >= readsLimits.countedPosts) return;
    waiting.set(key, { postId, day: onDay, reads: before + reads });
    timer ??= setTimeout(() => void write(), readsLimits.flushMs).unref();
  }

  async function write(): Promise<void> {
    await writing;
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0) return;
    const counted = [...waiting.values()];
    waiting = new Map();
    writing = save(context, counted)
      .then((settings) => {
        timeZone = settings.timeZone;
        minute = Number.NaN;
      })
      .catch((error: unknown) => {
        log.warn({ error }, "reads could not be counted yet");
        for (const { postId, day: onDay, reads } of counted) add(postId, onDay, reads);
      });
    await writing;
  }

  const note = ({ postId, headers }: { postId: number; headers: IncomingHttpHeaders }) => {
    if (isReader(headers)) add(postId, today(), 1);
  };
  const loading = readSomeSettings(context.store.db, ["timeZone"]).then(
    (settings) => {
      timeZone = settings.timeZone;
      minute = Number.NaN;
    },
    // Then it is known with the first reads that are written.
    () => {},
  );
  events.on("page.sent", note);
  counters.set(events, { write });
  return async () => {
    events.off("page.sent", note);
    await loading;
    await write();
    clearTimeout(timer);
  };
}

/** Adds the reads, unless the owner wants none to be counted. @returns the settings of now */
async function save({ store }: Needs, counted: readonly DayOfPost[]) {
  return await store.transaction(async (tx) => {
    const settings = await readSomeSettings(tx, ["countReads", "timeZone"]);
    if (settings.countReads) await addReads(tx, counted);
    return settings;
  });
}

/** Writes the reads that this process has counted, so that they are in what is read next. */
export async function writeReads({ events }: Pick<Context, "events">): Promise<void> {
  await counters.get(events)?.write();
}
