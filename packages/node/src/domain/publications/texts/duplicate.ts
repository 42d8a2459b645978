import { withoutVersionLink } from "@freehold/protocol";
import type { Context } from "../../../context.ts";
import { AppError } from "../../../errors/errors.ts";
import { findContent } from "../../../store/contents.ts";
import type { Publication } from "../../../store/publications/publications.ts";
import { readMarkdown } from "../../contents/read-markdown.ts";
import { limits } from "../../limits.ts";
import { requireOwner } from "../../profile/owner.ts";
import { createPublication } from "../create.ts";
import { requireReferable } from "../visible.ts";

/**
 * Makes a draft with the text, summary, cover and kind of page of a post of the owner in any state. Address, dates, schedule and
 * signature stay with the post, and the draft is no version of another one.
 *
 * @throws AppError NOT_FOUND, VALIDATION_FAILED for a file, TOO_LARGE
 */
export async function duplicatePost(
  context: Pick<Context, "store" | "blobs" | "clock" | "config" | "owner">,
  id: number,
): Promise<Publication> {
  const { store } = context;
  const own = await requireOwner(context);
  const post = await requireReferable(store.db, id, { self: own.address, caller: null });
  if (post.kind !== "POST") throw new AppError("VALIDATION_FAILED", "Only a post can be duplicated.");
  const { contentHash, excerpt, coverHash, isPage } = post;
  const size = (await findContent(store.db, contentHash))?.size ?? 0;
  const body = await readMarkdown(context, { ...post, size }, limits.markdownBytes);
  if (body === null) throw new AppError("NOT_FOUND", "The content of this post is missing on the node.");
  return await createPublication(context, {
    kind: "POST",
    state: "draft",
    source: toSource(withoutVersionLink(body)),
    presentation: { excerpt, coverHash, isPage },
  });
}

async function* toSource(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
