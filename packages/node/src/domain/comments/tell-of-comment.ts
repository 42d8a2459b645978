import type { Address } from "@freehold/protocol";
import type { CommentRecord } from "../../store/comments.ts";
import type { Tx } from "../../store/database.ts";
import { indexComment } from "../search/index-documents.ts";
import { addWebhookEvent } from "../webhooks/webhook-events.ts";
import { toCommentView } from "./comment-view.ts";

/** Brings search up to date with a comment that has moved on, and tells webhooks of one that readers see now. */
export async function tellOfComment(
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
