import type { Context } from "../../context.ts";
import { listPublicationsAfter } from "../../store/publications/publications.ts";
import { requireOwner } from "../profile/owner.ts";
import { destroyPublications } from "../trash/destroy.ts";

const together = 100;

/**
 * Moves the owner's published posts and files to the trash. Drafts stay.
 *
 * @param options.except the last post
 * @returns how many there were
 */
export async function deletePublished(
  context: Pick<Context, "store" | "clock" | "owner">,
  { except, signal }: { readonly except: number | null; readonly signal: AbortSignal },
): Promise<number> {
  const { address: publisher } = await requireOwner(context);
  let count = 0;
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const found = await listPublicationsAfter(context.store.db, after, { limit: together, publisher });
    const ids = found.filter(({ id, state }) => state !== "draft" && id !== except).map(({ id }) => id);
    count += (await destroyPublications(context, ids)).length;
    after = found.at(-1)?.id ?? after;
    if (found.length < together) return count;
  }
}
