import { open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder, syncFolder } from "./blobs/sync-folder.ts";
import type { Config } from "./config.ts";
import { hostForNames, isOtherLiveProcess } from "./process-alive.ts";

/** One run of a server on a data folder. */
export interface Run {
  /** Whether a run before this one ended without saying so: it was killed, or the power went. */
  readonly afterCrash: boolean;
  /** To be called when everything is closed: the run ended well. */
  end(): Promise<void>;
}

/**
 * Notes in the data folder that a server runs here, so that the next one knows whether this one ended well. What
 * takes long to check is then checked after a crash alone.
 */
export async function noteRun({
  dataDir,
  databaseUrl,
}: Pick<Config, "dataDir" | "databaseUrl">): Promise<Run> {
  const folder = join(dataDir, "running");
  await makeFolder(folder);
  const name = `${hostForNames}.${process.pid}`;
  // On SQLite this process holds the folder, so that any other note is of one that is gone.
  const shared = databaseUrl !== null;
  const left = (await readdir(folder)).filter((note) => !(shared && isOfLiveProcess(note)));
  const note = await open(join(folder, name), "w", 0o600);
  await note.sync();
  await note.close();
  for (const other of left) if (other !== name) await rm(join(folder, other), { force: true });
  await syncFolder(folder);
  return {
    afterCrash: left.length > 0,
    end: () => rm(join(folder, name), { force: true }),
  };
}

/** One of another machine on the same folder may live; whether it does can't be seen from here, and a check too many is no harm. */
function isOfLiveProcess(note: string): boolean {
  const { host, pid } = /^(?<host>.+)\.(?<pid>\d+)$/.exec(note)?.groups ?? {};
  return host === hostForNames && isOtherLiveProcess(Number(pid));
}

/** Has the next start look at the data as after a crash: something was put in the database's place. */
export async function noteUnsettled({ dataDir }: Pick<Config, "dataDir">): Promise<void> {
  const folder = join(dataDir, "running");
  await makeFolder(folder);
  await (await open(join(folder, "replaced.0"), "w", 0o600)).close();
  await syncFolder(folder);
}
