import type { Hash, ThumbnailSize } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import type { Caller } from "../access/caller.ts";
import type { PublicationView } from "../publications/view.ts";
import { findVisiblePublication, findVisibleReplica } from "../publications/visible.ts";
import { type OpenBytes, openBytes } from "./open-bytes.ts";

/** Content that its caller may see, in whatever state and whose ever it is. */
export interface VisibleContent extends OpenBytes {
  publication: PublicationView;
}

/**
 * Opens the bytes of a publication, or those with a hash, that the caller may see: of a draft for the owner's session alone, of somebody who is
 * followed for whoever may read the timeline.
 *
 * @returns null when there is none, for this caller, and when its bytes are missing
 */
export async function openVisibleContent(
  context: Pick<Context, "store" | "blobs" | "thumbnails">,
  { key, thumb }: { key: { id: number } | { contentHash: Hash }; thumb: ThumbnailSize | null },
  caller: Caller,
): Promise<VisibleContent | null> {
  const publication =
    (await findVisiblePublication(context, key, caller)) ??
    ("contentHash" in key ? await findVisibleReplica(context, key.contentHash, caller) : null);
  const bytes = publication && (await openBytes(context, publication, thumb));
  return publication && bytes && { publication, ...bytes };
}
