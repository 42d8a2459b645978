import { KiB, MiB } from "@freehold/protocol/internal";

/** Limits of a picture whose metadata is removed. */
export const pictureLimits = {
  pieces: 100_000, // segments, chunks and boxes of a picture
  extents: 10_000, // items, and their places, in an AVIF picture
  boxBytes: 4 * MiB, // the directory of an AVIF picture
  searchedBytes: 2 * MiB, // bytes of a stored picture that are searched for a place
  metadataBytes: 256 * KiB, // metadata that is searched for a location
};
