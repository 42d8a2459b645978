import { dayMs, hourMs, minuteMs } from "@freehold/protocol/internal";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import {
  countCommentsOfClient,
  countConfirmedOfAuthor,
  countPending,
  countPendingOfAuthor,
  deletePendingBefore,
  forgetClientsBefore,
} from "../../store/commenters.ts";
import type { Tx } from "../../store/database.ts";
import type { CommentAuth } from "../../store/tables/comments.ts";
import { type Client, hasReached, isCrowdedOut } from "../access/clients.ts";

/** Limits of comments. */
export const commentLimits = {
  bodyLength: 5_000,
  nameLength: 60,
  pendingMs: dayMs,
  signatureSeconds: 600,
  perClientAndHour: 20,
  perAuthorAndHour: 20,
  pendingPerMailAddress: 3,
  pending: 1_000,
  deletionMailMs: 10 * minuteMs, // between two mails that offer to delete a comment
};

/** A maintenance task: removes comments that were not confirmed in time, and the clients of comments older than a day. */
export async function sweepComments({ store, clock }: Pick<Context, "store" | "clock">): Promise<void> {
  await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "comments");
    await removeStaleComments(tx, clock.now());
  });
}

/** The same in the caller's transaction, which holds the lock `comments`. */
export async function removeStaleComments(tx: Tx, now: number): Promise<void> {
  const before = now - commentLimits.pendingMs;
  await deletePendingBefore(tx, "EMAIL", before);
  await deletePendingBefore(tx, "ETHEREUM", before);
  await forgetClientsBefore(tx, before);
}

/**
 * Checks the limits for one more comment: of this client, of this mail address, and of the node, since anybody can write a
 * comment with another's address.
 *
 * @throws AppError RATE_LIMITED
 */
export async function checkBeforeWriting(
  tx: Tx,
  comment: { authType: CommentAuth; authorId: string; client: Client | null; now: number },
): Promise<void> {
  const { authType, authorId, client, now } = comment;
  const { perClientAndHour, pendingPerMailAddress } = commentLimits;
  const countOfHour = (prefix: string) => countCommentsOfClient(tx, prefix, now - hourMs);
  if (await hasReached(client, perClientAndHour, countOfHour)) {
    throw rateLimited("Too many comments in a short time. Try again later.");
  }
  if (authType === "EMAIL" && (await countPendingOfAuthor(tx, authorId)) >= pendingPerMailAddress) {
    throw rateLimited("You have comments waiting for confirmation. Check your email first.");
  }
  if (await isFull(tx, authType, client, now)) {
    throw rateLimited("Too many comments are waiting for confirmation. Try again later.");
  }
}

async function isFull(tx: Tx, authType: CommentAuth, client: Client | null, now: number): Promise<boolean> {
  const isCrowded = () => isCrowdedOut(client, commentLimits.pending, (of) => countPending(tx, authType, of));
  if (!(await isCrowded())) return false;
  if (authType === "EMAIL") return true;
  // Too old to be confirmed: they are kept only for the answer that says so.
  await deletePendingBefore(tx, authType, now - commentLimits.signatureSeconds * 1000);
  return await isCrowded();
}

/**
 * Checks the limit of confirmed comments of one author.
 *
 * @throws AppError RATE_LIMITED
 */
export async function checkBeforeConfirming(tx: Tx, authorId: string, now: number): Promise<void> {
  if ((await countConfirmedOfAuthor(tx, authorId, now - hourMs)) >= commentLimits.perAuthorAndHour) {
    throw rateLimited("Too many confirmations in a short time. Try again later.");
  }
}

function rateLimited(sentence: string): AppError {
  return new AppError("RATE_LIMITED", sentence);
}
