import { limit, valuesOf } from "@freehold/protocol/internal";

const minuteMs = 60 * 1000;
const original = "no thumbnail: the original is served";

/** What an image may cost. */
export const blobLimits = {
  imagePixels: limit(
    50_000_000,
    "px",
    "an image that is decoded, and an avatar",
    `${original}; VALIDATION_FAILED`,
    { source: "decisions 5" },
  ),
  imageFrames: limit(
    1_000,
    "",
    "frames of an avatar",
    "VALIDATION_FAILED; of other images the first one alone is decoded",
  ),
  imageMs: limit(10_000, "ms", "decoding an image", original),
  thumbnails: limit(2, "", "thumbnails that are made side by side", "the next one waits"),
  thumbnailsWaiting: limit(64, "", "thumbnails that wait to be made", "429 RATE_LIMITED"),
  damagedImages: limit(10_000, "", "images that are known to be damaged", "the oldest is tried again"),
  damagedMs: limit(10 * minuteMs, "ms", "a damaged image", "it is tried again"),
  sniffedBytes: limit(
    64 * 1024,
    "bytes",
    "the start of a file that is read to detect its type",
    "the rest is ignored",
  ),
  mediaTypeLength: limit(255, "chars", "the media type that somebody claims", "it is ignored"),
  deadFileMs: limit(60 * minuteMs, "ms", "a temporary file that nobody writes", "it is removed"),
} as const;

export const limits = valuesOf(blobLimits);
