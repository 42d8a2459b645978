import { dayMs, GiB, MiB } from "@freehold/protocol/internal";

/** Limits of an import. */
export const importLimits = {
  entries: 1_000_000,
  reported: 10_000, // problems that a report lists, of each kind
  pictureBytes: 20 * MiB, // a missing picture that is fetched
  pictureMs: 30_000, // fetching a missing picture
  fetchedPictures: 10_000, // missing pictures that one import fetches
  uploadBytes: 4 * GiB,
  uploadKeptMs: 7 * dayMs,
  interruptions: 5, // restarts of the node while it works on an uploaded file
  reportedAuthors: 100, // authors of a file that the owner can choose from
  losses: 100, // entries in the report that lost words or code
  unsaidTitles: 10, // titles in the report of drafts of which nothing says that they are public
};
