import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { findComment } from "../../store/comments.ts";
import { noSuchComment, removeComment } from "./destroy-comment.ts";
import { isMailedToken } from "./mailed-token.ts";

/**
 * Deletes a comment for its author by mail, with the token of the second mail (decisions 7).
 *
 * @throws AppError NOT_FOUND, INVALID_SIGNATURE for another token, EXPIRED_SIGNATURE
 */
export async function confirmCommentDeletion(
  { store, clock }: Pick<Context, "store" | "clock">,
  { id, token }: { id: number; token: string },
): Promise<void> {
  await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "comments");
    const comment = await findComment(tx, id);
    if (!comment) throw noSuchComment();
    if (!isMailedToken(comment.deletionTokenHash, token)) {
      throw new AppError("INVALID_SIGNATURE", "This is not the link that was mailed last.");
    }
    if (clock.now() >= (comment.deletionExpiresAt ?? 0)) {
      throw new AppError("EXPIRED_SIGNATURE", "This link is too old. Ask for another one.");
    }
    await removeComment(tx, comment);
  });
}
