import { GiB, limit, MiB, valuesOf } from "@freehold/protocol/internal";

/** Limits of an import. */
export const importLimitTable = {
  entries: limit(1_000_000, "", "posts of one import", "the rest is not imported, and the report says so"),
  reported: limit(10_000, "", "problems that a report lists, of each kind", "the rest is counted"),
  filesOfPost: limit(
    1_000,
    "",
    "pictures and files of an imported post",
    "the rest stay links, and are reported",
  ),
  oldPathsOfPost: limit(50, "", "old addresses of an imported post", "the rest lead nowhere"),
  oldPathLength: limit(2_000, "chars", "an old address", "it leads nowhere"),
  tagsOfPost: limit(100, "", "tags of an imported post", "the rest are left out"),
  pictureBytes: limit(
    20 * MiB,
    "bytes",
    "a missing picture that is fetched",
    "it stays a link, and is reported",
  ),
  pictureMs: limit(30_000, "ms", "fetching a missing picture", "it stays a link, and is reported"),
  fetchedPictures: limit(10_000, "", "missing pictures that one import fetches", "the rest stay links"),
  uploadBytes: limit(
    4 * GiB,
    "bytes",
    "a file to import that is sent to the dashboard",
    "413 TOO_LARGE; use the command",
  ),
  uploadingMs: limit(2 * 3_600_000, "ms", "sending such a file", "the part that was sent is removed"),
  uploadKeptMs: limit(
    7 * 86_400_000,
    "ms",
    "such a file that is not imported, and the report of one that was",
    "it is removed",
  ),
  interruptions: limit(5, "", "restarts of the node while it works on such a file", "it stops, and says so"),
  readerMemory: limit(
    GiB,
    "bytes",
    "memory of JavaScript in the process that reads what is imported",
    "it stops there, and the report says so",
  ),
  readerSilenceMs: limit(60_000, "ms", "that process without a sign of life", "the same"),
  unsaidTitles: limit(
    10,
    "",
    "titles that a report lists of drafts of which nothing says that they are public",
    "the rest is counted",
  ),
  listedEntries: limit(100, "", "posts that a report lists", "the rest is counted"),
} as const;
export const importLimits = valuesOf(importLimitTable);
