import type { Tables } from "../tables/tables.ts";

/** Why the rows of a table make this node call somebody, and how they are kept without a call. */
export interface Outgoing {
  /** The called services, in words for the owner. */
  readonly whom: string;
  /** The columns (as the database names them) that say where to. */
  readonly columns: readonly string[];
  /**
   * How a row is kept that must call nobody yet:
   * - `node`: a message to another node; the signature in the row or in what it names is its authority, and each is checked.
   * - `aside`: such a row has no state without calls, so it is kept elsewhere.
   * - `setting`: it calls only by way of a setting that `calls` somebody (`setting-table.ts`), or the host of a job.
   * - otherwise the columns to change in it.
   */
  readonly off: "node" | "aside" | "setting" | Readonly<Record<string, string | number | null>>;
}

/**
 * Each table: whether its rows make this node call somebody. What such a call goes by is declared here and, for settings, in
 * `setting-table.ts`, and nowhere else: a restore and an import take it from there.
 */
export const outgoing = {
  peers: {
    whom: "nodes whose posts are fetched",
    columns: ["address"],
    off: { next_catch_up_at: null },
  },
  profiles: { whom: "known nodes", columns: ["url"], off: "node" },
  connections: {
    whom: "followed nodes and followers",
    columns: ["follower_url", "followee_url"],
    off: "node",
  },
  outbox: { whom: "nodes that get a message", columns: ["peer_address", "host"], off: "node" },
  pulls: { whom: "nodes whose contents are fetched", columns: ["peer_address"], off: "node" },
  jobs: { whom: "hosts of mails, pushes, webhooks and mentions", columns: ["host"], off: "setting" },
  import_jobs: { whom: "a feed that is imported", columns: ["url"], off: { next_try_at: null } },
  push_subscriptions: { whom: "push services of the owner's devices", columns: ["endpoint"], off: "aside" },
  webhooks: { whom: "webhooks", columns: ["url"], off: { active: 0 } },
  feeds: { whom: "feeds that the owner reads", columns: ["url"], off: { next_fetch_at: null } },
  feed_subscriptions: {
    whom: "subscribers to a feed of this site",
    columns: ["callback", "host"],
    off: "aside",
  },
  mentions: { whom: "pages that mention a post", columns: ["source", "host"], off: "setting" },
  sent_mentions: { whom: "pages that a post links to", columns: ["target"], off: "setting" },
  subscribers: { whom: "readers by mail", columns: ["email"], off: "setting" },
  newsletter_issues: { whom: "readers by mail", columns: [], off: { state: "stopped" } },
  newsletter_deliveries: { whom: "readers by mail", columns: [], off: "setting" },
  ens_names: { whom: "an Ethereum RPC", columns: ["address"], off: "setting" },
  comments: { whom: "a commenter, to confirm by mail", columns: ["author_id"], off: "setting" },
  // When it goes live, its mails and mentions go out as those of any post.
  publication_schedules: { whom: "all whom a new post is sent to", columns: [], off: "aside" },
  meta: null,
  migrations: null,
  connection_tombstones: null,
  contents: null,
  publications: null,
  publication_tombstones: null,
  publication_marks: null,
  publication_history: null,
  publication_hashtags: null,
  replica_usage: null,
  imports: null,
  interrupted_rows: null,
  old_addresses: null,
  first_slugs: null,
  peer_events: null,
  tokens: null,
  passkeys: null,
  used_sign_ins: null,
  comment_signatures: null,
  closed_comments: null,
  commenter_blocks: null,
  notifications: null,
  webhook_deliveries: null,
  search_documents: null,
  agent_drafts: null,
  blocks: null,
  newsletter_refusals: null,
  feed_entries: null,
  read_later: null,
} as const satisfies Readonly<Record<keyof Tables, Outgoing | null>>;

/** Columns that name an address, and are called by nobody: `table.column`, and the reason. */
export const neverCalled: Readonly<Record<string, string>> = {
  "blocks.address": "a blocked node",
  "connection_tombstones.followee_address": "a follow that ended",
  "connection_tombstones.follower_address": "a follow that ended",
  "connections.followee_address": "its profile has the URL",
  "connections.follower_address": "its profile has the URL",
  "feed_entries.base_url": "links in the entry start from it",
  "feed_entries.file_url": "a link for the owner",
  "feed_entries.url": "a link for the owner",
  "feeds.site_url": "a link for the owner",
  "mentions.target": "a page of this site",
  "newsletter_refusals.email_hash": "a hash",
  "passkeys.rp_id": "this site",
  "peer_events.address": "a log",
  "peer_events.url": "a log",
  "profiles.address": "an Ethereum address",
  "publication_marks.publisher_address": "an Ethereum address",
  "publication_hashtags.publisher_address": "an Ethereum address",
  "publication_tombstones.publisher_address": "an Ethereum address",
  "publications.publisher_address": "an Ethereum address",
  "read_later.base_url": "links in the copy start from it",
  "read_later.source": "the name of a publisher or a feed",
  "read_later.url": "a link for the owner",
  "replica_usage.publisher_address": "an Ethereum address",
  "sent_mentions.receipt": "a link for the owner",
  "sent_mentions.source": "a page of this site",
  "subscribers.email_key": "the same as `email`",
  "subscribers.source": "a word: site, import or owner",
};
