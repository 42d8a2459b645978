import { join } from "node:path";
import { type OpenDownload, openDownload } from "../../domain/files/download.ts";
import { nameBackup, noteBackup } from "./daily.ts";
import { writeBackup } from "./write.ts";

/**
 * Makes a backup without the keystore, to be downloaded.
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
    await noteBackup(context, context.clock.now());
    return { path, missing: manifest.missing.length };
  });
}
