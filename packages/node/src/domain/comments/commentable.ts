import type { Address } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { isCommenterBlocked } from "../../store/commenters.ts";
import { areCommentsOpen, type CommentRecord, writeCommentsOpen } from "../../store/comments.ts";
import { isBlocked } from "../../store/connections.ts";
import type { Reader } from "../../store/database.ts";
import { findPublication, type Publication } from "../../store/publications.ts";
import { requireOwner } from "../profile/owner.ts";
import { readSettingValues } from "../settings/settings.ts";

/** One of the owner's publications that readers see. @throws AppError NOT_FOUND for any other, a draft among them */
export async function requirePublic(db: Reader, owner: Address, id: number): Promise<Publication> {
  const publication = Number.isSafeInteger(id) ? await findPublication(db, id) : null;
  if (!publication || publication.publisherAddress !== owner || publication.state === "draft") {
    throw new AppError("NOT_FOUND", "There is no such publication.");
  }
  return publication;
}

/**
 * One that takes a comment of this author.
 *
 * @throws AppError NOT_FOUND, COMMENT_DISABLED where the owner takes none, here or anywhere, FORBIDDEN for a wallet
 *   that the owner has blocked
 */
export async function requireCommentable(
  db: Reader,
  owner: Address,
  { publicationId, authType, authorId }: Pick<CommentRecord, "publicationId" | "authType" | "authorId">,
): Promise<Publication> {
  const publication = await requirePublic(db, owner, publicationId);
  const { allowComment } = await readSettingValues(db);
  if (!allowComment || !(await areCommentsOpen(db, publicationId))) {
    throw new AppError("COMMENT_DISABLED", "No comments are taken here.");
  }
  if (authType === "ETHEREUM" && (await isBlocked(db, authorId as Address))) {
    throw authorBlocked();
  }
  return publication;
}

/**
 * To be asked once an author by mail has shown that the address is theirs: others who type it learn nothing.
 *
 * @throws AppError FORBIDDEN where the owner has blocked them
 */
export async function requireNotBlocked(db: Reader, mailAddress: string): Promise<void> {
  if (await isCommenterBlocked(db, mailAddress.toLowerCase())) throw authorBlocked();
}

function authorBlocked(): AppError {
  return new AppError("FORBIDDEN", "No comments of yours are taken here.");
}

/**
 * Lets one publication take comments, or not; those that are there stay.
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

/** Whether a publication takes comments as far as it is up to that one: its owner may take none anywhere. */
export function areOpen({ store }: Pick<Context, "store">, publicationId: number): Promise<boolean> {
  return areCommentsOpen(store.db, publicationId);
}

/** Whether a publication takes comments now: the node does, and it does. */
export async function takesComments(
  { store }: Pick<Context, "store">,
  publicationId: number,
): Promise<boolean> {
  const { allowComment } = await readSettingValues(store.db);
  return allowComment && (await areCommentsOpen(store.db, publicationId));
}
