import type { Address } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { type CommentRecord, moveComment } from "../../store/comments.ts";
import type { Tx } from "../../store/database.ts";
import { emit } from "../../store/events.ts";
import type { CommentState } from "../../store/tables/comments.ts";
import { limits } from "../limits.ts";
import { requireOwner } from "../profile/owner.ts";
import { announceComment } from "./announce-comment.ts";
import { requireComment } from "./commentable.ts";
import { type CommentView, toCommentView } from "./view.ts";

/** The states that the owner can give to a confirmed comment. */
export type ModeratedState = Exclude<CommentState, "pending">;

/**
 * Publishes or rejects a confirmed comment; either can be undone.
 *
 * @throws AppError NOT_FOUND, CONFLICT for a comment that its author has not confirmed
 */
export async function moderateComment(
  context: Pick<Context, "store" | "clock" | "owner">,
  { id, approve }: { id: number; approve: boolean },
): Promise<CommentView> {
  const state = approve ? "published" : "rejected";
  const [moderated] = await moderateComments(context, { ids: [id], state });
  return moderated as CommentView;
}

/**
 * Moves up to a page of comments, all or none: `published` shows them to readers, `rejected` hides them, `held` makes them
 * wait for the owner again.
 *
 * @throws AppError VALIDATION_FAILED for more, NOT_FOUND, CONFLICT for a comment that its author has not confirmed
 */
export async function moderateComments(
  context: Pick<Context, "store" | "clock" | "owner">,
  { ids, state }: { ids: readonly number[]; state: ModeratedState },
): Promise<CommentView[]> {
  const { store, clock } = context;
  if (ids.length > limits.pageItems) {
    throw new AppError(
      "VALIDATION_FAILED",
      msg`Up to ${limits.pageItems} comments can be moderated at a time.`,
    );
  }
  const own = await requireOwner(context);
  const moderated = await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "comments");
    const moved: CommentRecord[] = [];
    for (const id of ids) moved.push(await move(tx, { id, state, self: own.address, now: clock.now() }));
    return moved;
  });
  return moderated.map(toCommentView);
}

async function move(
  tx: Tx,
  { id, state, self, now }: { id: number; state: ModeratedState; self: Address; now: number },
): Promise<CommentRecord> {
  const comment = await requireComment(tx, id);
  if (comment.state === "pending") {
    throw new AppError("CONFLICT", "The author of this comment has not confirmed it yet.");
  }
  if (state !== "held") await emit(tx, "comment.handled", { commentId: id, now });
  if (comment.state === state) return comment;
  await moveComment(tx, id, { from: comment.state, to: state });
  const moved = { ...comment, state };
  await announceComment(tx, self, moved, now);
  return moved;
}
