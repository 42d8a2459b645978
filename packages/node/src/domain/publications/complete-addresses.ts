import { completeAddresses } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { hasCode } from "../../errors/errors.ts";
import { readPublications } from "../../store/publications.ts";
import { limits } from "../limits.ts";
import { requireOwner } from "../profile/owner.ts";
import { updatePublication } from "./update.ts";

/**
 * Writes this node's address before the paths of contents in stored texts that are to be signed: nodes of the reference form show a
 * text as it is. Readers here see no change, so no earlier text is kept and nobody is told.
 *
 * @returns the hashes of the texts as they were, by the ids of those that changed
 */
export async function completeStoredTexts(
  context: Pick<Context, "store" | "blobs" | "clock" | "config" | "owner">,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { store, blobs } = context;
  const own = await requireOwner(context);
  const before = new Map<number, string>();
  for (const post of await readPublications(store.db, ids)) {
    const isOpen = post.publisherAddress === own.address && post.state !== "signed";
    if (!isOpen || post.kind !== "POST" || (await blobs.size(post.contentHash)) === null) continue;
    const text = (await blobs.readAll(post.contentHash, limits.markdownBytes)).toString();
    const body = completeAddresses(text, own.url);
    if (body === text) continue;
    const change = { body, revision: post.updatedAt, isQuiet: true };
    try {
      await updatePublication(context, post.id, change);
      before.set(post.id, post.contentHash);
    } catch (error) {
      // Its owner changed it meanwhile, and with that its addresses; or it is too long with whole ones.
      if (!hasCode(error, "CONFLICT", "NOT_FOUND", "TOO_LARGE")) throw error;
    }
  }
  return before;
}
