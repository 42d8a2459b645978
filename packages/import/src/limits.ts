import { GiB, KiB, MiB } from "@freehold/protocol/internal";

/** Limits of reading the files of other programs. */
export const importFormatLimits = {
  archiveEntryBytes: 4 * GiB, // one file of an archive, unpacked
  archiveBytes: 64 * GiB, // all files of an archive, unpacked
  archiveRatio: 200,
  archiveNameLength: 4 * KiB, // the path of a file in an archive
  rowLength: 16 * MiB,
  jsonDepth: 200, // lists and objects inside each other in a JSON file
  indexedPosts: 1_000_000, // posts, attachments or tags of an export that refer to each other
  feedBytes: 64 * MiB, // a feed that is imported
  authors: 1_000, // people who wrote the entries of one source
  comments: 2_000, // comments on one post
  commentLength: 5_000, // characters of a comment, as Markdown
  commenterLength: 60, // characters of the name of its author
  commenterUrlLength: 300, // characters of the address of its author's site
  htmlLength: 2 * MiB,
  htmlElements: 20_000, // elements in the HTML of a post
  htmlDepth: 64, // elements inside each other in the HTML of a post
};
