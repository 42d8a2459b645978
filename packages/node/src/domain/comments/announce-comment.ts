import type { Address } from "@freehold/protocol";
import type { CommentRecord } from "../../store/comments.ts";
import type { Tx } from "../../store/database.ts";
import { emit } from "../../store/events.ts";
import { indexComment } from "../search/index-documents.ts";

/** Indexes a comment in its new state, and says so if it is published. */
export async function announceComment(
  tx: Tx,
  self: Address,
  comment: CommentRecord,
  now: number,
): Promise<void> {
  await indexComment(tx, self, comment);
  if (comment.state !== "published") return;
  const { id: commentId, publicationId, authorName } = comment;
  await emit(tx, "comment.confirmed", { commentId, publicationId, authorName, now });
}
