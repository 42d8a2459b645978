import { type ThumbnailSize, thumbnailSizes } from "@freehold/protocol";
import { isThumbnailMediaType } from "../../blobs/make-thumbnail.ts";
import type { Publication } from "../../store/publications.ts";

/** Where a browser gets the bytes of a publication on this node: paths, for whoever may see it. */
export interface ContentPlace {
  readonly contentPath: string;
  /** Smaller pictures by height (200, 400, 800 pixels); null for what is none. */
  readonly thumbnails: Readonly<Record<ThumbnailSize, string>> | null;
}

/**
 * What the owner has signed is served to everybody under its hash, for caches to keep; everything else under its id, to
 * whom it concerns.
 */
export function locateContent(
  publication: Pick<Publication, "id" | "kind" | "contentHash" | "timestamp" | "mediaType">,
  { isOwn }: { isOwn: boolean },
): ContentPlace {
  const { id, kind, contentHash, timestamp, mediaType } = publication;
  const isPublic = isOwn && timestamp !== null;
  const contentPath = isPublic
    ? `/ewp/contents/${contentHash}?timestamp=${timestamp}`
    : `/api/contents/${id}`;
  if (kind !== "FILE" || !isThumbnailMediaType(mediaType)) return { contentPath, thumbnails: null };
  const small = (size: ThumbnailSize) => `${contentPath}${isPublic ? "&" : "?"}thumb=${size}`;
  const entries = thumbnailSizes.map((size) => [size, small(size)] as const);
  return { contentPath, thumbnails: Object.fromEntries(entries) as Record<ThumbnailSize, string> };
}
