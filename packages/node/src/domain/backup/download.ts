import { open, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Readable } from "node:stream";
import type { Context } from "../../context.ts";
import { nameBackup } from "./daily.ts";
import { writeBackup } from "./write.ts";

/**
 * Makes a backup, without the keystore, for somebody who takes it away.
 *
 * @throws what `writeBackup` throws: ENOSPC for a full disk, the signal's reason
 */
export function openBackup(
  context: Parameters<typeof writeBackup>[0],
  signal: AbortSignal,
): Promise<OpenDownload> {
  return openDownload(context, async (folder) => {
    const path = join(folder, nameBackup(context.clock.now()));
    const { manifest } = await writeBackup(context, { path, keystore: null, signal });
    return { path, missing: manifest.missing.length };
  });
}

/** A file that was made for somebody who takes it away, and is read once. */
export interface OpenDownload {
  /** What the file is to be called. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** How many contents are missing or damaged here, and so not in it. */
  readonly missing: number;
  /** Destroy it where it is not read to its end. */
  readonly bytes: Readable;
}

/**
 * Has a file made in the data folder's `download`, and opens it; one at a time. The folder is gone when this returns or
 * throws: the open file has no name, and its room is free when `bytes` closes.
 *
 * @param make writes the file somewhere in the folder, which may not be there yet; it has the name there that it is to have
 * @throws what `make` throws
 */
export async function openDownload(
  { config }: { config: Pick<Context["config"], "dataDir"> },
  make: (folder: string) => Promise<{ readonly path: string; readonly missing: number }>,
): Promise<OpenDownload> {
  const folder = join(config.dataDir, "download");
  // A process that was killed meanwhile may have left one.
  await rm(folder, { recursive: true, force: true });
  try {
    const { path, missing } = await make(folder);
    const { size } = await stat(path);
    const file = await open(path);
    return { name: basename(path), size, missing, bytes: file.createReadStream() };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
