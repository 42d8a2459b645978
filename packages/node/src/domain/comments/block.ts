import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { deleteCommenterBlock, listCommenterBlocks, saveCommenterBlock } from "../../store/commenters.ts";
import { checkReason } from "../connections/block.ts";
import { type Page, type PageRequest, readPageById } from "../paging.ts";
import { requireComment } from "./commentable.ts";

/** A blocked author by mail, with the name of a comment: the mail address is never shown. */
export interface CommenterBlockView {
  readonly id: number;
  readonly authorName: string;
  readonly reason: string | null;
  /** ISO 8601 UTC */
  readonly createdAt: string;
}

/**
 * Blocks the author by mail of a comment, or the site of a mention: their later comments are refused at confirmation, under any name. Not before:
 * people who type another's mail address must not learn that it is blocked. Existing comments stay.
 *
 * @returns the id of the block
 * @throws AppError NOT_FOUND; VALIDATION_FAILED for a comment by wallet (`blockPeer` blocks its address) or a reason that
 *   is too long
 */
export async function blockCommenter(
  { store, clock }: Pick<Context, "store" | "clock">,
  { commentId, reason = null }: { commentId: number; reason?: string | null },
): Promise<number> {
  const note = checkReason(reason);
  return await store.transaction(async (tx) => {
    const comment = await requireComment(tx, commentId);
    if (comment.authType === "ETHEREUM") {
      throw new AppError("VALIDATION_FAILED", "This was written with a wallet: block its address.");
    }
    const { authorId, authorName } = comment;
    const block = { authorKey: authorId.toLowerCase(), authorName, reason: note, createdAt: clock.now() };
    return await saveCommenterBlock(tx, block);
  });
}

/** Removes a block. @returns whether there was one */
export async function unblockCommenter({ store }: Pick<Context, "store">, id: number): Promise<boolean> {
  return await store.transaction((tx) => deleteCommenterBlock(tx, id));
}

/**
 * A page of the blocked authors by mail, the newest first.
 *
 * @throws AppError VALIDATION_FAILED for a `first` that is not from 1 to 100, and for a cursor that is none
 */
export function listBlockedCommenters(
  { store }: Pick<Context, "store">,
  request: PageRequest,
): Promise<Page<CommenterBlockView>> {
  return readPageById(request, async (page) => {
    const rows = await listCommenterBlocks(store.db, page);
    return rows.map(({ id, authorName, reason, createdAt }) => ({
      id,
      authorName,
      reason,
      createdAt: new Date(createdAt).toISOString(),
    }));
  });
}
