import type { ReadPost } from "./markdown/read-post.ts";
import type { ReferenceFolder } from "./reference/reference-folder.ts";
import type { ImportArchive, ImportSource } from "./source.ts";

/**
 * Recognises a file, an archive or a folder by its content: an export of WordPress, Ghost, Substack, Medium, Mastodon, Bluesky or Blogger, a feed, or a
 * folder of Markdown.
 *
 * @param archive the result of `openArchive`; the source closes it, and without a source it stays open
 * @returns null for anything else
 * @throws ImportError IMPORT_INVALID for an archive or an export that is broken, and for one of a known program that is not read
 */
export async function openSource(path: string, archive: ImportArchive | null): Promise<ImportSource | null> {
  // This format takes most.
  const { openMarkdown } = await import("./markdown/markdown-format.ts");
  const { hasSiteAtTop } = await import("./markdown/sites/find-layout.ts");
  // A site may keep the exports from which it was made.
  const site = archive && hasSiteAtTop(archive) ? await openMarkdown(path, archive) : null;
  if (site) return site;
  const { openExport, openSingleFile } = await import("./formats/open-export.ts");
  const source = await openExport(path, archive);
  if (source) return source;
  return archive ? await openMarkdown(path, archive) : await openMarkdown(path, await openSingleFile(path));
}

/**
 * Opens the data folder of an epress node, the folder above it, an archive of either, or its SQLite file.
 *
 * @param archive the opened archive, where the path is one; it stays open
 * @param temporary a folder for the database of an archive
 * @returns null for anything else
 * @throws ImportError IMPORT_INVALID for a damaged database or archive
 */
export async function openReference(
  path: string,
  archive: ImportArchive | null,
  temporary: string,
): Promise<ReferenceFolder | null> {
  const { openReferenceFolder } = await import("./reference/open-reference.ts");
  return openReferenceFolder(path, archive, temporary);
}

/**
 * Reads a Markdown file by itself.
 *
 * @returns null for a file without front matter, whose bytes are published as they are
 * @throws ImportError VALIDATION_FAILED for front matter that can't be read
 */
export async function readMarkdownPost(text: string): Promise<ReadPost | null> {
  const { readPost } = await import("./markdown/read-post.ts");
  return readPost(text);
}
