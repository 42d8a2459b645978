import type { Address } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { services } from "../../services.ts";
import { type CommentRecord, findComment, moveComment, useCommentSignature } from "../../store/comments.ts";
import type { Tx } from "../../store/database.ts";
import { emit } from "../../store/events.ts";
import type { Profile } from "../../store/peers/profiles.ts";
import { requireOwner } from "../profile/owner.ts";
import { readSettingValues } from "../settings/settings.ts";
import { announceComment } from "./announce-comment.ts";
import { requireCommentable, requireNotBlocked } from "./commentable.ts";
import { checkBeforeConfirming, commentLimits } from "./limits.ts";
import { requireMailedToken } from "./mail-link.ts";
import { confirmationOf, verifyOwnMessage } from "./signed-message.ts";
import { type CommentView, toCommentView } from "./view.ts";

type Needs = Pick<Context, "store" | "clock" | "recover" | "owner" | "config">;

/**
 * Confirms a comment (decisions 7): with the mailed token (24 hours), or with a CommentSignature over this node's own copy
 * of its fields (600 seconds from the comment's time). Either works once. Readers then see the comment, unless the owner
 * approves comments first.
 *
 * @throws AppError NOT_FOUND for a comment that is not pending, INVALID_SIGNATURE for another token or signature,
 *   EXPIRED_SIGNATURE, COMMENT_DISABLED, FORBIDDEN for a blocked author, RATE_LIMITED
 */
export async function confirmComment(
  context: Needs,
  { id, tokenOrSignature }: { id: number; tokenOrSignature: string },
): Promise<CommentView> {
  const { store, clock } = context;
  const own = await requireOwner(context);
  const confirmed = await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "comments");
    const now = clock.now();
    const comment = await findComment(tx, id);
    if (comment?.state !== "pending") throw notPending();
    const signature = checkProof(context, own, comment, { tokenOrSignature, now });
    await requireCommentable(tx, own.address, comment);
    if (comment.authType === "EMAIL") await requireNotBlocked(tx, comment.authorId);
    await checkBeforeConfirming(tx, comment.authorId, now);
    // One form of the message has no time: it must not confirm the same words again after they were deleted.
    if (signature !== null && !(await useCommentSignature(tx, signature, now)))
      throw new AppError("INVALID_SIGNATURE", "This signature was used before.");
    if (comment.authType === "ETHEREUM") {
      await services().wishName(tx, { ...context, address: comment.authorId as Address, now });
    }
    return await publishOrHold(tx, own, comment, now);
  });
  return toCommentView(confirmed);
}

/** @returns the signature in its canonical spelling; null for a token */
function checkProof(
  { recover }: Needs,
  own: Profile,
  comment: CommentRecord,
  { tokenOrSignature, now }: { tokenOrSignature: string; now: number },
): string | null {
  if (comment.authType === "EMAIL") {
    requireMailedToken(comment.tokenHash, tokenOrSignature);
    if (now >= comment.createdAt + commentLimits.pendingMs) throw expired();
    return null;
  }
  const meaning = confirmationOf(own.address, comment);
  const { signature } = verifyOwnMessage("CommentSignature", meaning, tokenOrSignature, recover);
  if (Math.floor(now / 1000) > comment.timestamp + commentLimits.signatureSeconds) throw expired();
  return signature;
}

async function publishOrHold(
  tx: Tx,
  own: Profile,
  comment: CommentRecord,
  now: number,
): Promise<CommentRecord> {
  const { commentsNeedApproval } = await readSettingValues(tx);
  const state = commentsNeedApproval ? "held" : "published";
  if (!(await moveComment(tx, comment.id, { from: "pending", to: state, confirmedAt: now })))
    throw notPending();
  const confirmed: CommentRecord = { ...comment, state, tokenHash: null };
  const { id: commentId, publicationId, authorName } = comment;
  await emit(tx, "comment.received", {
    commentId,
    publicationId,
    authorName,
    state: state === "held" ? "pending" : "confirmed",
    now,
  });
  await announceComment(tx, own.address, confirmed, now);
  return confirmed;
}

function notPending(): AppError {
  return new AppError("NOT_FOUND", "No such comment waits to be confirmed.");
}

function expired(): AppError {
  return new AppError("EXPIRED_SIGNATURE", "It is too late to confirm this comment. Write it again.");
}
