import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { type CommentRecord, deleteComment, findComment, writeDeletionToken } from "../../store/comments.ts";
import type { Tx } from "../../store/database.ts";
import type { Profile } from "../../store/profiles.ts";
import { findPublication } from "../../store/publications.ts";
import { type Caller, isAllowed } from "../access/caller.ts";
import { requireOwner } from "../installation/owner.ts";
import { parseMailAddress } from "../parse-address.ts";
import { unindexComment } from "../search/index-documents.ts";
import { commentLimits } from "./comment-limits.ts";
import { deletionOf, verifyOwnMessage } from "./comment-message.ts";
import { requireMail } from "./create-comment.ts";
import { mailCommentLink } from "./mail-comment-link.ts";
import { createMailedToken } from "./mailed-token.ts";

type Needs = Pick<Context, "store" | "clock" | "events" | "recover">;

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
 * is mailed. Whether a mail address is the author's is not answered: a stranger could find out whose the comment is.
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
export async function removeComment(
  tx: Tx,
  comment: Pick<CommentRecord, "id" | "publicationId">,
): Promise<void> {
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
