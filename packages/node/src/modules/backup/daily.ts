import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { dayMs } from "@freehold/protocol/internal";
import { z } from "zod";
import type { Context } from "../../context.ts";
import { formatTimeForName } from "../../domain/files/download.ts";
import { AppError } from "../../errors/errors.ts";
import { explainSystemError } from "../../errors/system-errors.ts";
import type { Reader, Tx } from "../../store/database.ts";
import { emit } from "../../store/events.ts";
import { deleteMeta, readMeta, writeMeta } from "../../store/meta.ts";
import { writeBackup } from "./write.ts";

/**
 * Makes a backup in the data folder's `backups` when the newest one there is a day old, and removes the oldest beyond
 * the configured number. A failure notifies the owner, and the next call tries again.
 *
 * @returns the path of the new backup, or null when none was made
 */
export async function makeDailyBackup(
  context: Pick<Context, "store" | "blobs" | "clock" | "config" | "log" | "owner">,
  signal?: AbortSignal,
): Promise<string | null> {
  const { config, clock, log, store } = context;
  if (config.dailyBackups === 0) return null;
  const folder = join(config.dataDir, "backups");
  const newest = (await listDailyBackups(folder)).at(-1);
  const now = clock.now();
  // A backup from the future was made by a wrong clock.
  if (newest && newest.madeAt <= now && now - newest.madeAt < dayMs) return null;
  try {
    const path = join(folder, nameBackup(now));
    const { size, manifest } = await writeBackup(context, { path, keystore: null, signal });
    log.info({ path, size, missing: manifest.missing.length }, "the backup of the day was made");
    for (const name of chooseOld(await listDailyBackups(folder), config.dailyBackups, now))
      await rm(join(folder, name));
    await store.transaction(clearFailure);
    await noteBackup(context, now);
    return path;
  } catch (error) {
    if (signal?.aborted) return null;
    const reason = describeFailure(error).slice(0, 300);
    await store
      .transaction(async (tx) => {
        await saveFailure(tx, { reason, at: now });
        await emit(tx, "backup.failed", { reason, now });
      })
      .catch(() => {});
    throw error;
  }
}

/** A sentence for the owner, which the dashboard translates. */
function describeFailure(error: unknown): string {
  const known = error instanceof AppError ? null : explainSystemError(error);
  return known?.finding ?? (error instanceof Error ? error.message : String(error));
}

declare module "../../store/events.ts" {
  interface NodeEvents {
    /** The backup of the day could not be made. */
    "backup.failed": { readonly reason: string };
  }
}

/**
 * The names of the backups beyond the newest `kept`. One of a time to come was made by a wrong clock: it takes no place of
 * another one, and stays until there are enough others.
 */
function chooseOld(
  backups: Awaited<ReturnType<typeof listDailyBackups>>,
  kept: number,
  now: number,
): string[] {
  const past = backups.filter(({ madeAt }) => madeAt <= now);
  const future = backups.filter(({ madeAt }) => madeAt > now);
  return [...past.slice(0, -kept), ...(past.length >= kept ? future : [])].map(({ name }) => name);
}

/** No backup includes this value (`belongsInBackup`). */
const failureKey = "backup.failure";
const madeKey = "backup.made";
const failureSchema = z.object({ at: z.number(), reason: z.string() });
type Failure = z.infer<typeof failureSchema>;

export type DailyBackups = Awaited<ReturnType<typeof readDailyBackups>>;

/**
 * The state of the daily backups: how many are saved at most (0 for none), the newest, and why the last try failed (null
 * after a success). Times are ISO 8601 UTC.
 */
export async function readDailyBackups(context: Pick<Context, "config" | "store">) {
  const { config } = context;
  const folder = join(config.dataDir, "backups");
  const newest = (await listDailyBackups(folder)).at(-1);
  const size = newest && (await stat(join(folder, newest.name)).catch(() => null))?.size;
  const { kept, failure } = await readBackupState(context);
  return {
    kept,
    last:
      newest && size !== undefined ? { madeAt: new Date(newest.madeAt).toISOString(), bytes: size } : null,
    failure: failure && { at: new Date(failure.at).toISOString(), reason: failure.reason },
  };
}

/** The failure of the last try; null after a later success. A later backup that was made by hand is as good. */
async function readFailure(db: Reader, newestAt: number): Promise<Failure | null> {
  const saved = await readMeta(db, failureKey);
  const failed = saved === null ? null : failureSchema.parse(JSON.parse(saved));
  return failed && failed.at >= newestAt ? failed : null;
}

/** How many daily backups are kept, when the last backup of any kind was made (ms), and why the last try failed. */
export async function readBackupState({ config, store }: Pick<Context, "config" | "store">) {
  const newest = (await listDailyBackups(join(config.dataDir, "backups"))).at(-1);
  const made = Number(await readMeta(store.db, madeKey));
  const lastAt = Math.max(newest?.madeAt ?? 0, made);
  return {
    kept: config.dailyBackups,
    lastAt: lastAt === 0 ? null : lastAt,
    failure: await readFailure(store.db, lastAt),
  };
}

/** Saves when a backup was made. A database that takes nothing (read-only, a full disk) keeps the time of an earlier one. */
export async function noteBackup({ store }: Pick<Context, "store">, now: number): Promise<void> {
  await store.transaction((tx) => writeMeta(tx, madeKey, String(now))).catch(() => {});
}

/** Saves why no backup could be made at `at` (ms). */
export async function saveFailure(tx: Tx, failure: Failure): Promise<void> {
  await writeMeta(tx, failureKey, JSON.stringify(failure));
}

/** Call after a backup was made. */
export async function clearFailure(tx: Tx): Promise<void> {
  await deleteMeta(tx, failureKey);
}

/** Oldest first, times in ms; other files are left out. */
async function listDailyBackups(folder: string): Promise<{ name: string; madeAt: number }[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  return names
    .map((name) => ({ name, madeAt: timeOfBackup(name) }))
    .filter((backup): backup is { name: string; madeAt: number } => backup.madeAt !== null)
    .sort((one, other) => one.madeAt - other.madeAt);
}

/** The name of a daily backup made at `now` (ms): sorts by time. */
export function nameBackup(now: number): string {
  return `freehold-${formatTimeForName(now)}.tar.zst`;
}

/** The name of a backup that the owner makes at `now` (ms). It takes no place of a daily one, and no daily one removes it. */
export function nameOwnBackup(now: number): string {
  return `freehold-${formatTimeForName(now)}-own.tar.zst`;
}

/** When the backup with that name was made, ms; null for any other name. */
export function timeOfBackup(name: string): number | null {
  const [, day, hour, minute, second] =
    /^freehold-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.zst$/.exec(name) ?? [];
  const time = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? null : time;
}
