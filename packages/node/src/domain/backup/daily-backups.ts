import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Context } from "../../context.ts";
import { deleteMeta, readMeta, writeMeta } from "../../store/meta.ts";
import type { Tx } from "../../store/store.ts";
import { timeOfBackup } from "./name-backup.ts";

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
export async function keepFailure(tx: Tx, failure: Failure): Promise<void> {
  await writeMeta(tx, failureKey, JSON.stringify(failure));
}

/** A backup was made. */
export async function forgetFailure(tx: Tx): Promise<void> {
  await deleteMeta(tx, failureKey);
}

/** Oldest first, times in ms; files that somebody else put there are none of ours. */
export async function listDailyBackups(folder: string): Promise<{ name: string; madeAt: number }[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  return names
    .map((name) => ({ name, madeAt: timeOfBackup(name) }))
    .filter((backup): backup is { name: string; madeAt: number } => backup.madeAt !== null)
    .sort((one, other) => one.madeAt - other.madeAt);
}
