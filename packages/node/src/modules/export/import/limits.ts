import { dayMs, GiB, hourMs, MiB } from "@freehold/protocol/internal";

/** Limits of an import. */
export const importLimits = {
  entries: 1_000_000,
  reported: 10_000, // problems that a report lists, of each kind
  pictureBytes: 20 * MiB, // a missing picture that is fetched
  pictureMs: 30_000, // fetching a missing picture
  fetchedFiles: 10_000, // missing pictures and files that one import fetches
  fetchedFileBytes: 100 * MiB, // a missing file of the old site that is no picture
  fetchedFileMs: 300_000, // fetching such a file
  fetchedBytes: 8 * GiB, // all files that one import fetches
  fetchingMs: 6 * hourMs, // fetching all files of one import
  fetchRepeats: 3, // calls after the first one for a missing file whose server has no time
  fetchRepeatMs: 1_000, // before the first of those, three times as long before each other; at least so long where the server names a time
  fetchWaitMs: 120_000, // the longest wait that a server may ask for; after a longer one the next import fetches the file
  silentCalls: 20, // files in a row that one server did not give for now, after which it is not asked again
  uploadBytes: 4 * GiB,
  uploadKeptMs: 7 * dayMs,
  interruptions: 5, // restarts of the node while it works on an uploaded file
  reportedAuthors: 100, // authors of a file that the owner can choose from
  losses: 100, // entries in the report that lost words or code
  unsaidTitles: 10, // titles in the report of drafts of which nothing says that they are public
};
