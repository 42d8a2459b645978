import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../../context.ts";
import { notify } from "../notifications/notify.ts";
import { forgetFailure, keepFailure, listDailyBackups } from "./daily-backups.ts";
import { nameBackup } from "./name-backup.ts";
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
  const newest = (await listDailyBackups(folder)).at(-1);
  const now = clock.now();
  // One from the future was made by a clock that was wrong.
  if (newest && newest.madeAt <= now && now - newest.madeAt < dayMs) return null;
  try {
    const path = join(folder, nameBackup(now));
    const { size, manifest } = await writeBackup(context, { path, keystore: null, signal });
    log.info({ path, size, missing: manifest.missing.length }, "the backup of the day was made");
    await forgetOldest(folder, config.dailyBackups);
    await context.store.transaction(forgetFailure);
    return path;
  } catch (error) {
    if (signal?.aborted) return null;
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 300);
    await context.store
      .transaction(async (tx) => {
        await keepFailure(tx, { reason, at: now });
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
