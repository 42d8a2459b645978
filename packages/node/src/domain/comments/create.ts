import { type TypedData, typedDataFor } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { insertComment } from "../../store/comments.ts";
import type { Tx } from "../../store/database.ts";
import { identifyClient } from "../access/clients.ts";
import { requireOwner } from "../profile/owner.ts";
import { readMailSettings } from "../settings/mail-settings.ts";
import { requireComment, requireCommentable } from "./commentable.ts";
import { checkBeforeWriting, removeStaleComments } from "./limits.ts";
import { createMailedToken, mailCommentLink } from "./mail-link.ts";
import { type NewCommentInput, parseNewComment } from "./new-comment.ts";
import { looksLike } from "./owner-name.ts";
import { confirmationOf } from "./signed-message.ts";
import { type CommentView, toCommentView } from "./view.ts";

export interface CreatedComment {
  readonly comment: CommentView;
  /** The message for the wallet to sign within ten minutes; null for a comment by email. */
  readonly typedData: TypedData | null;
}

/**
 * Writes a comment, hidden until its author confirms it (decisions 7): by the link in a mail, or by a signature over the
 * returned message.
 *
 * @param from.language that the author's browser asks for, for the mail
 * @param from.ip the client's address, for the limits; null where it is unknown
 * @throws AppError VALIDATION_FAILED, NOT_FOUND, COMMENT_DISABLED, MAIL_NOT_CONFIGURED, RATE_LIMITED
 */
export async function createComment(
  context: Pick<Context, "store" | "clock" | "owner">,
  input: NewCommentInput,
  from: { ip: string | null; language?: string | null },
): Promise<CreatedComment> {
  const { store, clock } = context;
  const { authType, publicationId } = input;
  const fields = parseNewComment(input);
  const own = await requireOwner(context);
  if (fields.authorId !== own.address && looksLike(fields.authorName, own.title))
    throw new AppError("VALIDATION_FAILED", "This is the name of the site's owner. Use another one.", {
      field: "authorName",
    });
  const isByMail = authType === "EMAIL";
  const made = await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "comments");
    const now = clock.now();
    const publication = await requireCommentable(tx, own.address, { ...fields, authType, publicationId });
    if (isByMail) await requireMail(tx);
    await removeStaleComments(tx, now);
    const client = await identifyClient(tx, from.ip);
    await checkBeforeWriting(tx, { authType, authorId: fields.authorId, client, now });
    const mailed = isByMail ? createMailedToken() : null;
    const timestamp = Math.floor(now / 1000);
    const comment = {
      ...fields,
      authType,
      publicationId,
      timestamp,
      client: client?.stored ?? null,
      createdAt: now,
    };
    const id = await insertComment(tx, { ...comment, tokenHash: mailed?.hash ?? null });
    if (mailed) {
      const { language = null } = from;
      const about = { comment: { ...comment, id }, publication, own, token: mailed.token, language, now };
      await mailCommentLink(tx, "confirm-comment", about);
    }
    return await requireComment(tx, id);
  });
  return {
    comment: toCommentView(made),
    typedData: isByMail ? null : typedDataFor("CommentSignature", confirmationOf(own.address, made)),
  };
}

/** @throws AppError MAIL_NOT_CONFIGURED */
export async function requireMail(tx: Tx): Promise<void> {
  if (await readMailSettings(tx)) return;
  throw new AppError("MAIL_NOT_CONFIGURED", "This site can't send email. Comment with a wallet.");
}
