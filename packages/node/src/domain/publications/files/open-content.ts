import { type ContentQuery, EwpError, type Hash, type ThumbnailSize } from "@freehold/protocol";
import { type OpenBlob, openBlob } from "../../../blobs/blobs.ts";
import type { Context } from "../../../context.ts";
import type { PublicPost } from "../../../store/publications/public-posts.ts";
import type { Publication } from "../../../store/publications/publications.ts";
import { findSignedPublication } from "../../../store/publications/signed-publications.ts";
import type { Caller } from "../../access/callers.ts";
import type { PublicationView } from "../view.ts";
import { findVisiblePublication, findVisibleReplica } from "../visible.ts";

/** Content to serve. `publication` is signed, so it has `timestamp` and `signature`. */
export interface OpenContent extends OpenBytes {
  publication: Publication;
  /** Base URL of this node, for the canonical link. */
  nodeUrl: string;
}

/**
 * Opens the bytes of a signed publication of this node's owner (specification 4.4), never of a replica.
 *
 * @throws EwpError CONTENT_NOT_FOUND
 */
export async function openContent(
  context: Pick<Context, "store" | "blobs" | "thumbnails" | "owner">,
  { contentHash, timestamp, thumb }: ContentQuery,
): Promise<OpenContent> {
  const { store } = context;
  const own = await context.owner.get();
  const publication = own && (await findSignedPublication(store.db, own.address, contentHash, timestamp));
  if (!publication) throw new EwpError("CONTENT_NOT_FOUND");
  const bytes = await openBytes(context, publication, thumb);
  if (!bytes) throw new EwpError("CONTENT_NOT_FOUND", "The content of this post is missing on the node.");
  return { publication, nodeUrl: own.url, ...bytes };
}

/** Content that its caller may see, of any state and publisher. */
export interface VisibleContent extends OpenBytes {
  publication: PublicationView;
}

/**
 * Opens the bytes of a publication, or those with a hash, that the caller may see: of a draft only for the owner's session,
 * of a followed publisher only for a caller who may read the timeline.
 *
 * @returns null when this caller may see none, and when the bytes are missing
 */
export async function openVisibleContent(
  context: Pick<Context, "store" | "blobs" | "thumbnails" | "owner">,
  { key, thumb }: { key: { id: number } | { contentHash: Hash }; thumb: ThumbnailSize | null },
  caller: Caller,
): Promise<VisibleContent | null> {
  const publication =
    (await findVisiblePublication(context, key, caller)) ??
    ("contentHash" in key ? await findVisibleReplica(context, key.contentHash, caller) : null);
  const bytes = publication && (await openBytes(context, publication, thumb));
  return publication && bytes && { publication, ...bytes };
}

/** Bytes to serve: those of a publication, or a thumbnail of them. */
interface OpenBytes extends OpenBlob {
  /** The type of the served bytes. */
  mediaType: string;
  /** The thumbnail's size; null for the original. */
  thumb: ThumbnailSize | null;
}

/**
 * Opens the bytes of a publication: the wanted thumbnail where it can be made, else the original (decisions 5).
 *
 * @returns null when they are missing here
 */
async function openBytes(
  { blobs, thumbnails }: Pick<Context, "blobs" | "thumbnails">,
  { kind, contentHash, mediaType }: Pick<Publication, "kind" | "contentHash" | "mediaType">,
  thumb: ThumbnailSize | null,
): Promise<OpenBytes | null> {
  const original = await openBlob(blobs, contentHash);
  if (!original) return null;
  const small = thumb && kind === "FILE" ? await thumbnails.open(contentHash, thumb, mediaType) : null;
  if (small) {
    return { thumb, size: small.size, mediaType: small.mediaType, open: (range) => small.read(range) };
  }
  return { ...original, thumb: null, mediaType };
}

/** The bytes of a local post, for readers of this site; null when they are missing. */
export function openLocalContent(
  { blobs }: Pick<Context, "blobs">,
  { contentHash }: Pick<PublicPost, "contentHash">,
): Promise<OpenBlob | null> {
  return openBlob(blobs, contentHash);
}
