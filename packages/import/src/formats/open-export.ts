import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { streamFile } from "../archives/stream-file.ts";
import type { ImportArchive, ImportSource } from "../source.ts";
import type { OpenedExport } from "./opened-export.ts";

type Reader = (opened: OpenedExport) => Promise<ImportSource | null>;

const readers: readonly (() => Promise<Reader>)[] = [
  async () => (await import("./wordpress/wordpress.ts")).openWordPress,
  async () => (await import("./ghost/ghost.ts")).openGhost,
  async () => (await import("./substack.ts")).openSubstack,
  async () => (await import("./medium.ts")).openMedium,
  async () => (await import("./mastodon.ts")).openMastodon,
  async () => (await import("./bluesky/bluesky.ts")).openBluesky,
  async () => (await import("./blogger/blogger.ts")).openBlogger,
  async () => (await import("./feed.ts")).openFeed,
];

/**
 * Opens an export of WordPress, Ghost, Substack, Medium, Mastodon, Bluesky or Blogger, or a feed: a file, a zip, a tar or a folder. It is
 * recognised by its content, not by its name.
 *
 * @param archive the result of `openArchive`; the source closes it, and without a source it stays open
 * @returns null for anything else
 * @throws ImportError IMPORT_INVALID for an archive or export that is broken, and for one of a known program that is not read
 */
export async function openExport(path: string, archive: ImportArchive | null): Promise<ImportSource | null> {
  const opened: OpenedExport = {
    ...(archive ?? (await openSingleFile(path))),
    path,
    // A file that was packed by itself is as the file.
    isSingleFile: archive === null || (archive.entries.size === 1 && !(await stat(path)).isDirectory()),
  };
  for (const load of readers) {
    const source = await (await load())(opened);
    if (source) return source;
  }
  await (await import("./other-programs.ts")).refuseOtherPrograms(opened);
  return null;
}

/** A file by itself as an archive of one. */
export async function openSingleFile(path: string): Promise<ImportArchive> {
  const name = basename(path);
  const { size } = await stat(path);
  const entry = { name, size, open: () => Promise.resolve(streamFile(path)) };
  return { entries: new Map([[name, entry]]), close: () => Promise.resolve() };
}
