import type { Context } from "../../context.ts";
import { findComment, moveComment } from "../../store/comments.ts";
import { DomainError } from "../domain-error.ts";
import { requireOwner } from "../installation/require-owner.ts";
import { type CommentView, toCommentView } from "./comment-view.ts";
import { noSuchComment } from "./destroy-comment.ts";
import { tellOfComment } from "./tell-of-comment.ts";

/**
 * Lets readers see a comment that its author has confirmed, or hides it; either can be taken back.
 *
 * @throws DomainError NOT_FOUND, CONFLICT while its author has not confirmed it
 */
export async function moderateComment(
  context: Pick<Context, "store" | "clock" | "events">,
  { id, approve }: { id: number; approve: boolean },
): Promise<CommentView> {
  const { store, clock, events } = context;
  const own = await requireOwner(context);
  const moderated = await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "comments");
    const comment = await findComment(tx, id);
    if (!comment) throw noSuchComment();
    if (comment.state === "pending") {
      throw new DomainError("CONFLICT", "The author of this comment has not confirmed it yet.");
    }
    const state = approve ? "published" : "rejected";
    if (comment.state === state) return comment;
    await moveComment(tx, id, { from: comment.state, to: state });
    const moved = { ...comment, state } as const;
    await tellOfComment(tx, own.address, moved, clock.now());
    return moved;
  });
  events.emit("errands.due");
  return toCommentView(moderated);
}
