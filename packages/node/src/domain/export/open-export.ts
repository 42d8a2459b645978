import { join } from "node:path";
import type { Context } from "../../context.ts";
import { type OpenDownload, openDownload } from "../backup/open-download.ts";
import { packFolder } from "./pack-folder.ts";
import { writeExport } from "./write-export.ts";

/**
 * Makes an export, packed into one file that opens with a double click, for somebody who takes it away.
 *
 * @param options.withPrivate as `writeExport` has it
 * @throws what `writeExport` throws: ENOSPC for a full disk, the signal's reason
 */
export function openExport(
  context: Parameters<typeof writeExport>[0] & Pick<Context, "config">,
  { withPrivate, signal }: { readonly withPrivate: boolean; readonly signal: AbortSignal },
): Promise<OpenDownload> {
  return openDownload(context, async (download) => {
    const name = nameExport(context.clock.now());
    const folder = join(download, name);
    const { missing } = await writeExport(context, { folder, withPrivate, signal });
    const path = `${folder}.tar.gz`;
    await packFolder(folder, path, signal);
    return { path, missing: missing.length };
  });
}

/** The name of an export that is made at `now` (ms): sorts by time. */
function nameExport(now: number): string {
  return `freehold-export-${new Date(now).toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
}
