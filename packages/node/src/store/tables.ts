import type { Address, Form, Hex } from "@freehold/protocol";
import type { Generated, GeneratedAlways } from "kysely";

/**
 * The tables, one declaration for every dialect. Columns named `*_at` hold integer milliseconds of the
 * Unix epoch; `timestamp` and `signed_at` hold whole seconds, as the protocol signs them. Booleans are 0 and 1.
 */
export interface Tables {
  migrations: MigrationsTable;
  meta: MetaTable;
  profiles: ProfilesTable;
  connections: ConnectionsTable;
  connection_tombstones: ConnectionTombstonesTable;
  contents: ContentsTable;
  publications: PublicationsTable;
  publication_tombstones: PublicationTombstonesTable;
  peers: PeersTable;
  outbox: OutboxTable;
  pulls: PullsTable;
  tokens: TokensTable;
  sign_in_nonces: SignInNoncesTable;
  comments: CommentsTable;
  comment_signatures: CommentSignaturesTable;
  closed_comments: ClosedCommentsTable;
  errands: ErrandsTable;
  notifications: NotificationsTable;
  push_subscriptions: PushSubscriptionsTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  search_documents: SearchDocumentsTable;
  publication_hashtags: PublicationHashtagsTable;
  publication_schedules: PublicationSchedulesTable;
  blocks: BlocksTable;
}

/** The migrations that this database went through. */
export interface MigrationsTable {
  name: string;
  applied_at: number;
}

/** Single values of this node: `installed_at`, `index_version` … */
export interface MetaTable {
  key: string;
  value: string;
}

/** This node's own profile (`is_self` = 1, one row at the most) and what is known of every other node. */
export interface ProfilesTable {
  address: Address;
  url: string;
  title: string;
  description: string | null;
  is_self: number;
  /** Which form the node speaks; null until it was asked. Always `baseline` for this node. */
  form: Form | null;
  /** The content hash and media type of the avatar; of this node alone so far. */
  avatar_hash: Hex | null;
  avatar_type: string | null;
  created_at: number;
  /** The `timestamp` (seconds) of the newest signed update that was applied, or what the node's own `updatedAt` says. */
  updated_at: number;
  /** When the profile was last read from its node; 0 for this node's own. */
  fetched_at: number;
}

/** A follow that stands: both addresses are known profiles, one of them is this node. */
export interface ConnectionsTable {
  follower_address: Address;
  followee_address: Address;
  follower_url: string;
  followee_url: string;
  /** The `timestamp` (seconds) that was signed. */
  signed_at: number;
  /** The signed envelope as it came, JSON. */
  proof: string;
  created_at: number;
}

/** A follow that was ended; an older CreateConnection of the pair is a replay. */
export interface ConnectionTombstonesTable {
  follower_address: Address;
  followee_address: Address;
  /** The `timestamp` (seconds) of the termination. */
  signed_at: number;
}

/** Every blob that a publication or the profile refers to. */
export interface ContentsTable {
  hash: Hex;
  size: number;
  created_at: number;
}

export type PublicationKind = "POST" | "FILE";
export type PublicationState = "draft" | "local" | "signed";

/** This owner's publications in every state, and replicas (always `signed`) of followed publishers'. */
export interface PublicationsTable {
  id: Generated<number>;
  publisher_address: Address;
  kind: PublicationKind;
  state: PublicationState;
  content_hash: Hex;
  media_type: string;
  filename: string | null;
  /** The caption of a FILE. */
  description: string | null;
  slug: string | null;
  /** Seconds; null until signed. */
  timestamp: number | null;
  signature: Hex | null;
  /** The `encodeType` text that was hashed, so that the signature can be checked again exactly. */
  proof_type: string | null;
  /** The order among publications of one second: the order of signing, or of the publisher's index. 0 until signed. */
  seq: number;
  /** Seconds: `timestamp`, or `created_at` until it is signed. The database computes it; index and timeline are in its order. */
  sort_time: GeneratedAlways<number>;
  created_at: number;
  updated_at: number;
}

/** A signed publication that was deleted here: never signed again with that second, never pulled back. */
export interface PublicationTombstonesTable {
  publisher_address: Address;
  content_hash: Hex;
  timestamp: number;
  deleted_at: number;
}

export type PeerState = "healthy" | "failing";

/** How the way to a known node is; one row for each profile that this node sends to or pulls from. */
export interface PeersTable {
  address: Address;
  state: PeerState;
  /** Failures in a row; only a success of our own call resets it. */
  failures: number;
  /** No call before this time (ms), unless the peer is heard from. 0: any time. */
  next_try_at: number;
  last_success_at: number | null;
  last_failure_at: number | null;
  last_error: string | null;
  /** When the first of its failures in a row was (ms); null while it is healthy, and where nobody wrote it down. */
  failing_since: number | null;
  /** When something with a valid signature last came from it. */
  heard_at: number | null;
  /** When its index was last reconciled as a whole, and when it will be again (null: not followed). */
  caught_up_at: number | null;
  next_catch_up_at: number | null;
}

export const queueStates = ["pending", "done", "refused", "expired"] as const;
export type QueueState = (typeof queueStates)[number];

/** What the durable queues have in common. */
interface QueueColumns {
  id: Generated<number>;
  state: QueueState;
  attempts: number;
  /** Due from this time on (ms). A claim moves it past the lease, so that a lost worker's rows become due again. */
  next_try_at: number;
  /** The worker that holds the row, or null. */
  claimed_by: string | null;
  created_at: number;
  /** Given up at this time (ms). */
  expires_at: number;
  finished_at: number | null;
  last_error: string | null;
}

/**
 * - `publication`: subject is the publication's id; the proof is read when it is sent.
 * - `connection.create`, `connection.destroy`, `profile.update`: payload is the signed envelope; subject names the deed.
 */
export type OutboxKind = "publication" | "connection.create" | "connection.destroy" | "profile.update";

/** A side effect on another node. Unique by (kind, peer_address, subject). */
export interface OutboxTable extends QueueColumns {
  peer_address: Address;
  kind: OutboxKind;
  subject: string;
  /** JSON, or null where `subject` says it all. */
  payload: string | null;
}

/** A proof that is known and verified, and whose content is still to be fetched. Unique by (peer_address, content_hash, timestamp). */
export interface PullsTable extends QueueColumns {
  peer_address: Address;
  content_hash: Hex;
  timestamp: number;
  signature: Hex;
  proof_type: string;
  /** From the publisher's index, where it was found there; null when the proof came by notification. */
  slug: string | null;
}

/** What can be found: the plain text of a publication or a comment. Its terms lie in the dialect's index, under the same id. */
export interface SearchDocumentsTable {
  /** The second of its place in the timeline, times 2^19, and a number within it: the order by id is the order in time. */
  id: number;
  kind: "publication" | "comment";
  subject_id: number;
  /** The publication, or the one that the comment is about. */
  publication_id: number;
  /** Whether readers may find it, as long as they may see the publication. */
  is_public: number;
  /** `#tag` and `@mention` of the text, with blanks between them. */
  marks: string;
  title: string;
  body: string;
}

/** The hashtags of a publication's text, folded, with its place in the timeline. */
export interface PublicationHashtagsTable {
  publication_id: number;
  tag: string;
  publisher_address: Address;
  sort_time: number;
  seq: number;
}

/** A draft that becomes local by itself at a time (ms). */
export interface PublicationSchedulesTable {
  publication_id: number;
  due_at: number;
}

/** An address with which the owner wants nothing to do. */
export interface BlocksTable {
  id: Generated<number>;
  address: Address;
  /** The owner's own note. */
  reason: string | null;
  created_at: number;
}

/** `client`: the owner's session. `integration`: a program of the owner's. */
export type TokenKind = "client" | "integration";

/** Tokens that are good: one without its row lets nobody in. */
export interface TokensTable {
  /** The token's `jti`. */
  id: string;
  kind: TokenKind;
  /** The owner's own name for it; empty for a session. */
  label: string;
  /** With blanks between them; empty for a session, which may do everything. */
  scopes: string;
  created_at: number;
  /** null: it is good until it is revoked. */
  expires_at: number | null;
  /** To the minute. */
  last_used_at: number | null;
}

/** Messages that this node gave out to be signed, each for one sign-in. The nonce lies in the message. */
export interface SignInNoncesTable {
  id: Generated<number>;
  /** SHA-256 of the whole message. */
  message_hash: string;
  address: Address;
  domain: string;
  uri: string;
  /** Who asked for it, as a keyed hash of the IP address; null where that is not known. */
  client: string | null;
  created_at: number;
  expires_at: number;
}

export type ErrandKind = "mail" | "push" | "webhook";

/** Something to be done at a host that is no node. */
export interface ErrandsTable extends QueueColumns {
  kind: ErrandKind;
  /** Whose turn it takes: no more than a few rows of one host are worked on at a time. */
  host: string;
  /** JSON, as the kind has it. */
  payload: string;
}

/** What the owner is told. */
export interface NotificationsTable {
  id: Generated<number>;
  type: string;
  subject: string;
  /** JSON, as the type has it. */
  data: string;
  created_at: number;
  read_at: number | null;
}

/** A device of the owner that is told by push. */
export interface PushSubscriptionsTable {
  id: Generated<number>;
  endpoint: string;
  /** Both in base64url. */
  p256dh: string;
  auth: string;
  created_at: number;
}

/** An address that the owner has told of events. */
export interface WebhooksTable {
  id: Generated<number>;
  url: string;
  secret: string;
  /** Types of events, with blanks between them. */
  events: string;
  active: number;
  /** Failures in a row. */
  failures: number;
  last_failure_at: number | null;
  next_try_at: number;
  created_at: number;
}

/** One try to tell a webhook something. */
export interface WebhookDeliveriesTable {
  id: Generated<number>;
  webhook_id: number;
  event_id: string;
  event: string;
  attempt: number;
  status: number | null;
  problem: string | null;
  duration_ms: number;
  created_at: number;
}

/**
 * - `pending`: its author has not shown yet that it is theirs.
 * - `held`: confirmed, and waits for the owner.
 * - `published`: readers see it.
 * - `rejected`: the owner has hidden it.
 */
export type CommentState = "pending" | "held" | "published" | "rejected";

/** By mail, or by a wallet. */
export type CommentAuth = "EMAIL" | "ETHEREUM";

/** Comments on publications of this owner. */
export interface CommentsTable {
  id: Generated<number>;
  publication_id: number;
  state: CommentState;
  auth_type: CommentAuth;
  /** The mail address, which nobody is shown, or the Ethereum address. */
  author_id: string;
  /** The same in lower case. */
  author_key: string;
  author_name: string;
  /** Markdown. */
  body: string;
  /** Seconds: when it was written, as its author signs it. */
  timestamp: number;
  /** Who wrote it as a keyed hash of the IP address, for a day. */
  client: string | null;
  /** SHA-256 of the mailed token, until it is used. */
  token_hash: string | null;
  deletion_token_hash: string | null;
  deletion_expires_at: number | null;
  created_at: number;
  confirmed_at: number | null;
}

/** Signatures that confirmed a comment: each does it once. */
export interface CommentSignaturesTable {
  signature: string;
  used_at: number;
}

/** Publications that take no comments. */
export interface ClosedCommentsTable {
  publication_id: number;
}
