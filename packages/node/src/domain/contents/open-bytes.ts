import type { ThumbnailSize } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import type { Publication } from "../../store/publications.ts";

/** Bytes to serve: those of a publication, or a thumbnail of them. */
export interface OpenBytes {
  /** Of what is served. */
  mediaType: string;
  /** Bytes. */
  size: number;
  /** The thumbnail's size when it is one. */
  thumb: ThumbnailSize | null;
  /** Streams the bytes, or an inclusive range of them. */
  open(range?: { start: number; end: number }): AsyncIterable<Uint8Array>;
}

/**
 * Opens the bytes of a publication: a thumbnail where one is asked for and can be made, else the original (decisions 5).
 *
 * @returns null when they are missing here
 */
export async function openBytes(
  { blobs, thumbnails }: Pick<Context, "blobs" | "thumbnails">,
  { kind, contentHash, mediaType }: Pick<Publication, "kind" | "contentHash" | "mediaType">,
  thumb: ThumbnailSize | null,
): Promise<OpenBytes | null> {
  const size = await blobs.size(contentHash);
  if (size === null) return null;
  const small = thumb && kind === "FILE" ? await thumbnails.open(contentHash, thumb, mediaType) : null;
  if (small) {
    return { thumb, size: small.size, mediaType: small.mediaType, open: (range) => small.read(range) };
  }
  return { thumb: null, size, mediaType, open: (range) => blobs.read(contentHash, range) };
}
