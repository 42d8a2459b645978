import { createReadStream, createWriteStream } from "node:fs";
import { opendir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Pack, pack } from "tar-stream";
import type { Context } from "../../context.ts";
import { type OpenDownload, openDownload } from "../backup/download.ts";
import { writeExport } from "./write.ts";

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

/**
 * Packs a folder, under its own name, into a new file (tar in gzip, which every system opens), readable for this user alone.
 * Each file is removed as soon as it is in, so that both together take little more room than one of them.
 *
 * @throws the signal's reason; ENOSPC for a full disk
 */
async function packFolder(folder: string, path: string, signal: AbortSignal): Promise<void> {
  const tar = pack();
  const out = createWriteStream(path, { flags: "wx", mode: 0o600 });
  const written = pipeline(tar, createGzip(), out, { signal });
  const filled = fill(tar, folder, basename(folder), signal).then(
    () => tar.finalize(),
    (error: unknown) => {
      tar.destroy(error instanceof Error ? error : new Error(String(error)));
      throw error;
    },
  );
  const [writing, filling] = await Promise.allSettled([written, filled]);
  // A full disk ends the writing, and the filling only for that reason.
  if (writing.status === "rejected") throw writing.reason;
  if (filling.status === "rejected") throw filling.reason;
}

async function fill(tar: Pack, folder: string, name: string, signal: AbortSignal): Promise<void> {
  const { mtime } = await stat(folder);
  tar.entry({ name, type: "directory", mode: 0o700, mtime });
  for await (const entry of await opendir(folder)) {
    signal.throwIfAborted();
    const inside = `${name}/${entry.name}`;
    if (entry.isDirectory()) await fill(tar, join(folder, entry.name), inside, signal);
    else await move(tar, join(folder, entry.name), inside, signal);
  }
}

async function move(tar: Pack, path: string, name: string, signal: AbortSignal): Promise<void> {
  const { size, mtime } = await stat(path);
  await pipeline(createReadStream(path), tar.entry({ name, size, mode: 0o600, mtime }), { signal });
  await rm(path);
}
