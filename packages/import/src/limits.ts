import { GiB, KiB, limit, MiB, valuesOf } from "@freehold/protocol/internal";

const refused = "IMPORT_INVALID";
const setAside = "it is set aside, and the report says so";

/** Limits of reading the files of other programs. */
export const importFormatLimits = {
  archiveEntries: limit(200_000, "", "files of an archive or a folder", refused),
  archiveEntryBytes: limit(4 * GiB, "bytes", "one file of an archive, unpacked", refused),
  archiveBytes: limit(64 * GiB, "bytes", "all files of an archive, unpacked", refused),
  archiveRatio: limit(200, "", "bytes that a byte of an archive unpacks to, after the first 16 MiB", refused),
  archiveNameLength: limit(4 * KiB, "bytes", "the path of a file in an archive", refused),
  rowLength: limit(16 * MiB, "chars", "one entry of an export, as JSON or XML", refused),
  jsonDepth: limit(200, "", "lists and objects inside each other in a JSON file", refused),
  indexedPosts: limit(
    1_000_000,
    "",
    "posts, attachments or tags of an export that refer to each other",
    refused,
  ),
  threadPosts: limit(500, "", "short posts that are joined to one", "the next ones begin another"),
  tableRows: limit(4_000_000, "", "rows of a table of an epress node", "the rest is not imported"),
  feedBytes: limit(64 * MiB, "bytes", "a feed that is imported", refused),
  carBlockBytes: limit(4 * MiB, "bytes", "a block of a Bluesky repository", refused),
  htmlLength: limit(2 * MiB, "chars", "the HTML of a post", setAside),
  htmlElements: limit(20_000, "", "elements in the HTML of a post", setAside),
  htmlDepth: limit(
    64,
    "",
    "elements inside each other in the HTML of a post",
    "the text of deeper ones stays",
  ),
  siteTextBytes: limit(4 * MiB, "bytes", "a text or the settings in a folder", setAside),
  frontMatterBytes: limit(64 * KiB, "bytes", "the front matter of a Markdown file", "the file is refused"),
  folderDepth: limit(32, "", "folders inside each other", "what is deeper is left out"),
} as const;

export const importFormatLimitValues = valuesOf(importFormatLimits);
