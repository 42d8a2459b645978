import type { Generated } from "kysely";

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

/** Authors by mail whose comments are not taken. */
export interface CommenterBlocksTable {
  id: Generated<number>;
  /** As `author_key` of comments. */
  author_key: string;
  author_name: string;
  /** The owner's own note. */
  reason: string | null;
  created_at: number;
}
