import type { Context } from "../../context.ts";
import { countCommentsByState, findComment, listComments as listRows } from "../../store/comments.ts";
import type { CommentState } from "../../store/tables/comments.ts";
import { requireOwner } from "../installation/owner.ts";
import { checkFirst, decodeCursor, encodeCursor, makePage, type Page, type PageRequest } from "../paging.ts";
import { type CommentView, toCommentView } from "./comment-view.ts";
import { noSuchComment } from "./destroy-comment.ts";
import { requirePublic } from "./require-commentable.ts";

export interface CommentsRequest extends PageRequest {
  /** Null for those on any publication. */
  publicationId: number | null;
  /** Every comment, whatever its state: for the owner alone. */
  includePending: boolean;
  /** Of those that may be shown, the ones in these states alone. */
  states?: readonly CommentState[] | null;
  /** By the author of this comment alone; a mail address is told to nobody. */
  sameAuthorAs?: number | null;
  newestFirst?: boolean;
}

/**
 * A page of comments, in the order in which they were written or the newest first: those that readers see, or all for
 * the owner.
 *
 * @throws AppError NOT_FOUND for a publication that readers don't see, VALIDATION_FAILED for `first` or `after`
 */
export async function listComments(
  context: Pick<Context, "store">,
  request: CommentsRequest,
): Promise<Page<CommentView>> {
  const { store } = context;
  const { publicationId, first, after, includePending, newestFirst = false } = request;
  checkFirst(first);
  const own = await requireOwner(context);
  if (publicationId !== null) await requirePublic(store.db, own.address, publicationId);
  const seen: CommentState[] = includePending ? ["pending", "held", "published", "rejected"] : ["published"];
  const states = seen.filter((state) => request.states?.includes(state) ?? true);
  const author = request.sameAuthorAs ? await findAuthor(context, request.sameAuthorAs) : null;
  const [last = null] = after === undefined || after === null ? [] : decodeCursor(after, 1);
  const found = await listRows(store.db, {
    ...{ publicationId, states, author, newestFirst },
    after: last,
    limit: first + 1,
  });
  const page = { first, ...(after !== undefined && { after }) };
  return makePage(found.map(toCommentView), page, ({ id }) => encodeCursor([id]));
}

/** How many comments there are in each state, for the owner. */
export function countCommentStates({ store }: Pick<Context, "store">): Promise<Record<CommentState, number>> {
  return countCommentsByState(store.db);
}

/** @throws AppError NOT_FOUND */
async function findAuthor({ store }: Pick<Context, "store">, id: number): Promise<string> {
  const comment = await findComment(store.db, id);
  if (!comment) throw noSuchComment();
  return comment.authorId.toLowerCase();
}
