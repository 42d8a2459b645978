import type { Address } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { hasCode } from "../../errors/errors.ts";
import { type AddressName, services } from "../../services.ts";
import {
  authorKeyOf,
  countCommentsByState,
  countPublishedComments,
  findComments as findRows,
  listConversation,
  listComments as listRows,
} from "../../store/comments.ts";
import type { CommentState } from "../../store/tables/comments.ts";
import { decodeCursor, type Page, type PageRequest, readPageById } from "../paging.ts";
import { requireOwner } from "../profile/owner.ts";
import { readMailSettings } from "../settings/mail-settings.ts";
import { readSettingValues } from "../settings/settings.ts";
import { noSuchComment, requireComment, requirePublic, takesComments } from "./commentable.ts";
import { type CommentView, toCommentView } from "./view.ts";

interface CommentsRequest extends PageRequest {
  /** Null for any publication. */
  publicationId: number | null;
  /** Whether to include comments in every state: for the owner alone. */
  includePending: boolean;
  /** Only comments in these states. */
  states?: readonly CommentState[] | null;
  /** Only comments by the author of this comment, so that no mail address is shown. */
  sameAuthorAs?: number | null;
  /** Only comments by this wallet; `sameAuthorAs` counts for more. */
  authorAddress?: Address | null;
  newestFirst?: boolean;
}

/**
 * A page of comments, oldest or newest first: the published ones, or all for the owner.
 *
 * @throws AppError NOT_FOUND for a publication that readers don't see, VALIDATION_FAILED for `first` or `after`
 */
export async function listComments(
  context: Pick<Context, "store" | "owner">,
  request: CommentsRequest,
): Promise<Page<CommentView>> {
  const { store } = context;
  const { publicationId, includePending, newestFirst = false } = request;
  const own = await requireOwner(context);
  if (publicationId !== null) await requirePublic(store.db, own.address, publicationId);
  const seen: CommentState[] = includePending ? ["pending", "held", "published", "rejected"] : ["published"];
  const states = seen.filter((state) => request.states?.includes(state) ?? true);
  const example = request.sameAuthorAs ? await requireComment(store.db, request.sameAuthorAs) : null;
  const author = example ? authorKeyOf(example) : (request.authorAddress?.toLowerCase() ?? null);
  return await readPageById(request, async ({ after = null, limit }) => {
    const rows = await listRows(store.db, { publicationId, states, author, newestFirst, after, limit });
    return rows.map(toCommentView);
  });
}

/** The comments with these ids in any state, for the owner; null for those that are gone. */
export async function findComments(
  { store }: Pick<Context, "store">,
  ids: readonly number[],
): Promise<(CommentView | null)[]> {
  const found = new Map((await findRows(store.db, ids)).map((row) => [row.id, toCommentView(row)]));
  return ids.map((id) => found.get(id) ?? null);
}

/** How many comments there are in each state, for the owner. */
export function countCommentStates({ store }: Pick<Context, "store">): Promise<Record<CommentState, number>> {
  return countCommentsByState(store.db);
}

/** The comments below a publication, and whether it takes more. */
export interface Conversation {
  /** Oldest first, each with its answers after it. */
  readonly comments: readonly CommentView[];
  /** The names of their authors in ENS, by address. */
  readonly names: Readonly<Record<Address, AddressName>>;
  /** All published comments, on this page and others. */
  readonly count: number;
  /** The cursor of the next page, or null. */
  readonly next: string | null;
  readonly isOpen: boolean;
  /** Whether other sites can mention it. */
  readonly takesMentions: boolean;
  /** Whether a comment can be confirmed by mail, too. */
  readonly byMail: boolean;
  /** Whether the owner approves comments first. */
  readonly needsApproval: boolean;
}

/**
 * A page of the published comments on one of the owner's publications (decisions 7).
 *
 * @throws AppError NOT_FOUND for a publication that readers don't see, VALIDATION_FAILED for `after`
 */
export async function readConversation(
  ctx: Pick<Context, "store" | "owner" | "clock" | "config">,
  { publicationId, first, after }: { publicationId: number; first: number; after: string | null },
): Promise<Conversation> {
  const { db } = ctx.store;
  await requirePublic(db, (await requireOwner(ctx)).address, publicationId);
  const page = await readPageById({ first, after }, async ({ after = null, limit }) =>
    (await listConversation(db, { publicationId, after, limit })).map(toCommentView),
  );
  const isWhole = after === null && !page.hasNextPage;
  const count = isWhole ? page.items.length : (await countComments(ctx, [publicationId])).get(publicationId);
  const { commentsNeedApproval, receiveMentions, ensRpc } = await readSettingValues(db);
  const isOpen = await takesComments(ctx, publicationId);
  const wallets = page.items.flatMap(({ authorAddress }) => authorAddress ?? []);
  return {
    comments: page.items,
    names: Object.fromEntries(await services().readNames(ctx, wallets, ensRpc !== "")),
    count: count ?? 0,
    next: page.hasNextPage ? page.endCursor : null,
    isOpen,
    takesMentions: isOpen && receiveMentions,
    byMail: (await readMailSettings(db)) !== null,
    needsApproval: commentsNeedApproval,
  };
}

/** The number of published comments on each publication. */
export async function countComments(
  { store }: Pick<Context, "store">,
  publicationIds: readonly number[],
): Promise<Map<number, number>> {
  const counts = await countPublishedComments(store.db, publicationIds);
  return new Map(publicationIds.map((id) => [id, counts.get(id) ?? 0]));
}

/**
 * The id in the cursor of a comment, and the comment, where it is published.
 *
 * @throws AppError VALIDATION_FAILED for another text, NOT_INSTALLED
 */
export async function findCommentAt(
  context: Pick<Context, "store" | "owner">,
  cursor: string,
): Promise<{ readonly id: number; readonly comment: CommentView | null }> {
  const [id] = decodeCursor(cursor, 1);
  const comment = await findPublicComment(context, id).catch((error: unknown) => {
    if (hasCode(error, "NOT_FOUND")) return null;
    throw error;
  });
  return { id, comment };
}

/** A published comment. @throws AppError NOT_FOUND for any other, NOT_INSTALLED */
export async function findPublicComment(
  context: Pick<Context, "store" | "owner">,
  id: number,
): Promise<CommentView> {
  const { db } = context.store;
  const own = await requireOwner(context);
  const comment = await requireComment(db, id);
  if (comment.state !== "published") throw noSuchComment();
  await requirePublic(db, own.address, comment.publicationId);
  return toCommentView(comment);
}
