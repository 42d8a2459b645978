import type { Address, Meanings } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { type CommentRecord, deleteComment, findComment, writeDeletionToken } from "../../store/comments.ts";
import type { Tx } from "../../store/database.ts";
import type { Profile } from "../../store/profiles.ts";
import { findPublication } from "../../store/publications.ts";
import { type Caller, isAllowed } from "../access/callers.ts";
import { parseMailAddress } from "../parse-address.ts";
import { requireOwner } from "../profile/owner.ts";
import { unindexComment } from "../search/index-documents.ts";
import { requireMail } from "./create.ts";
import { commentLimits } from "./limits.ts";
import { createMailedToken, isMailedToken, mailCommentLink } from "./mail-link.ts";
import { deletionOf, verifyOwnMessage } from "./signed-message.ts";

type Needs = Pick<Context, "store" | "clock" | "events" | "recover" | "owner">;

export interface DestroyRequest {
  id: number;
  /** A DeleteComment signature of the wallet that wrote it. */
  signature?: string | null | undefined;
  /** The mail address with which it was written. */
  email?: string | null | undefined;
  /** What whoever asks wants to read: the mail is written in it. */
  language?: string | null;
}

/**
 * Deletes a comment (decisions 7): the owner by session, a wallet author by signature, and a mail author by a link that
 * is mailed. Whether a mail address is the author's is not answered: an anonymous caller could find out whose the comment is.
 *
 * @returns whether it is gone, or waits for a mail to be answered
 * @throws AppError NOT_FOUND, UNAUTHENTICATED when nothing shows whose it is, FORBIDDEN for a proof that does not go
 *   with such a comment, INVALID_SIGNATURE, MAIL_NOT_CONFIGURED, VALIDATION_FAILED
 */
export async function destroyComment(
  context: Needs,
  request: DestroyRequest,
  caller: Caller,
): Promise<"destroyed" | "confirmation-mailed"> {
  const { store, clock, events } = context;
  const own = await requireOwner(context);
  const outcome = await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "comments");
    const comment = await findComment(tx, request.id);
    if (!comment) throw noSuchComment();
    if (!isAllowed(caller, "manage:comments")) {
      requireProof(comment, request);
      if (comment.authType === "EMAIL") {
        await offerDeletion(tx, own, comment, {
          email: request.email ?? "",
          language: request.language ?? null,
          now: clock.now(),
        });
        return "confirmation-mailed";
      }
      const { recover } = context;
      verifyOwnMessage("DeleteComment", deletionOf(own.address, comment), request.signature ?? "", recover);
    }
    await removeComment(tx, comment);
    return "destroyed";
  });
  if (outcome === "confirmation-mailed") events.emit("jobs.due");
  return outcome;
}

/** Deletes a comment and what was made of it. */
async function removeComment(tx: Tx, comment: Pick<CommentRecord, "id" | "publicationId">): Promise<void> {
  await deleteComment(tx, comment.id);
  await unindexComment(tx, comment);
}

export function noSuchComment(): AppError {
  return new AppError("NOT_FOUND", "There is no such comment.");
}

function requireProof({ authType }: CommentRecord, { signature, email }: DestroyRequest): void {
  const given = authType === "EMAIL" ? email : signature;
  if (given) return;
  if (signature || email) {
    throw new AppError("FORBIDDEN", "The author of this comment is not known in that way.");
  }
  throw new AppError("UNAUTHENTICATED", "Show that the comment is yours.");
}

/** Mails the link, unless the address is another one or has the link already. */
async function offerDeletion(
  tx: Tx,
  own: Profile,
  comment: CommentRecord,
  { email, language, now }: { email: string; language: string | null; now: number },
): Promise<void> {
  await requireMail(tx);
  const address = parseMailAddress(email);
  if (address === null) throw new AppError("VALIDATION_FAILED", "This is not a mail address.");
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

/**
 * What the wallet that wrote a comment signs to delete it (decisions 7). Nothing is looked up: whether there is such a
 * comment, and whose it is, would be told to anybody while readers don't see it. `destroyComment` finds out.
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
