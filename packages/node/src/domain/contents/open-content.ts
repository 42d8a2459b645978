import { type ContentQuery, EwpError } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { findOwnProfile } from "../../store/profiles.ts";
import { findSignedPublication, type Publication } from "../../store/publications.ts";

/** Content to serve. `publication` is signed, so `timestamp` and `signature` are there. */
export interface OpenContent {
  publication: Publication;
  /** Base URL of this node, for the canonical link. */
  nodeUrl: string;
  /** What is served: the media type of the original or of its thumbnail. */
  mediaType: string;
  /** Bytes. */
  size: number;
  /** The thumbnail's size when it is one. */
  thumb: "sm" | "md" | "lg" | null;
  /** Streams the bytes, or an inclusive range of them. */
  open(range?: { start: number; end: number }): AsyncIterable<Uint8Array>;
}

/**
 * Opens the bytes of a signed publication of this node's owner (specification 4.4); nothing else is served under a
 * hash, and not a replica.
 *
 * @throws EwpError CONTENT_NOT_FOUND
 */
export async function openContent(
  { store, blobs, thumbnails }: Pick<Context, "store" | "blobs" | "thumbnails">,
  { contentHash, timestamp, thumb }: ContentQuery,
): Promise<OpenContent> {
  const own = await findOwnProfile(store.db);
  const publication = own && (await findSignedPublication(store.db, own.address, contentHash, timestamp));
  if (!publication) throw new EwpError("CONTENT_NOT_FOUND");
  const facts = { publication, nodeUrl: own.url };
  if (thumb && publication.kind === "FILE") {
    const small = await thumbnails.open(contentHash, thumb, publication.mediaType);
    if (small) {
      const { size, mediaType } = small;
      return { ...facts, size, mediaType, thumb, open: (range) => small.read(range) };
    }
  }
  const size = await blobs.size(contentHash);
  if (size === null)
    throw new EwpError("CONTENT_NOT_FOUND", "The bytes of this publication are missing here.");
  return {
    ...facts,
    size,
    mediaType: publication.mediaType,
    thumb: null,
    open: (range) => blobs.read(contentHash, range),
  };
}
