/**
 * The files of other programs as entries that know no program: text in Markdown, date as it was written, visibility with its reason,
 * tags, old paths, and files by the address in the text. It knows no node, writes nothing but temporary files, and yields one entry
 * after another. Anybody may have made the files, so it runs in a process with a limit of memory.
 *
 * @example
 * const archive = await openArchive("export.zip");
 * const source = await openSource("export.zip", archive);
 * for await (const entry of source?.entries() ?? []) if ("why" in entry) console.log(entry.key, entry.why);
 */
export { openArchive } from "./archives/archive.ts";
export { inside } from "./archives/inside-folder.ts";
export { openFolder } from "./archives/open-folder.ts";
export { shareOfWords } from "./balance/find-missing.ts";
export { isIncomplete } from "./balance/incomplete.ts";
export { ImportError } from "./errors.ts";
export { feedLimits } from "./feeds/limits.ts";
export { splitWidth, targetsOf } from "./html/pictures-of-text.ts";
export { importFormatLimits } from "./limits.ts";
export { leadToPages, leaveWords } from "./markdown/links/leave-words.ts";
export type { ReadPost } from "./markdown/read-post.ts";
export { openReference, openSource, readMarkdownPost } from "./open-source.ts";
export type { ReferenceFolder, ReferenceRow } from "./reference/reference-folder.ts";
export type {
  ArchiveEntry,
  Balance,
  ImportArchive,
  ImportAuthor,
  ImportedComment,
  ImportedFile,
  ImportedPost,
  ImportRefusal,
  ImportSource,
  SourceFormat,
} from "./source.ts";
export {
  draftBecause,
  draftReasons,
  leftOutReasons,
  publicBecause,
  publicReasons,
  type Visibility,
} from "./visibility.ts";
export type { WrittenDate } from "./written-date.ts";
