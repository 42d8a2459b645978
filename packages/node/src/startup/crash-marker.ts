import { open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { hostForNames, isOtherLiveProcess, makeFolder, syncFolder } from "../blobs/files.ts";
import type { Config } from "../config/config.ts";

/** One run of a server on a data folder. */
export interface Run {
  /** Whether a run before this one left its marker: it was killed, or the power failed. */
  readonly afterCrash: boolean;
  /** To be called when everything is closed: the run ended well. */
  end(): Promise<void>;
}

/**
 * Writes a marker into the data folder, which is removed when the server ends well. Where a run finds an older marker, the
 * server crashed; what takes long to check is checked only then.
 */
export async function markRun({
  dataDir,
  databaseUrl,
}: Pick<Config, "dataDir" | "databaseUrl">): Promise<Run> {
  const folder = join(dataDir, "running");
  await makeFolder(folder);
  const name = `${hostForNames}.${process.pid}`;
  // On SQLite this process holds the folder, so that any other marker is of a process that is gone.
  const shared = databaseUrl !== null;
  const left = (await readdir(folder)).filter((marker) => !(shared && isOfLiveProcess(marker)));
  const marker = await open(join(folder, name), "w", 0o600);
  await marker.sync();
  await marker.close();
  for (const other of left) if (other !== name) await rm(join(folder, other), { force: true });
  await syncFolder(folder);
  return {
    afterCrash: left.length > 0,
    end: () => rm(join(folder, name), { force: true }),
  };
}

/** One of another machine on the same folder may live; whether it does can't be seen from here, and a check too many is no harm. */
function isOfLiveProcess(marker: string): boolean {
  const { host, pid } = /^(?<host>.+)\.(?<pid>\d+)$/.exec(marker)?.groups ?? {};
  return host === hostForNames && isOtherLiveProcess(Number(pid));
}

/** Has the next start look at the data as after a crash: something was put in the database's place. */
export async function markUnsettled({ dataDir }: Pick<Config, "dataDir">): Promise<void> {
  const folder = join(dataDir, "running");
  await makeFolder(folder);
  await (await open(join(folder, "replaced.0"), "w", 0o600)).close();
  await syncFolder(folder);
}
