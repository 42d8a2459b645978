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
  publicationId: number;
  state: CommentState;
  authType: CommentAuth;
  /** The mail address, which nobody is shown, or the Ethereum address. */
  authorId: string;
  /** The same in lower case. */
  authorKey: string;
  authorName: string;
  /** Markdown. */
  body: string;
  /** Seconds: when it was written, as its author signs it. */
  timestamp: number;
  /** Who wrote it as a keyed hash of the IP address, for a day. */
  client: string | null;
  /** SHA-256 of the mailed token, until it is used. */
  tokenHash: string | null;
  deletionTokenHash: string | null;
  deletionExpiresAt: number | null;
  createdAt: number;
  confirmedAt: number | null;
}

/** Signatures that confirmed a comment: each does it once. */
export interface CommentSignaturesTable {
  signature: string;
  usedAt: number;
}

/** Publications that take no comments. */
export interface ClosedCommentsTable {
  publicationId: number;
}

/** Authors by mail whose comments are not taken. */
export interface CommenterBlocksTable {
  id: Generated<number>;
  /** As `author_key` of comments. */
  authorKey: string;
  authorName: string;
  /** The owner's own note. */
  reason: string | null;
  createdAt: number;
}

export const commenterBlockColumns = ["id", "authorKey", "authorName", "reason", "createdAt"] as const;

export const commentColumns = [
  "comments.id",
  "comments.publicationId",
  "comments.state",
  "comments.authType",
  "comments.authorId",
  "comments.authorName",
  "comments.body",
  "comments.timestamp",
  "comments.tokenHash",
  "comments.deletionTokenHash",
  "comments.deletionExpiresAt",
  "comments.createdAt",
] as const;
