import type { Address } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { isCommenterBlocked } from "../../store/commenters.ts";
import { areCommentsOpen, type CommentRecord, findComment, writeCommentsOpen } from "../../store/comments.ts";
import type { Reader } from "../../store/database.ts";
import { isBlocked } from "../../store/peers/connections.ts";
import { findPublication, type Publication } from "../../store/publications/publications.ts";
import { requireOwner } from "../profile/owner.ts";
import { readSettingValues } from "../settings/settings.ts";

/** @throws AppError NOT_FOUND */
export async function requireComment(db: Reader, id: number): Promise<CommentRecord> {
  const comment = Number.isSafeInteger(id) ? await findComment(db, id) : null;
  if (!comment) throw noSuchComment();
  return comment;
}

export function noSuchComment(): AppError {
  return new AppError("NOT_FOUND", "There is no such comment.");
}

/** One of the owner's publications that readers see. @throws AppError NOT_FOUND for any other, a draft among them */
export async function requirePublic(db: Reader, owner: Address, id: number): Promise<Publication> {
  const publication = Number.isSafeInteger(id) ? await findPublication(db, id) : null;
  if (!publication || publication.publisherAddress !== owner || publication.state === "draft") {
    throw new AppError("NOT_FOUND", "There is no such post.");
  }
  return publication;
}

/**
 * A publication that this author can comment on.
 *
 * @throws AppError NOT_FOUND; COMMENT_DISABLED where the owner takes no comments, here or anywhere; FORBIDDEN for a
 *   blocked wallet
 */
export async function requireCommentable(
  db: Reader,
  owner: Address,
  { publicationId, authType, authorId }: Pick<CommentRecord, "publicationId" | "authType" | "authorId">,
): Promise<Publication> {
  const publication = await requirePublic(db, owner, publicationId);
  const { allowComment } = await readSettingValues(db);
  if (!allowComment || !(await areCommentsOpen(db, publicationId))) {
    throw new AppError("COMMENT_DISABLED", "Comments are closed.");
  }
  if (authType === "ETHEREUM" && (await isBlocked(db, authorId as Address))) throw authorBlocked();
  return publication;
}

/**
 * Call after an author by mail has proved the address: other people who type it must not learn that it is blocked.
 *
 * @throws AppError FORBIDDEN for a blocked author
 */
export async function requireNotBlocked(db: Reader, mailAddress: string): Promise<void> {
  if (await isCommenterBlocked(db, mailAddress.toLowerCase())) throw authorBlocked();
}

function authorBlocked(): AppError {
  return new AppError("FORBIDDEN", "The owner has blocked your comments.");
}

/**
 * Opens or closes one publication for comments. Existing comments stay.
 *
 * @throws AppError NOT_FOUND
 */
export async function openComments(
  context: Pick<Context, "store" | "owner">,
  { publicationId, open }: { publicationId: number; open: boolean },
): Promise<void> {
  const own = await requireOwner(context);
  await context.store.transaction(async (tx) => {
    await requirePublic(tx, own.address, publicationId);
    await writeCommentsOpen(tx, publicationId, open);
  });
}

/** Whether the publication itself is open for comments; the owner may have closed the whole node. */
export function areOpen({ store }: Pick<Context, "store">, publicationId: number): Promise<boolean> {
  return areCommentsOpen(store.db, publicationId);
}

/** Whether a publication takes comments now: both the node and the publication are open. */
export async function takesComments(
  { store }: Pick<Context, "store">,
  publicationId: number,
): Promise<boolean> {
  const { allowComment } = await readSettingValues(store.db);
  return allowComment && (await areCommentsOpen(store.db, publicationId));
}
