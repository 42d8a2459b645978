import type { Address, Hex } from "@freehold/protocol";
import type { Generated, GeneratedAlways, Selectable } from "kysely";
import { column, columnsOf } from "./column.ts";
import type { TraitsByTable } from "./table-traits.ts";

/** Every blob that a publication or the profile refers to. */
export interface ContentsTable {
  hash: Hex;
  size: number;
  createdAt: number;
  /** The bytes of a small content that was pulled. All other contents are files. */
  bytes: Uint8Array | null;
}

export type PublicationKind = "POST" | "FILE";
export type PublicationState = "draft" | "local" | "signed";

/** This owner's publications in every state, and replicas (always `signed`) of followed publishers'. */
const publicationsTable = {
  id: column<Generated<number>>(),
  publisherAddress: column<Address>(),
  kind: column<PublicationKind>(),
  state: column<PublicationState>(),
  contentHash: column<Hex>(),
  mediaType: column<string>(),
  filename: column<string | null>(),
  /** The caption of a FILE. */
  description: column<string | null>(),
  slug: column<string | null>(),
  /** Seconds; null until signed. */
  timestamp: column<number | null>(),
  signature: column<Hex | null>(),
  /** The `encodeType` text that was hashed, so that the signature can be checked again exactly. */
  proofType: column<string | null>(),
  /** The order among publications of one second: the order of signing, or of the publisher's index. 0 until signed. */
  seq: column<number>(),
  /** Seconds: `timestamp`, or `created_at` until it is signed. The database computes it; index and timeline are in its order. */
  sortTime: column<GeneratedAlways<number>>(),
  createdAt: column<number>(),
  updatedAt: column<number>(),
  /** The owner's own summary in plain text, which is not signed; null for the opening of the text. */
  excerpt: column<string | null>(),
  /** The content of the owner's picture above the text. */
  coverHash: column<Hex | null>(),
  /** 1 for a page of the site such as "About", which is in none of its lists. */
  isPage: column<Generated<0 | 1>>(),
  /** The content that this one is a new version of, as its text says. */
  replaces: column<Hex | null>(),
  /** The content of the first of its versions; null where there is one version. */
  original: column<Hex | null>(),
  /** 1 if there is a newer version. */
  isReplaced: column<Generated<0 | 1>>(),
  /**
   * Milliseconds: the date of writing by another program, which nobody signed; null for a publication that was written
   * here.
   */
  writtenAt: column<number | null>(),
  /** The id of its item in feeds, for ever: made when it first becomes public, and that of its post for a new version. */
  feedId: column<string | null>(),
  /**
   * Milliseconds, also before 1970: the date that readers see. That of writing in another program, else of the first
   * publication; a new version has that of its post. Null for a draft that was never public, and for replicas.
   */
  publishedAt: column<number | null>(),
  /** Seconds of `publishedAt`: the place among the posts of the site, in the order of these three columns. */
  siteTime: column<number | null>(),
  /** `seq` among publications that were signed at once, else 0. */
  siteSeq: column<number | null>(),
  /** The id of its first version. */
  siteId: column<number | null>(),
  /** Milliseconds: the last change that readers see; `publishedAt` where there was none. */
  modifiedAt: column<number | null>(),
  /** The feed id and the date that it had as a post of its own, while it is a version of another one; null for all others. */
  ownFeedId: column<string | null>(),
  ownPublishedAt: column<number | null>(),
};
export type PublicationsTable = typeof publicationsTable;
/** The columns of the record, also for joins. */
export const publicationColumns = columnsOf(publicationsTable, "sortTime").map(
  (name) => `publications.${name}` as const,
);

/** A publication that is presented by its text alone, and has no other version. */
export const plainPublication = {
  excerpt: null,
  coverHash: null,
  isPage: 0,
  replaces: null,
  original: null,
  isReplaced: 0,
  writtenAt: null,
  feedId: null,
  publishedAt: null,
  siteTime: null,
  siteSeq: null,
  siteId: null,
  modifiedAt: null,
  ownFeedId: null,
  ownPublishedAt: null,
} as const satisfies Partial<Selectable<PublicationsTable>>;

/** A place in the timeline, in the index or on the site; `timestamp` in seconds. */
export interface TimelinePosition {
  timestamp: number;
  seq: number;
  id: number;
}

/** The place of a publication: its timestamp, and until it is signed the second in which it was made. */
export function timelinePosition({
  timestamp,
  createdAt,
  seq,
  id,
}: Pick<Selectable<PublicationsTable>, "timestamp" | "createdAt" | "seq" | "id">): TimelinePosition {
  // As the database divides: towards zero, and without a negative zero.
  return { timestamp: timestamp ?? Math.trunc(createdAt / 1000) + 0, seq, id };
}

/** The place of a published publication among the posts of the site; `id` is that of its first version. */
export function sitePosition({
  id,
  siteTime,
  siteSeq,
  siteId,
}: Pick<Selectable<PublicationsTable>, "id" | "siteTime" | "siteSeq" | "siteId">): TimelinePosition {
  if (siteTime === null || siteSeq === null || siteId === null)
    throw new Error(`The publication ${id} has no place on the site.`);
  return { timestamp: siteTime, seq: siteSeq, id: siteId };
}

/** A signed publication that was deleted here: never signed again with that second, never pulled back. */
export interface PublicationTombstonesTable {
  publisherAddress: Address;
  contentHash: Hex;
  timestamp: number;
  deletedAt: number;
}

/** The hashtags of a publication's text, folded, with its places in the timeline and on the site. */
export interface PublicationHashtagsTable {
  publicationId: number;
  tag: string;
  publisherAddress: Address;
  sortTime: number;
  seq: number;
  siteTime: number | null;
  siteSeq: number | null;
  siteId: number | null;
}

/** A draft that becomes local by itself at a time (ms). */
export interface PublicationSchedulesTable {
  publicationId: number;
  dueAt: number;
}

/** An earlier text of an own post, saved at a time (ms). */
export interface PublicationHistoryTable {
  id: Generated<number>;
  publicationId: number;
  contentHash: Hex;
  savedAt: number;
}

/** Changes of a published post that readers don't see yet. */
export interface PublicationChangesTable {
  publicationId: number;
  contentHash: Hex;
  slug: string | null;
  /** The `updatedAt` of the published post from which the changes go on. Another one means that the post was changed elsewhere. */
  baseRevision: number;
  /** Milliseconds; higher than all earlier ones, and than that of the post. */
  updatedAt: number;
}

/** The stored replicas of each followed publisher, counted when one is added or deleted. */
export interface ReplicaUsageTable {
  publisherAddress: Address;
  replicas: number;
  bytes: number;
  /** When the owner last deleted one; 0: never. */
  freedAt: number;
}

/**
 * A list in which an owner's publications have a place: `index` of signed ones in the order of signing, `site` of the posts on
 * the site in the order of the dates that readers see.
 */
export type ListName = "index" | "site";

/**
 * Marks in the lists of this owner: how many publications stand before a key. Each list has a mark at its start and one
 * at its end, which so has the total. Other publishers have none.
 */
export interface PublicationMarksTable {
  publisherAddress: Address;
  list: ListName;
  sortTime: number;
  seq: number;
  id: number;
  position: number;
}

/** An import from another program, by its name there: it is imported once, also if it was deleted here. */
export interface ImportsTable {
  format: string;
  key: string;
  /** Null after it was deleted. */
  publicationId: number | null;
  /** Whether followers are to be notified when it is signed. */
  announce: 0 | 1;
  importedAt: number;
}

/** A path of the site where a publication was before, with its query. It is looked up where nothing else is found. */
export interface OldAddressesTable {
  path: string;
  /** Null if it is gone. */
  publicationId: number | null;
}

/** A tag of public posts that was renamed, and the tag to whose page its page leads; both folded. */
export interface MovedTagsTable {
  tag: string;
  target: string;
}

/** A slug, and the first signed publication of this owner that had it. */
export interface FirstSlugsTable {
  slug: string;
  contentHash: Hex;
  /** Seconds. */
  timestamp: number;
}

/** Contents come before profiles, which refer to their pictures. */
export const contentTraits: TraitsByTable = {
  contents: {
    key: ["hash"],
    // Their bytes follow as files.
    inBackup: ["hash", "size", "created_at"],
    times: { created_at: "event" },
    calls: null,
  },
};

/** Traits of the tables of publications. */
export const publicationTraits: TraitsByTable = {
  publications: {
    contents: ["content_hash"],
    key: ["id"],
    counted: true,
    computed: ["sort_time"],
    inBackup: true,
    times: {
      timestamp: "fixed",
      created_at: "fixed",
      updated_at: "fixed",
      written_at: "fixed",
      sort_time: "fixed",
      published_at: "fixed",
      site_time: "fixed",
      modified_at: "fixed",
      own_published_at: "fixed",
    },
    calls: null,
    neverCalled: { publisher_address: "an Ethereum address" },
  },
  publication_tombstones: {
    key: ["publisher_address", "content_hash", "timestamp"],
    inBackup: true,
    times: { timestamp: "fixed", deleted_at: "fixed" },
    calls: null,
    neverCalled: { publisher_address: "an Ethereum address" },
  },
  publication_marks: {
    key: ["publisher_address", "list", "sort_time", "seq", "id"],
    inBackup: true,
    times: { sort_time: "fixed" },
    calls: null,
    neverCalled: { publisher_address: "an Ethereum address" },
  },
  publication_history: {
    contents: ["content_hash"],
    key: ["id"],
    counted: true,
    inBackup: true,
    times: { saved_at: "fixed" },
    trash: [{ of: "publication", column: "publication_id", row: "gone" }],
    calls: null,
  },
  imports: {
    key: ["format", "key"],
    inBackup: true,
    times: { imported_at: "fixed" },
    trash: [{ of: "publication", column: "publication_id", row: "unlinked" }],
    calls: null,
  },
  old_addresses: {
    key: ["path"],
    inBackup: true,
    trash: [{ of: "publication", column: "publication_id", row: "unlinked" }],
    calls: null,
  },
  publication_changes: {
    contents: ["content_hash"],
    key: ["publication_id"],
    inBackup: true,
    isPrivate: true,
    times: { updated_at: "fixed" },
    trash: [{ of: "publication", column: "publication_id", row: "gone" }],
    calls: null,
  },
  moved_tags: { key: ["tag"], inBackup: true, calls: null, neverCalled: { target: "a tag" } },
  first_slugs: { key: ["slug"], inBackup: true, times: { timestamp: "fixed" }, calls: null },
  publication_schedules: {
    key: ["publication_id"],
    inBackup: true,
    // A day that the owner chose.
    times: { due_at: "fixed" },
    trash: [{ of: "publication", column: "publication_id", row: "gone" }],
    // When it goes live, its mails and mentions go out as those of any post.
    calls: { whom: "all whom a new post is sent to", columns: [], off: "aside" },
  },
  // No backup: they are found in the texts again.
  publication_hashtags: {
    key: ["publication_id", "tag"],
    inBackup: false,
    times: { sort_time: "fixed", site_time: "fixed" },
    calls: null,
    neverCalled: { publisher_address: "an Ethereum address" },
  },
  replica_usage: {
    key: ["publisher_address"],
    inBackup: true,
    isPrivate: true,
    times: { freed_at: "event" },
    calls: null,
    neverCalled: { publisher_address: "an Ethereum address" },
  },
};
