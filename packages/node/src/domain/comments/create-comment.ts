import type { TypedData } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { findComment, insertComment } from "../../store/comments.ts";
import type { Tx } from "../../store/database.ts";
import { requireOwner } from "../installation/owner.ts";
import { readMailSettings } from "../settings/mail-settings.ts";
import { checkBeforeWriting } from "./check-comment-limits.ts";
import { confirmationOf, toSign } from "./comment-message.ts";
import { type CommentView, toCommentView } from "./comment-view.ts";
import { mailCommentLink } from "./mail-comment-link.ts";
import { createMailedToken } from "./mailed-token.ts";
import { nameClient } from "./name-client.ts";
import { type NewCommentInput, parseNewComment } from "./parse-new-comment.ts";
import { requireCommentable } from "./require-commentable.ts";
import { removeStaleComments } from "./sweep-comments.ts";

export interface CreatedComment {
  readonly comment: CommentView;
  /** What the wallet has to sign within ten minutes; null for a comment by mail, whose author has a mail. */
  readonly typedData: TypedData | null;
}

/**
 * Writes a comment that nobody sees until its author has confirmed it (decisions 7): by the link in a mail, or by a
 * signature over what is answered here.
 *
 * @param from.language what the author's browser asks for: the mail is written in it
 * @param from.ip the client's address, for the limits; null where it is not known
 * @throws AppError VALIDATION_FAILED, NOT_FOUND, COMMENT_DISABLED, MAIL_NOT_CONFIGURED, RATE_LIMITED
 */
export async function createComment(
  context: Pick<Context, "store" | "clock" | "events">,
  input: NewCommentInput,
  from: { ip: string | null; language?: string | null },
): Promise<CreatedComment> {
  const { store, clock, events } = context;
  const { authType, publicationId } = input;
  const words = parseNewComment(input);
  const own = await requireOwner(context);
  const isByMail = authType === "EMAIL";
  const made = await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "comments");
    const now = clock.now();
    const publication = await requireCommentable(tx, own.address, { ...words, authType, publicationId });
    if (isByMail) await requireMail(tx);
    await removeStaleComments(tx, now);
    const client = await nameClient(tx, from.ip);
    await checkBeforeWriting(tx, { authType, authorId: words.authorId, client, now });
    const mailed = isByMail ? createMailedToken() : null;
    const timestamp = Math.floor(now / 1000);
    const comment = { ...words, authType, publicationId, timestamp, client, createdAt: now };
    const id = await insertComment(tx, { ...comment, tokenHash: mailed?.hash ?? null });
    if (mailed) {
      const { language = null } = from;
      const about = { comment: { ...comment, id }, publication, own, token: mailed.token, language, now };
      await mailCommentLink(tx, "confirm-comment", about);
    }
    return await findComment(tx, id);
  });
  if (made === null) throw new Error("A comment was written and is not there.");
  if (isByMail) events.emit("jobs.due");
  return {
    comment: toCommentView(made),
    typedData: isByMail ? null : toSign("CommentSignature", confirmationOf(own.address, made)),
  };
}

/** @throws AppError MAIL_NOT_CONFIGURED */
export async function requireMail(tx: Tx): Promise<void> {
  if (await readMailSettings(tx)) return;
  throw new AppError("MAIL_NOT_CONFIGURED", "This node can't send mail: comment with a wallet.");
}
