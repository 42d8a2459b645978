import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import {
  type CommenterBlock,
  deleteCommenterBlock,
  listCommenterBlocks,
  saveCommenterBlock,
} from "../../store/commenters.ts";
import type { CommentRecord } from "../../store/comments.ts";
import { checkReason } from "../connections/block.ts";
import { type Page, type PageRequest, readPageById } from "../paging.ts";
import { requireComment } from "./commentable.ts";
import { authorOfMention, parseAuthorKey } from "./mention-author.ts";
import { parseMention } from "./view.ts";

/** A blocked author, with the name of a comment: a mail address is never shown. */
export interface CommenterBlockView {
  readonly id: number;
  readonly authorName: string;
  /** The host whose mentions are refused; null for an author by mail. */
  readonly site: string | null;
  /** Only the mentions of the author with this home are refused, as that host names them; null for all of the host. */
  readonly authorUrl: string | null;
  readonly reason: string | null;
  /** ISO 8601 UTC */
  readonly createdAt: string;
}

/**
 * Blocks the author of a comment by mail or of a mention: their later comments are refused under any name, those by mail at
 * confirmation. Not before: people who type another's mail address must not learn that it is blocked. Existing comments
 * stay.
 *
 * @param block.wholeSite of a mention: all authors of its site
 * @returns the id of the block
 * @throws AppError NOT_FOUND; VALIDATION_FAILED for a comment by wallet (`blockPeer` blocks its address), an imported
 *   one, or a reason that is too long
 */
export async function blockCommenter(
  { store, clock }: Pick<Context, "store" | "clock">,
  {
    commentId,
    wholeSite = false,
    reason = null,
  }: { commentId: number; wholeSite?: boolean; reason?: string | null },
): Promise<number> {
  const note = checkReason(reason);
  return await store.transaction(async (tx) => {
    const comment = await requireComment(tx, commentId);
    if (comment.authType === "ETHEREUM") {
      throw new AppError("VALIDATION_FAILED", "This was written with a wallet. Block its address instead.");
    }
    if (comment.authType === "IMPORTED") {
      throw new AppError("VALIDATION_FAILED", "This was imported. Its author can't be blocked.");
    }
    const blocked = { ...keyOf(comment, wholeSite), reason: note, createdAt: clock.now() };
    return await saveCommenterBlock(tx, blocked);
  });
}

/** By the author of a comment: in comments of earlier versions it is the site of the mention. */
function keyOf(
  { authorId, authorName, mention }: CommentRecord,
  wholeSite: boolean,
): Pick<CommenterBlock, "authorKey" | "authorName"> {
  const about = mention === null ? null : parseMention(mention);
  if (about === null) return { authorKey: authorId.toLowerCase(), authorName };
  const { key, site, url } = authorOfMention(about);
  return wholeSite || url === null ? { authorKey: site, authorName: site } : { authorKey: key, authorName };
}

/** Removes a block. @returns whether there was one */
export async function unblockCommenter({ store }: Pick<Context, "store">, id: number): Promise<boolean> {
  return await store.transaction((tx) => deleteCommenterBlock(tx, id));
}

/**
 * A page of the blocked authors and sites, the newest first.
 *
 * @throws AppError VALIDATION_FAILED for a `first` that is not from 1 to 100, and for an invalid cursor
 */
export function listBlockedCommenters(
  { store }: Pick<Context, "store">,
  request: PageRequest,
): Promise<Page<CommenterBlockView>> {
  return readPageById(request, async (page) => {
    const rows = await listCommenterBlocks(store.db, page);
    return rows.map(({ id, authorKey, authorName, reason, createdAt }) => {
      const author = parseAuthorKey(authorKey);
      const { site = null, url = null } = author ?? {};
      return {
        id,
        // Earlier versions noted the name of one author of the site.
        authorName: site !== null && url === null ? site : authorName,
        site,
        authorUrl: url,
        reason,
        createdAt: new Date(createdAt).toISOString(),
      };
    });
  });
}
