import type { Context } from "../../context.ts";
import { areCommentsOpen, writeCommentsOpen } from "../../store/comments.ts";
import { requireOwner } from "../installation/owner.ts";
import { readSettingValues } from "../settings/settings.ts";
import { requirePublic } from "./require-commentable.ts";

/**
 * Lets one publication take comments, or not; those that are there stay.
 *
 * @throws AppError NOT_FOUND
 */
export async function openComments(
  context: Pick<Context, "store">,
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
