import type { Generated } from "kysely";
import { column, columnsOf } from "../../store/tables/column.ts";
import type { TraitsByTable } from "../../store/tables/table-traits.ts";

declare module "../../store/tables/tables.ts" {
  interface Tables {
    mentions: MentionsTable;
    sent_mentions: SentMentionsTable;
    feed_subscriptions: FeedSubscriptionsTable;
  }
}

/**
 * - `waiting`: its page was not read yet.
 * - `accepted`: it became a comment.
 * - `refused`: its page does not mention the post, or could not be read.
 * - `removed`: its page is gone, or mentions the post no more.
 */
export type MentionState = "waiting" | "accepted" | "refused" | "removed";

/** Mentions that others sent. Unique by (source, target). Times in ms. */
const mentionsTable = {
  id: column<Generated<number>>(),
  /** The unguessable part of the address of its status. */
  statusKey: column<string>(),
  source: column<string>(),
  target: column<string>(),
  /** The host of the source. */
  host: column<string>(),
  /** The author, as `authorOfMention` names them; null before its page was read. */
  author: column<string | null>(),
  publicationId: column<number>(),
  /** Null until it is accepted, and again after the owner has deleted it. */
  commentId: column<number | null>(),
  state: column<MentionState>(),
  reason: column<string | null>(),
  /** The sender's client: a keyed hash of the network, for a day. */
  client: column<string | null>(),
  askedAt: column<number>(),
};
export type MentionsTable = typeof mentionsTable;
export const mentionColumns = columnsOf(mentionsTable);

/**
 * - `waiting`: not sent yet.
 * - `sent`: the other site took it.
 * - `none`: the page accepts no mentions.
 * - `failed`: it was refused, or could not be sent.
 */
export type SentMentionState = "waiting" | "sent" | "none" | "failed";

/** Mentions of other pages in the owner's posts. Unique by (publicationId, target); the publication may be deleted. */
const sentMentionsTable = {
  id: column<Generated<number>>(),
  publicationId: column<number>(),
  /** The address of the post as it was sent. */
  source: column<string>(),
  target: column<string>(),
  state: column<SentMentionState>(),
  /** HTTP status. */
  status: column<number | null>(),
  problem: column<string | null>(),
  /** The address at which the other site tells the result. */
  receipt: column<string | null>(),
  updatedAt: column<number>(),
};
export type SentMentionsTable = typeof sentMentionsTable;
export const sentMentionColumns = columnsOf(sentMentionsTable);

/** The subscribers of a feed's changes (WebSub). Unique by (topic, callback). */
const feedSubscriptionsTable = {
  id: column<Generated<number>>(),
  /** The path of the feed. */
  topic: column<string>(),
  callback: column<string>(),
  host: column<string>(),
  secret: column<string | null>(),
  /** The hash of the feed as it was delivered last. */
  contentHash: column<string | null>(),
  /** The client that asked, as `identifyClient` stores it; null if unknown. */
  client: column<string | null>(),
  expiresAt: column<number>(),
  createdAt: column<number>(),
};
export type FeedSubscriptionsTable = typeof feedSubscriptionsTable;
export const feedSubscriptionColumns = columnsOf(feedSubscriptionsTable);

/** The traits of the module's tables. */
export const tables: TraitsByTable = {
  mentions: {
    key: ["id"],
    counted: true,
    inBackup: true,
    times: { asked_at: "event" },
    trash: [
      { of: "publication", column: "publication_id", row: "gone" },
      { of: "comment", column: "comment_id", row: "unlinked" },
    ],
    calls: { whom: "pages that mention a post", columns: ["source", "host"], off: "setting" },
    neverCalled: { target: "a page of this site" },
  },
  sent_mentions: {
    key: ["id"],
    counted: true,
    inBackup: true,
    isPrivate: true,
    times: { updated_at: "event" },
    calls: { whom: "pages that a post links to", columns: ["target"], off: "setting" },
    neverCalled: { receipt: "a link for the owner", source: "a page of this site" },
  },
  feed_subscriptions: {
    key: ["id"],
    counted: true,
    inBackup: true,
    isPrivate: true,
    times: { created_at: "event", expires_at: "until" },
    calls: { whom: "subscribers to a feed of this site", columns: ["callback", "host"], off: "aside" },
  },
};
