import { AppError } from "../../errors.ts";
import {
  countCommentsOfClient,
  countConfirmedOfAuthor,
  countPending,
  countPendingOfAuthor,
  deletePendingBefore,
} from "../../store/commenters.ts";
import type { Tx } from "../../store/database.ts";
import type { CommentAuth } from "../../store/tables/comments.ts";
import { commentLimits } from "./comment-limits.ts";

const hourMs = 60 * 60 * 1000;

/**
 * Whether one more comment may be written: by this client, for this mail address, and in all, since anybody can write
 * one in anybody's name.
 *
 * @throws AppError RATE_LIMITED
 */
export async function checkBeforeWriting(
  tx: Tx,
  comment: { authType: CommentAuth; authorId: string; client: string | null; now: number },
): Promise<void> {
  const { authType, authorId, client, now } = comment;
  const { perClientAndHour, pendingPerMailAddress } = commentLimits;
  if (client !== null && (await countCommentsOfClient(tx, client, now - hourMs)) >= perClientAndHour) {
    throw tooMany("You have written many comments in a short time. Wait a while.");
  }
  if (authType === "EMAIL" && (await countPendingOfAuthor(tx, authorId)) >= pendingPerMailAddress) {
    throw tooMany("There are comments that wait for a confirmation by this mail address already.");
  }
  if (await isFull(tx, authType, now)) {
    throw tooMany("Too many comments wait for their authors just now. Try again later.");
  }
}

async function isFull(tx: Tx, authType: CommentAuth, now: number): Promise<boolean> {
  if ((await countPending(tx, authType)) < commentLimits.pending) return false;
  if (authType === "EMAIL") return true;
  // Nobody can confirm these any more: they are kept only so that it can be said why.
  await deletePendingBefore(tx, authType, now - commentLimits.signatureSeconds * 1000);
  return (await countPending(tx, authType)) >= commentLimits.pending;
}

/**
 * Whether one more comment of an author may be confirmed.
 *
 * @throws AppError RATE_LIMITED
 */
export async function checkBeforeConfirming(tx: Tx, authorId: string, now: number): Promise<void> {
  if ((await countConfirmedOfAuthor(tx, authorId, now - hourMs)) >= commentLimits.perAuthorAndHour) {
    throw tooMany("You have confirmed many comments in a short time. Wait a while.");
  }
}

function tooMany(sentence: string): AppError {
  return new AppError("RATE_LIMITED", sentence);
}
