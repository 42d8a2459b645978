import { createReadStream } from "node:fs";
import { opendir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Pack } from "tar-stream";
import type { Context } from "../../context.ts";
import { formatTimeForName } from "../backup/daily.ts";
import { type OpenDownload, openDownload } from "../backup/download.ts";
import { writeTar } from "../backup/write-tar.ts";
import { writeExport } from "./write.ts";

/**
 * Makes an export, packed into one file (tar in gzip, which every system opens), to be downloaded.
 *
 * @param options.withPrivate as `writeExport` has it
 * @throws what `writeExport` throws: ENOSPC for a full disk, the signal's reason
 */
export function openExport(
  context: Parameters<typeof writeExport>[0] & Pick<Context, "config">,
  { withPrivate, signal }: { readonly withPrivate: boolean; readonly signal: AbortSignal },
): Promise<OpenDownload> {
  return openDownload(context, async (download) => {
    const name = `freehold-export-${formatTimeForName(context.clock.now())}`;
    const folder = join(download, name);
    const { missing } = await writeExport(context, { folder, withPrivate, signal });
    const path = `${folder}.tar.gz`;
    await writeTar(path, { compressor: createGzip(), flush: false, signal }, (tar) =>
      moveFolder(tar, folder, name, signal),
    );
    return { path, missing: missing.length };
  });
}

/** Adds a folder to the file. Removes each file once it is added, so that both together take little more space than one. */
async function moveFolder(tar: Pack, folder: string, name: string, signal: AbortSignal): Promise<void> {
  const { mtime } = await stat(folder);
  tar.entry({ name, type: "directory", mode: 0o700, mtime });
  for await (const entry of await opendir(folder)) {
    signal.throwIfAborted();
    const path = join(folder, entry.name);
    const inside = `${name}/${entry.name}`;
    if (entry.isDirectory()) {
      await moveFolder(tar, path, inside, signal);
    } else {
      const { size, mtime } = await stat(path);
      const target = tar.entry({ name: inside, size, mode: 0o600, mtime });
      await pipeline(createReadStream(path), target, { signal });
      await rm(path);
    }
  }
}
