import type { Generated } from "kysely";
import { column, columnsOf } from "./column.ts";
import type { TraitsByTable } from "./table-traits.ts";

/**
 * - `pending`: its author has not shown yet that it is theirs.
 * - `held`: confirmed, and waits for the owner.
 * - `published`: readers see it.
 * - `rejected`: the owner has hidden it.
 */
export type CommentState = "pending" | "held" | "published" | "rejected";

/**
 * By mail, by a wallet, or by nothing: a mention by a page of another site, or a comment that was imported with its post from
 * another program.
 */
export type CommentAuth = "EMAIL" | "ETHEREUM" | "WEBMENTION" | "IMPORTED";

/** Comments on publications of this owner. */
const commentsTable = {
  id: column<Generated<number>>(),
  publicationId: column<number>(),
  state: column<CommentState>(),
  authType: column<CommentAuth>(),
  /**
   * The mail address, which nobody is shown, the Ethereum address, the host of the site that mentions, or the address of the site
   * of an imported comment's author, if any.
   */
  authorId: column<string>(),
  /** From `authorKeyOf`: of an imported comment its name, else the same in lower case. */
  authorKey: column<string>(),
  authorName: column<string>(),
  /** Markdown; plain text in a mention. */
  body: column<string>(),
  /** Seconds: when it was written, as its author signs it. */
  timestamp: column<number>(),
  /** The author's client: a keyed hash of the IP address, for a day. */
  client: column<string | null>(),
  /** SHA-256 of the mailed token, until it is used. */
  tokenHash: column<string | null>(),
  deletionTokenHash: column<string | null>(),
  deletionExpiresAt: column<number | null>(),
  createdAt: column<number>(),
  confirmedAt: column<number | null>(),
  /** JSON of a mention: its page and its kind. Null for a comment. */
  mention: column<string | null>(),
  /**
   * The id of the comment that it answers, which answers none itself: of a longer conversation the first. Null for a comment on
   * the post. No id is given out twice, so that of a deleted comment stays.
   */
  answers: column<number | null>(),
};
export type CommentsTable = typeof commentsTable;
export const commentColumns = columnsOf(commentsTable, "authorKey", "client", "confirmedAt").map(
  (name) => `comments.${name}` as const,
);

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

/** Traits of the tables of comments. */
export const commentTraits: TraitsByTable = {
  comments: {
    key: ["id"],
    counted: true,
    inBackup: true,
    times: {
      created_at: "event",
      deletion_expires_at: "until",
      confirmed_at: "event",
      // Its author signed it.
      timestamp: "fixed",
    },
    trash: [{ of: "publication", column: "publication_id", row: "gone" }],
    calls: { whom: "a commenter, to confirm by mail", columns: ["author_id"], off: "setting" },
  },
  comment_signatures: {
    key: ["signature"],
    inBackup: true,
    isPrivate: true,
    times: { used_at: "event" },
    calls: null,
  },
  closed_comments: {
    key: ["publication_id"],
    inBackup: true,
    trash: [{ of: "publication", column: "publication_id", row: "gone" }],
    calls: null,
  },
  commenter_blocks: {
    key: ["id"],
    counted: true,
    inBackup: true,
    times: { created_at: "event" },
    calls: null,
  },
};
