import type { Context } from "../../context.ts";
import { findComment } from "../../store/comments.ts";
import { requireOwner } from "../installation/owner.ts";
import { type CommentView, toCommentView } from "./comment-view.ts";
import { noSuchComment } from "./destroy-comment.ts";
import { requirePublic } from "./require-commentable.ts";

/** A comment that readers see. @throws AppError NOT_FOUND for any other, NOT_INSTALLED */
export async function findPublicComment(context: Pick<Context, "store">, id: number): Promise<CommentView> {
  const { db } = context.store;
  const own = await requireOwner(context);
  const comment = Number.isSafeInteger(id) ? await findComment(db, id) : null;
  if (comment?.state !== "published") throw noSuchComment();
  await requirePublic(db, own.address, comment.publicationId);
  return toCommentView(comment);
}
