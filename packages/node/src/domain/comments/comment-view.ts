import type { Address } from "@freehold/protocol";
import type { CommentRecord } from "../../store/comments.ts";
import type { CommentAuth, CommentState } from "../../store/tables/comments.ts";

/** A comment as it may be shown: of an author who is known by mail, the name alone. */
export interface CommentView {
  readonly id: number;
  readonly publicationId: number;
  readonly state: CommentState;
  readonly authType: CommentAuth;
  readonly authorName: string;
  /** Of a wallet; null for an author by mail. */
  readonly authorAddress: Address | null;
  /** Markdown, as it was written: whoever shows it makes it safe. */
  readonly body: string;
  /** Seconds, as it is signed. */
  readonly timestamp: number;
  /** ms */
  readonly createdAt: number;
}

export function toCommentView(comment: CommentRecord): CommentView {
  const { id, publicationId, state, authType, authorName, authorId, body, timestamp, createdAt } = comment;
  const authorAddress = authType === "ETHEREUM" ? (authorId as Address) : null;
  return { id, publicationId, state, authType, authorName, authorAddress, body, timestamp, createdAt };
}
