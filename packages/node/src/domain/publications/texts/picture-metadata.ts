import type { Context } from "../../../context.ts";
import { planCleaning } from "../../../pictures/clean-picture.ts";
import type { MetadataKind } from "../../../pictures/cleaning-plan.ts";
import { pictureLimits } from "../../../pictures/limits.ts";
import { bytesOfBlob, readAtMost } from "../../../pictures/picture-bytes.ts";
import type { Publication } from "../../../store/publications/publications.ts";

/** Formats that hold Exif blocks. */
const withExif: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/webp", "image/avif"]);

/**
 * The metadata of a stored picture, as far as it stands before its coded image, or in the part of it that is
 * searched. Nothing for another file, and for missing bytes.
 */
export async function readPictureMetadata(
  { blobs }: { blobs: Pick<Context["blobs"], "read" | "size"> },
  { contentHash, mediaType }: Pick<Publication, "contentHash" | "mediaType">,
): Promise<readonly MetadataKind[]> {
  if (!withExif.has(mediaType)) return [];
  const size = await blobs.size(contentHash);
  if (size === null) return [];
  const bytes = readAtMost(bytesOfBlob(blobs, contentHash, size), pictureLimits.searchedBytes);
  return (await planCleaning(bytes, mediaType, { headOnly: true })).removed;
}
