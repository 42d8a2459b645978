import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { deleteCommenterBlock, listCommenterBlocks, saveCommenterBlock } from "../../store/commenters.ts";
import { findComment } from "../../store/comments.ts";
import { checkReason } from "../connections/block.ts";
import { type Page, type PageRequest, readPageById } from "../paging.ts";

/** A blocked author by mail: known by the name of a comment, for the mail address is told to nobody. */
export interface CommenterBlockView {
  readonly id: number;
  readonly authorName: string;
  readonly reason: string | null;
  /** ISO 8601 UTC */
  readonly createdAt: string;
}

/**
 * Blocks the author by mail of a comment: what they write from now on is refused when they confirm it, in whatever name. Not
 * before: whoever types somebody's mail address must not learn that it is blocked. What they wrote stays as it stands.
 *
 * @returns the id of the block
 * @throws AppError NOT_FOUND, VALIDATION_FAILED for a comment by wallet (`blockPeer` blocks its address) or a note that
 *   is too long
 */
export async function blockCommenter(
  { store, clock }: Pick<Context, "store" | "clock">,
  { commentId, reason = null }: { commentId: number; reason?: string | null },
): Promise<number> {
  const note = checkReason(reason);
  return await store.transaction(async (tx) => {
    const comment = await findComment(tx, commentId);
    if (comment === null) throw new AppError("NOT_FOUND", "There is no such comment.");
    if (comment.authType !== "EMAIL") {
      throw new AppError("VALIDATION_FAILED", "This was written with a wallet: block its address.");
    }
    const { authorId, authorName } = comment;
    const block = { authorKey: authorId.toLowerCase(), authorName, reason: note, createdAt: clock.now() };
    return await saveCommenterBlock(tx, block);
  });
}

/** Takes comments of a blocked author by mail again. @returns whether they were blocked */
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
