import type { Address, Meanings } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { type CommentRecord, deleteComment, writeDeletionToken } from "../../store/comments.ts";
import type { Tx } from "../../store/database.ts";
import { emit } from "../../store/events.ts";
import type { Profile } from "../../store/peers/profiles.ts";
import { findPublication } from "../../store/publications/publications.ts";
import { insertTrash } from "../../store/trash.ts";
import { type Caller, isAllowed } from "../access/callers.ts";
import { parseMailAddress } from "../parse-address.ts";
import { requireOwner } from "../profile/owner.ts";
import { unindexComment } from "../search/index-documents.ts";
import { takeExcerpt } from "../trash/excerpt.ts";
import { requireComment } from "./commentable.ts";
import { requireMail } from "./create.ts";
import { commentLimits } from "./limits.ts";
import { createMailedToken, mailCommentLink, requireMailedToken } from "./mail-link.ts";
import { deletionOf, verifyOwnMessage } from "./signed-message.ts";

interface DestroyRequest {
  id: number;
  /** A DeleteComment signature by its author's wallet. */
  signature?: string | null | undefined;
  /** Its author's mail address. */
  email?: string | null | undefined;
  /** The language of the mail. */
  language?: string | null;
}

/**
 * Deletes a comment (decisions 7): for the owner by session, who can restore it from the trash, for a wallet author by signature, for a mail author by a
 * mailed link. The result never shows whether a mail address is the author's.
 *
 * @throws AppError NOT_FOUND, UNAUTHENTICATED without a proof, FORBIDDEN for the wrong kind of proof, INVALID_SIGNATURE,
 *   MAIL_NOT_CONFIGURED, VALIDATION_FAILED
 */
export async function destroyComment(
  context: Pick<Context, "store" | "clock" | "recover" | "owner">,
  request: DestroyRequest,
  caller: Caller,
): Promise<"destroyed" | "confirmation-mailed"> {
  const { store, clock } = context;
  const own = await requireOwner(context);
  const outcome = await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "comments");
    const comment = await requireComment(tx, request.id);
    if (isAllowed(caller, "manage:comments")) await putIntoTrash(tx, comment, clock.now());
    else {
      requireProof(comment, request);
      if (comment.authType === "EMAIL") {
        const { email, language = null } = request;
        await mailDeletionLink(tx, own, comment, { email: email ?? "", language, now: clock.now() });
        return "confirmation-mailed";
      }
      const { recover } = context;
      verifyOwnMessage("DeleteComment", deletionOf(own.address, comment), request.signature ?? "", recover);
    }
    await removeComment(tx, comment, clock.now());
    return "destroyed";
  });
  return outcome;
}

async function putIntoTrash(
  tx: Tx,
  { id, publicationId, state, authorName, body }: CommentRecord,
  now: number,
): Promise<void> {
  await insertTrash(tx, {
    kind: "comment",
    subjectId: id,
    type: "COMMENT",
    state,
    publicationId,
    title: authorName,
    excerpt: takeExcerpt(body),
    deletedWith: null,
    deletedAt: now,
  });
}

/** Removes a comment in the caller's transaction, which holds the lock `comments`. */
export async function removeComment(
  tx: Tx,
  comment: Pick<CommentRecord, "id" | "publicationId">,
  now: number,
): Promise<void> {
  await deleteComment(tx, comment.id);
  await unindexComment(tx, comment);
  await emit(tx, "comment.handled", { commentId: comment.id, now });
}

function requireProof({ authType }: CommentRecord, { signature, email }: DestroyRequest): void {
  const given = authType === "EMAIL" ? email : signature;
  if (given && authType !== "WEBMENTION" && authType !== "IMPORTED") return;
  if (signature || email) {
    throw new AppError("FORBIDDEN", "This comment was written with a wallet, not by email.");
  }
  throw new AppError(
    "UNAUTHENTICATED",
    "Enter the email address that the comment was written with, or sign with its wallet.",
  );
}

/** Mails the link, unless the address is not the author's or got the link a short time ago. */
async function mailDeletionLink(
  tx: Tx,
  own: Profile,
  comment: CommentRecord,
  { email, language, now }: { email: string; language: string | null; now: number },
): Promise<void> {
  await requireMail(tx);
  const address = parseMailAddress(email);
  if (address === null) throw new AppError("VALIDATION_FAILED", "This is not an email address.");
  const { pendingMs, deletionMailMs } = commentLimits;
  const mailedAt = (comment.deletionExpiresAt ?? 0) - pendingMs;
  const isAuthor = address.toLowerCase() === comment.authorId.toLowerCase();
  const publication = await findPublication(tx, comment.publicationId);
  if (!isAuthor || !publication || comment.state === "pending" || now - mailedAt < deletionMailMs) return;
  const { token, hash } = createMailedToken();
  await writeDeletionToken(tx, comment.id, hash, now + pendingMs);
  await mailCommentLink(tx, "confirm-comment-deletion", { comment, publication, own, token, language, now });
}

/**
 * Deletes a comment with the token of the second mail (decisions 7).
 *
 * @throws AppError NOT_FOUND, INVALID_SIGNATURE for another token, EXPIRED_SIGNATURE
 */
export async function confirmCommentDeletion(
  { store, clock }: Pick<Context, "store" | "clock">,
  { id, token }: { id: number; token: string },
): Promise<void> {
  await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "comments");
    const comment = await requireComment(tx, id);
    requireMailedToken(comment.deletionTokenHash, token);
    if (clock.now() >= (comment.deletionExpiresAt ?? 0)) {
      throw new AppError("EXPIRED_SIGNATURE", "This link is too old. Ask for another one.");
    }
    await removeComment(tx, comment, clock.now());
  });
}

/**
 * The message that a wallet signs to delete its comment (decisions 7). Nothing is looked up: the answer must not show
 * whether the comment exists and who wrote it. `destroyComment` checks that.
 *
 * @throws AppError NOT_INSTALLED
 */
export async function prepareCommentDeletion(
  context: Pick<Context, "store" | "owner">,
  { id, authorAddress }: { id: number; authorAddress: Address },
): Promise<Meanings["DeleteComment"]> {
  const { address } = await requireOwner(context);
  return deletionOf(address, { id, authorId: authorAddress });
}
