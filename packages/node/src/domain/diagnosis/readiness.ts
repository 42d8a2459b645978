import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../../context.ts";
import { readMeta } from "../../store/meta.ts";
import { compareMigrations } from "../../store/migrate.ts";
import { limits } from "./health-limits.ts";

/** What is wrong with one thing that an answer takes, in words for the owner; null: nothing. */
export interface Readiness {
  readonly database: string | null;
  readonly migrations: string | null;
  readonly disk: string | null;
  /** Null where the database does not tell. */
  readonly installed: boolean | null;
}

/** Looks at what answers take, at most once a second: the database answers, its tables are this program's, the disk takes bytes. */
export function createReadinessCheck(
  context: Pick<Context, "store" | "config" | "log">,
): () => Promise<Readiness> {
  return remember(limits.readinessMs, async () => {
    const [database, disk] = await Promise.all([checkDatabase(context), checkDisk(context)]);
    return { ...database, disk };
  });
}

async function checkDatabase({
  store,
  log,
}: Pick<Context, "store" | "log">): Promise<Omit<Readiness, "disk">> {
  try {
    const { unknown, missing } = await inTime(compareMigrations(store.db));
    const installed = (await inTime(readMeta(store.db, "installed_at"))) !== null;
    const migrations =
      unknown.length > 0
        ? `it was made by a newer version: ${unknown.join(", ")}`
        : missing.length > 0
          ? `not made yet: ${missing.join(", ")}`
          : null;
    return { database: null, migrations, installed };
  } catch (error) {
    log.error({ err: error }, "the database can't be read");
    return { database: "it can't be read", migrations: null, installed: null };
  }
}

async function checkDisk({ config, log }: Pick<Context, "config" | "log">): Promise<string | null> {
  // Whoever looks at a node without changing it asks no more of the disk.
  if (config.readOnly) return null;
  const file = join(config.dataDir, `.writable-${process.pid}`);
  try {
    await inTime(writeFile(file, "Removed at once: it shows that this folder can be written to.\n"));
    await inTime(rm(file, { force: true }));
    return null;
  } catch (error) {
    log.error({ err: error }, "the data folder can't be written to");
    return "it can't be written to";
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("There was no answer in time.")), limits.answerMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A reading that is made at most once in `ms`, however often it is asked for, and not twice at a time. One that fails is
 * made again with the next call.
 *
 * @param now a clock that never goes back, in milliseconds
 */
export function remember<T>(
  ms: number,
  read: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let kept: { readonly value: Promise<T>; readonly until: number } | null = null;
  return () => {
    if (kept && now() < kept.until) return kept.value;
    const value = read();
    const made = { value, until: Number.POSITIVE_INFINITY };
    kept = made;
    value.then(
      () => {
        if (kept === made) kept = { value, until: now() + ms };
      },
      () => {
        if (kept === made) kept = null;
      },
    );
    return value;
  };
}
