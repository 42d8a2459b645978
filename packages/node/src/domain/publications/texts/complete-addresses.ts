import type { Context } from "../../../context.ts";
import { hasCode } from "../../../errors/errors.ts";
import { readPublications } from "../../../store/publications/publications.ts";
import { readCompletedText } from "../../contents/content-bytes.ts";
import { requireOwner } from "../../profile/owner.ts";
import { updatePublication } from "../update.ts";

/**
 * Writes this node's address before the paths of contents in stored texts that are to be signed or published: nodes of the
 * reference form, and programs that read the Markdown, show a text as it is. Readers here see no change, so no earlier text
 * is kept and nobody is notified.
 *
 * @returns the hashes of the texts as they were, by the ids of those that changed
 */
export async function completeStoredTexts(
  context: Pick<Context, "store" | "blobs" | "clock" | "config" | "owner">,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { store } = context;
  const own = await requireOwner(context);
  const before = new Map<number, string>();
  for (const post of await readPublications(store.db, ids)) {
    if (post.publisherAddress !== own.address || post.state === "signed") continue;
    const body = await readCompletedText(context, post, own.url);
    if (body === null) continue;
    const change = { body, revision: post.updatedAt, isQuiet: true };
    try {
      await updatePublication(context, post.id, change);
      before.set(post.id, post.contentHash);
    } catch (error) {
      // Its owner changed it meanwhile, and with that its addresses.
      if (!hasCode(error, "CONFLICT", "NOT_FOUND")) throw error;
    }
  }
  return before;
}
