import { join } from "node:path";
import type { Context } from "../../../context.ts";
import { formatTimeForName, type OpenDownload, openDownload } from "../../../domain/files/download.ts";
import { signIfUnlocked } from "./manifest.ts";
import { packFolder } from "./pack.ts";
import { writeExport } from "./write.ts";

/** The name of an export that is made now, without its ending. */
export function nameExport({ clock }: Pick<Context, "clock">): string {
  return `freehold-export-${formatTimeForName(clock.now())}`;
}

/**
 * Makes an export, packed into one file (tar in gzip, which every system opens), to be downloaded.
 *
 * @param options.withPrivate as `writeExport` has it
 * @throws what `writeExport` throws: ENOSPC for a full disk, the signal's reason
 */
export function openExport(
  context: Parameters<typeof writeExport>[0] & Pick<Context, "config" | "unlockSigner">,
  options: Pick<Parameters<typeof writeExport>[1], "withPrivate" | "verifier"> & {
    readonly signal: AbortSignal;
  },
): Promise<OpenDownload> {
  return openDownload(context, async (download) => {
    const name = nameExport(context);
    const folder = join(download, name);
    const { missing, statement } = await writeExport(context, { ...options, folder });
    await signIfUnlocked(context, folder, statement);
    const path = `${folder}.tar.gz`;
    await packFolder(folder, path, { name, kind: "tar.gz", signal: options.signal });
    return { path, missing: missing.length };
  });
}
