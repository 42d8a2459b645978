import type { Address } from "@freehold/protocol";
import { AppError } from "../../errors.ts";
import { isCommenterBlocked } from "../../store/commenters.ts";
import { areCommentsOpen, type CommentRecord } from "../../store/comments.ts";
import { isBlocked } from "../../store/connections.ts";
import type { Reader } from "../../store/database.ts";
import { findPublication, type Publication } from "../../store/publications.ts";
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
    throw unwelcome();
  }
  return publication;
}

/**
 * To be asked once an author by mail has shown that the address is theirs: a stranger who types it learns nothing.
 *
 * @throws AppError FORBIDDEN where the owner has blocked them
 */
export async function requireWelcome(db: Reader, mailAddress: string): Promise<void> {
  if (await isCommenterBlocked(db, mailAddress.toLowerCase())) throw unwelcome();
}

function unwelcome(): AppError {
  return new AppError("FORBIDDEN", "No comments of yours are taken here.");
}
