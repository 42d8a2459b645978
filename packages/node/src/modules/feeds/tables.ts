import type { Generated } from "kysely";
import { column, columnsOf } from "../../store/tables/column.ts";
import type { TraitsByTable } from "../../store/tables/table-traits.ts";

declare module "../../store/tables/tables.ts" {
  interface Tables {
    feeds: FeedsTable;
    feed_entries: FeedEntriesTable;
    read_later: ReadLaterTable;
  }
}

/** A feed that the owner reads. Nothing of it is signed. */
const feedsTable = {
  id: column<Generated<number>>(),
  url: column<string>(),
  title: column<string>(),
  /** The page that it is the feed of. */
  siteUrl: column<string | null>(),
  /** The folder of the OPML file that it came from. */
  folder: column<string | null>(),
  /** The validator of the last reply, for the next question. */
  etag: column<string | null>(),
  lastModified: column<string | null>(),
  /** SHA-256 of the last bytes: not every server knows when nothing has changed. */
  bodyHash: column<string | null>(),
  createdAt: column<number>(),
  fetchedAt: column<number | null>(),
  /** null: it is gone for good, and is not asked again. */
  nextFetchAt: column<number | null>(),
  /** Failures in a row. */
  failures: column<number>(),
  lastError: column<string | null>(),
};
export type FeedsTable = typeof feedsTable;
export const feedColumns = columnsOf(feedsTable);

/** An entry of a feed, as it came: its HTML is untrusted, and nobody signed it. */
const feedEntriesTable = {
  id: column<Generated<number>>(),
  feedId: column<number>(),
  /** SHA-256 of the entry's own id. */
  guidHash: column<string>(),
  url: column<string | null>(),
  title: column<string>(),
  html: column<string | null>(),
  /** The base of relative links. */
  baseUrl: column<string>(),
  author: column<string | null>(),
  /** A file beside it, as the sound of a podcast. */
  fileUrl: column<string | null>(),
  fileType: column<string | null>(),
  /** The time that the feed gives, never later than its first fetch (seconds). */
  publishedAt: column<number>(),
  /** Its position in the timeline (seconds): the time at which it came, or for entries of the first answer its publication. */
  sortTime: column<number>(),
  seenAt: column<number>(),
};
export type FeedEntriesTable = typeof feedEntriesTable;
export const feedEntryColumns = columnsOf(feedEntriesTable);

/** A text that the owner wants to read later, with a copy of its own. */
const readLaterTable = {
  id: column<Generated<number>>(),
  /** `publication:` and the hash and publisher, or `entry:` and the feed's address and the entry's `guidHash`. */
  subject: column<string>(),
  url: column<string | null>(),
  title: column<string>(),
  /** The name of the publisher or the feed. */
  source: column<string>(),
  /** Up to a limit. */
  body: column<string | null>(),
  format: column<"markdown" | "html">(),
  baseUrl: column<string>(),
  /** Milliseconds. */
  writtenAt: column<number>(),
  savedAt: column<number>(),
  isDone: column<number>(),
};
export type ReadLaterTable = typeof readLaterTable;
export const readLaterColumns = columnsOf(readLaterTable);

/** The traits of the module's tables. */
export const tables: TraitsByTable = {
  feeds: {
    key: ["id"],
    counted: true,
    inBackup: true,
    isPrivate: true,
    times: { next_fetch_at: "due", created_at: "event", fetched_at: "event" },
    calls: { whom: "feeds that the owner reads", columns: ["url"], off: { next_fetch_at: null } },
    neverCalled: { site_url: "a link for the owner" },
  },
  feed_entries: {
    key: ["id"],
    counted: true,
    inBackup: true,
    isPrivate: true,
    // Positions in lists and in the timeline.
    times: { sort_time: "fixed", seen_at: "fixed", published_at: "fixed" },
    calls: null,
    neverCalled: {
      base_url: "links in the entry start from it",
      file_url: "a link for the owner",
      url: "a link for the owner",
    },
  },
  read_later: {
    key: ["id"],
    counted: true,
    inBackup: true,
    isPrivate: true,
    times: { written_at: "fixed", saved_at: "fixed" },
    calls: null,
    neverCalled: {
      base_url: "links in the copy start from it",
      source: "the name of a publisher or a feed",
      url: "a link for the owner",
    },
  },
};
