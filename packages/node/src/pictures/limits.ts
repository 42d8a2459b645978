import { KiB, limit, MiB, valuesOf } from "@freehold/protocol/internal";

const refused = "VALIDATION_FAILED; with its metadata kept it is published as it is";

/** Limits of a picture whose metadata is removed. */
export const pictureLimitTable = {
  pieces: limit(100_000, "", "segments, chunks and boxes of a picture", refused),
  extents: limit(10_000, "", "items, and their places, in an AVIF picture", refused),
  boxBytes: limit(4 * MiB, "bytes", "the directory of an AVIF picture", refused),
  searchedBytes: limit(
    2 * MiB,
    "bytes",
    "of a stored picture that are read to see whether it says where it was taken",
    "the rest is not searched; all of it is removed",
  ),
  metadataBytes: limit(
    256 * KiB,
    "bytes",
    "metadata that is searched for a location",
    "the rest is removed and not searched",
  ),
} as const;

export const pictureLimits = valuesOf(pictureLimitTable);
