import { open, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Readable } from "node:stream";
import { createTemporaryFolder } from "../../blobs/files.ts";
import type { Context } from "../../context.ts";

/** A file made for one download. */
export interface OpenDownload {
  /** The file name for the client. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** How many contents are missing or damaged here, and so not in the file. */
  readonly missing: number;
  /** Destroy it unless it is read to its end. */
  readonly bytes: Readable;
}

/**
 * Makes a file in a folder of its own in the data folder's `download`, and opens it. The folder is removed before this returns
 * or throws: closing `bytes` frees the disk space.
 *
 * @param make writes the file, under its final name, into the folder
 * @throws what `make` throws
 */
export async function openDownload(
  { config }: { config: Pick<Context["config"], "dataDir"> },
  make: (folder: string) => Promise<{ readonly path: string; readonly missing: number }>,
): Promise<OpenDownload> {
  await using folder = await createTemporaryFolder(join(config.dataDir, "download"));
  return await openPacked(await make(folder.path));
}

/** Opens a file that was made for one download. It can be removed as soon as it is open. */
export async function openPacked({
  path,
  missing,
}: {
  readonly path: string;
  readonly missing: number;
}): Promise<OpenDownload> {
  const { size } = await stat(path);
  const file = await open(path);
  return { name: basename(path), size, missing, bytes: file.createReadStream() };
}

/** A time (ms) as a part of a file name. */
export function formatTimeForName(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
}
