import type { Context } from "../../context.ts";
import { readMailSettings } from "../settings/mail-settings.ts";
import { readPublicSettings } from "../settings/settings.ts";
import type { CommentView } from "./comment-view.ts";
import { countComments } from "./count-comments.ts";
import { listComments } from "./list-comments.ts";
import { takesComments } from "./open-comments.ts";

/** What is said below a publication, and whether more can be. */
export interface Conversation {
  /** In the order in which they were written. */
  readonly comments: readonly CommentView[];
  /** All that readers see, on this page of it and on others. */
  readonly count: number;
  /** The cursor of the next page, or null. */
  readonly next: string | null;
  readonly isOpen: boolean;
  /** Whether a comment can be confirmed by mail, too. */
  readonly byMail: boolean;
  /** Whether the owner sees a comment before readers do. */
  readonly needsApproval: boolean;
}

/**
 * A page of what readers see below one of the owner's publications (decisions 7).
 *
 * @throws AppError NOT_FOUND for a publication that readers don't see, VALIDATION_FAILED for `after`
 */
export async function readConversation(
  ctx: Pick<Context, "store">,
  { publicationId, first, after }: { publicationId: number; first: number; after: string | null },
): Promise<Conversation> {
  const page = await listComments(ctx, { publicationId, first, after, includePending: false });
  const isWhole = after === null && !page.hasNextPage;
  const count = isWhole ? page.items.length : (await countComments(ctx, [publicationId])).get(publicationId);
  const { commentsNeedApproval } = await readPublicSettings(ctx);
  return {
    comments: page.items,
    count: count ?? 0,
    next: page.hasNextPage ? page.endCursor : null,
    isOpen: await takesComments(ctx, publicationId),
    byMail: (await readMailSettings(ctx.store.db)) !== null,
    needsApproval: commentsNeedApproval,
  };
}
