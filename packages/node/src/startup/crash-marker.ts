import { open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { hostForNames, isOtherLiveProcess, makeFolder, syncFolder } from "../blobs/files.ts";
import type { Config } from "../config/config.ts";

/** Left by `markUnsettled`. */
const replacedMarker = "replaced.0";

/** The cause of checks before the start: a crash, or a database that was replaced by an earlier one. */
export type Unsettled = "crash" | "replaced";

/**
 * Writes a marker into the data folder. A server that ends well removes its marker, so an older one shows a crash; the
 * long checks run only then.
 *
 * @returns `unsettled`: what an older marker shows, or null; `end`: to be called when everything is closed
 */
export async function markRun({ dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">) {
  const folder = join(dataDir, "running");
  await makeFolder(folder);
  const name = `${hostForNames}.${process.pid}`;
  // On SQLite this process holds the folder, so the process of any other marker is gone.
  const shared = databaseUrl !== null;
  const left = (await readdir(folder)).filter((marker) => !(shared && isOfLiveProcess(marker)));
  const marker = await open(join(folder, name), "w", 0o600);
  await marker.sync();
  await marker.close();
  for (const other of left) if (other !== name) await rm(join(folder, other), { force: true });
  await syncFolder(folder);
  return {
    unsettled: unsettledBy(left),
    end: () => rm(join(folder, name), { force: true }),
  };
}

function unsettledBy(markers: readonly string[]): Unsettled | null {
  if (markers.length === 0) return null;
  return markers.every((marker) => marker === replacedMarker) ? "replaced" : "crash";
}

/** A process of another machine counts as gone, because this machine can't see it; a check too many does no harm. */
function isOfLiveProcess(marker: string): boolean {
  const { host, pid } = /^(?<host>.+)\.(?<pid>\d+)$/.exec(marker)?.groups ?? {};
  return host === hostForNames && isOtherLiveProcess(Number(pid));
}

/** Makes the next start compare the database with the files, because it was replaced by an earlier one. */
export async function markUnsettled({ dataDir }: Pick<Config, "dataDir">): Promise<void> {
  const folder = join(dataDir, "running");
  await makeFolder(folder);
  await (await open(join(folder, replacedMarker), "w", 0o600)).close();
  await syncFolder(folder);
}
