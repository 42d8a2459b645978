import type { Address } from "@freehold/protocol";
import type { CommentRecord } from "../../store/comments.ts";
import type { Tx } from "../../store/database.ts";
import type { CommentAuth, CommentState } from "../../store/tables/comments.ts";
import { indexComment } from "../search/index-documents.ts";
import { addWebhookEvent } from "../webhooks/webhook-events.ts";

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

export function toCommentView(
  comment: Omit<CommentRecord, "tokenHash" | "deletionTokenHash" | "deletionExpiresAt">,
): CommentView {
  const { id, publicationId, state, authType, authorName, authorId, body, timestamp, createdAt } = comment;
  const authorAddress = authType === "ETHEREUM" ? (authorId as Address) : null;
  return { id, publicationId, state, authType, authorName, authorAddress, body, timestamp, createdAt };
}

/** Brings search up to date with a comment that has moved on, and tells webhooks of one that readers see now. */
export async function announceComment(
  tx: Tx,
  self: Address,
  comment: CommentRecord,
  now: number,
): Promise<void> {
  const isPublic = comment.state === "published";
  await indexComment(tx, self, { ...toCommentView(comment), isPublic });
  if (!isPublic) return;
  const { id: commentId, publicationId, authorName } = comment;
  await addWebhookEvent(tx, {
    type: "comment.confirmed",
    data: { commentId, publicationId, authorName },
    now,
  });
}
