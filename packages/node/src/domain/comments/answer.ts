import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { insertComment, moveComment } from "../../store/comments.ts";
import { emit } from "../../store/events.ts";
import { requireOwner } from "../profile/owner.ts";
import { announceComment } from "./announce-comment.ts";
import { requireComment, requirePublic } from "./commentable.ts";
import { parseNewComment } from "./new-comment.ts";
import { type CommentView, toCommentView } from "./view.ts";

/**
 * The owner's answer to a comment: a comment by the owner's address on the same publication, which readers see at once, below the other. The
 * session stands for the owner: no mail and no signature are needed, and it may be written where others can't comment (any
 * more). A comment that waits for the owner is published with it; a hidden one stays hidden.
 *
 * @param input.body Markdown
 * @returns the answer
 * @throws AppError NOT_FOUND, VALIDATION_FAILED, CONFLICT for a comment that its author has not confirmed
 */
export async function answerComment(
  context: Pick<Context, "store" | "clock" | "owner">,
  { id, body }: { id: number; body: string },
): Promise<CommentView> {
  const { store, clock } = context;
  const own = await requireOwner(context);
  const answer = await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "comments");
    const comment = await requireComment(tx, id);
    if (comment.state === "pending") {
      throw new AppError("CONFLICT", "The author of this comment has not confirmed it yet.");
    }
    const { publicationId } = comment;
    await requirePublic(tx, own.address, publicationId);
    const now = clock.now();
    if (comment.state === "held") {
      await moveComment(tx, id, { from: "held", to: "published" });
      await announceComment(tx, own.address, { ...comment, state: "published" }, now);
    }
    const author = { authType: "ETHEREUM", authorId: own.address, authorName: own.title } as const;
    const answerId = await insertComment(tx, {
      ...parseNewComment({ ...author, publicationId, body }),
      authType: "ETHEREUM",
      publicationId,
      timestamp: Math.floor(now / 1000),
      createdAt: now,
      tokenHash: null,
      client: null,
      answers: comment.answers ?? id,
    });
    await moveComment(tx, answerId, { from: "pending", to: "published", confirmedAt: now });
    await emit(tx, "comment.handled", { commentId: id, now });
    const published = await requireComment(tx, answerId);
    await announceComment(tx, own.address, published, now);
    return published;
  });
  return toCommentView(answer);
}
