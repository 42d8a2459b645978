import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { nameBackup } from "./name-backup.ts";
import { writeBackup } from "./write-backup.ts";

/** A backup that is read once. */
export interface OpenBackup {
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
 * Makes a backup, without the keystore, in the data folder's `download` for somebody who takes it away; one at a time. The
 * folder is gone when this returns or throws: the open file has no name, and its room is free when `bytes` closes.
 *
 * @throws what `writeBackup` throws: ENOSPC for a full disk, the signal's reason
 */
export async function openBackup(
  context: Parameters<typeof writeBackup>[0],
  signal: AbortSignal,
): Promise<OpenBackup> {
  const folder = join(context.config.dataDir, "download");
  // A process that was killed meanwhile may have left one.
  await rm(folder, { recursive: true, force: true });
  try {
    const name = nameBackup(context.clock.now());
    const path = join(folder, name);
    const { size, manifest } = await writeBackup(context, { path, keystore: null, signal });
    const file = await open(path);
    return { name, size, missing: manifest.missing.length, bytes: file.createReadStream() };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
