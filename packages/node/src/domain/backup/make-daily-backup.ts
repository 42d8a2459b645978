import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../../context.ts";
import { notify } from "../notifications/notify.ts";
import { nameBackup, timeOfBackup } from "./name-backup.ts";
import { writeBackup } from "./write-backup.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Makes a backup in the data folder's `backups` when the newest there is a day old, and removes the oldest beyond the
 * number that the configuration keeps. What goes wrong is told to the owner, and tried again at the next call.
 *
 * @returns the path of one that was made, or null
 */
export async function makeDailyBackup(
  context: Pick<Context, "store" | "blobs" | "clock" | "config" | "log">,
  signal?: AbortSignal,
): Promise<string | null> {
  const { config, clock, log } = context;
  if (config.dailyBackups === 0) return null;
  const folder = join(config.dataDir, "backups");
  const newest = (await listBackups(folder)).at(-1);
  const now = clock.now();
  // One from the future was made by a clock that was wrong.
  if (newest && newest.madeAt <= now && now - newest.madeAt < dayMs) return null;
  try {
    const path = join(folder, nameBackup(now));
    const { size, manifest } = await writeBackup(context, { path, keystore: null, signal });
    log.info({ path, size, missing: manifest.missing.length }, "the backup of the day was made");
    await forgetOldest(folder, config.dailyBackups);
    return path;
  } catch (error) {
    if (signal?.aborted) return null;
    const reason = error instanceof Error ? error.message : String(error);
    await context.store
      .transaction((tx) => notify(tx, { type: "failed-backup", reason: reason.slice(0, 300), now }))
      .catch(() => {});
    throw error;
  }
}

async function forgetOldest(folder: string, kept: number): Promise<void> {
  const all = await listBackups(folder);
  for (const { name } of all.slice(0, Math.max(0, all.length - kept))) await rm(join(folder, name));
}

/** Oldest first; files that somebody else put there are none of ours. */
async function listBackups(folder: string): Promise<{ name: string; madeAt: number }[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  return names
    .map((name) => ({ name, madeAt: timeOfBackup(name) }))
    .filter((backup): backup is { name: string; madeAt: number } => backup.madeAt !== null)
    .sort((one, other) => one.madeAt - other.madeAt);
}
