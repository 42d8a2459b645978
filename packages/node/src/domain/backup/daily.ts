import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Context } from "../../context.ts";
import type { Tx } from "../../store/database.ts";
import { deleteMeta, readMeta, writeMeta } from "../../store/meta.ts";
import { notify } from "../notifications/notify.ts";
import { writeBackup } from "./write.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Makes a backup in the data folder's `backups` when the newest there is a day old, and removes the oldest beyond the
 * number that the configuration keeps. What goes wrong is told to the owner, and tried again at the next call.
 *
 * @returns the path of one that was made, or null
 */
export async function makeDailyBackup(
  context: Pick<Context, "store" | "blobs" | "clock" | "config" | "log" | "owner">,
  signal?: AbortSignal,
): Promise<string | null> {
  const { config, clock, log } = context;
  if (config.dailyBackups === 0) return null;
  const folder = join(config.dataDir, "backups");
  const newest = (await listDailyBackups(folder)).at(-1);
  const now = clock.now();
  // One from the future was made by a clock that was wrong.
  if (newest && newest.madeAt <= now && now - newest.madeAt < dayMs) return null;
  try {
    const path = join(folder, nameBackup(now));
    const { size, manifest } = await writeBackup(context, { path, keystore: null, signal });
    log.info({ path, size, missing: manifest.missing.length }, "the backup of the day was made");
    await forgetOldest(folder, config.dailyBackups);
    await context.store.transaction(clearFailure);
    return path;
  } catch (error) {
    if (signal?.aborted) return null;
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 300);
    await context.store
      .transaction(async (tx) => {
        await saveFailure(tx, { reason, at: now });
        await notify(tx, { type: "failed-backup", reason, now });
      })
      .catch(() => {});
    throw error;
  }
}

async function forgetOldest(folder: string, kept: number): Promise<void> {
  const all = await listDailyBackups(folder);
  for (const { name } of all.slice(0, Math.max(0, all.length - kept))) await rm(join(folder, name));
}

/** How the backup of the day fares. Times are ISO 8601 UTC. */
export interface DailyBackups {
  /** How many are kept; 0 where none is made. */
  readonly kept: number;
  /** The newest there is. */
  readonly last: { readonly madeAt: string; readonly bytes: number } | null;
  /** Why the one that was due could not be made; null when the last one was. */
  readonly failure: { readonly at: string; readonly reason: string } | null;
}

/** Of this process's database alone: it is in no backup (`keptRows`). */
const failureKey = "backup.failure";
const failureSchema = z.object({ at: z.number(), reason: z.string() });
type Failure = z.infer<typeof failureSchema>;

/** What the owner is shown of the backups that the configuration asks for. */
export async function readDailyBackups({
  config,
  store,
}: Pick<Context, "config" | "store">): Promise<DailyBackups> {
  const folder = join(config.dataDir, "backups");
  const newest = (await listDailyBackups(folder)).at(-1);
  const size = newest && (await stat(join(folder, newest.name)).catch(() => null))?.size;
  const kept = await readMeta(store.db, failureKey);
  const failed = kept === null ? null : failureSchema.parse(JSON.parse(kept));
  // One that was made by hand since is as good.
  const failure = failed && failed.at >= (newest?.madeAt ?? 0) ? failed : null;
  return {
    kept: config.dailyBackups,
    last:
      newest && size !== undefined ? { madeAt: new Date(newest.madeAt).toISOString(), bytes: size } : null,
    failure: failure && { at: new Date(failure.at).toISOString(), reason: failure.reason },
  };
}

/** Keeps why a backup could not be made, at `at` (ms), until one is. */
export async function saveFailure(tx: Tx, failure: Failure): Promise<void> {
  await writeMeta(tx, failureKey, JSON.stringify(failure));
}

/** A backup was made. */
export async function clearFailure(tx: Tx): Promise<void> {
  await deleteMeta(tx, failureKey);
}

/** Oldest first, times in ms; files that somebody else put there are none of ours. */
async function listDailyBackups(folder: string): Promise<{ name: string; madeAt: number }[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  return names
    .map((name) => ({ name, madeAt: timeOfBackup(name) }))
    .filter((backup): backup is { name: string; madeAt: number } => backup.madeAt !== null)
    .sort((one, other) => one.madeAt - other.madeAt);
}

const suffix = ".tar.zst";

/** The name of a backup that is made at `now` (ms): sorts by time. */
export function nameBackup(now: number): string {
  return `freehold-${new Date(now).toISOString().slice(0, 19).replaceAll(":", "-")}Z${suffix}`;
}

/** When the backup of that name was made, ms; null for a name that is none. */
export function timeOfBackup(name: string): number | null {
  const [, day, hour, minute, second] =
    /^freehold-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.zst$/.exec(name) ?? [];
  const time = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? null : time;
}
