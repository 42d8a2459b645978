import type { Context } from "../../context.ts";
import { listComments as listRows } from "../../store/comments.ts";
import type { CommentState } from "../../store/tables/comments.ts";
import { requireOwner } from "../installation/require-owner.ts";
import { decodeCursor, encodeCursor } from "../paging/cursor.ts";
import { checkFirst, makePage, type Page, type PageRequest } from "../paging/page.ts";
import { type CommentView, toCommentView } from "./comment-view.ts";
import { requirePublic } from "./require-commentable.ts";

export interface CommentsRequest extends PageRequest {
  /** Null for those on any publication. */
  publicationId: number | null;
  /** Every comment, whatever its state: for the owner alone. */
  includePending: boolean;
}

/**
 * A page of comments, in the order in which they were written: those that readers see, or all for the owner.
 *
 * @throws DomainError NOT_FOUND for a publication that readers don't see, VALIDATION_FAILED for `first` or `after`
 */
export async function listComments(
  context: Pick<Context, "store">,
  { publicationId, first, after, includePending }: CommentsRequest,
): Promise<Page<CommentView>> {
  const { store } = context;
  checkFirst(first);
  const own = await requireOwner(context);
  if (publicationId !== null) await requirePublic(store.db, own.address, publicationId);
  const states: CommentState[] = includePending
    ? ["pending", "held", "published", "rejected"]
    : ["published"];
  const [last = null] = after === undefined || after === null ? [] : decodeCursor(after, 1);
  const found = await listRows(store.db, { publicationId, states, after: last, limit: first + 1 });
  const page = { first, ...(after !== undefined && { after }) };
  return makePage(found.map(toCommentView), page, ({ id }) => encodeCursor([id]));
}
