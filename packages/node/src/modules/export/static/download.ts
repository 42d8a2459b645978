import { join } from "node:path";
import type { Context } from "../../../context.ts";
import { formatTimeForName, type OpenDownload, openDownload } from "../../../domain/files/download.ts";
import { signIfUnlocked } from "../archive/manifest.ts";
import { packFolder } from "../archive/pack.ts";
import { writeStaticSite } from "./write-site.ts";

/**
 * Makes the static site, packed into one file, to be downloaded.
 *
 * @throws what `writeStaticSite` throws: ENOSPC for a full disk, the signal's reason
 */
export function openStaticSite(context: Context, signal: AbortSignal): Promise<OpenDownload> {
  return openDownload(context, async (download) => {
    const name = `freehold-site-${formatTimeForName(context.clock.now())}`;
    const folder = join(download, name);
    const { statement } = await writeStaticSite(context, { folder, signal });
    await signIfUnlocked(context, folder, statement);
    const path = `${folder}.tar.gz`;
    await packFolder(folder, path, { name, kind: "tar.gz", signal });
    return { path, missing: 0 };
  });
}
