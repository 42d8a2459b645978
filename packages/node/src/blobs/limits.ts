import { KiB, limit, MiB, minuteMs, secondMs, valuesOf } from "@freehold/protocol/internal";

const busy = "503 BUSY, with Retry-After";
const original = "no thumbnail: the original is served";

/** Limits of one image. */
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
  s3PartBytes: limit(
    8 * MiB,
    "bytes",
    "a request that stores a part of a file in S3; each file on its way there takes as much memory",
    "the file is stored in several",
  ),
  s3Parts: limit(10_000, "", "parts of a file in S3", "the parts are longer"),
  s3Uploads: limit(4, "", "files that are sent to S3 side by side", "the next one waits"),
  s3Attempts: limit(4, "", "tries of a request to S3", busy),
  s3Resumes: limit(
    5,
    "",
    "a reply of S3 that breaks off and is continued",
    `${busy}, or the answer breaks off`,
  ),
  s3ConnectMs: limit(5 * secondMs, "ms", "connecting to S3", "it is tried again"),
  s3ReplyMs: limit(8 * secondMs, "ms", "waiting for a reply of S3", "it is tried again"),
  s3RequestMs: limit(16 * secondMs, "ms", "a request to S3 with all its tries, until the reply", busy),
  s3StoreMs: limit(
    45 * secondMs,
    "ms",
    "a request that stores a part of a file in S3; a try may take half of it",
    busy,
  ),
  s3StallMs: limit(
    8 * secondMs,
    "ms",
    "waiting for the next s3SlowBytes of a reply of S3",
    "it is continued by a new request",
  ),
  s3SlowBytes: limit(32 * KiB, "bytes", "what a reply of S3 has to send in s3StallMs", "-"),
  s3FailuresInARow: limit(
    10,
    "",
    "requests to S3 in a row that get no answer",
    `the others get ${busy} at once, but one in s3PauseMs`,
  ),
  s3PauseMs: limit(2 * secondMs, "ms", "the pause between two requests while S3 does not answer", "-"),
  s3Sockets: limit(128, "", "connections to S3", "the next request waits"),
  s3Readers: limit(
    96,
    "",
    "contents that are read from S3 side by side",
    `the next one waits for s3RequestMs, then ${busy}`,
  ),
  s3LogMs: limit(10 * secondMs, "ms", "failures of S3 that are logged once", "the next one is logged"),
  s3RetryAfterSeconds: limit(5, "s", "`Retry-After` while S3 does not answer", "-"),
  s3KnownSizes: limit(10_000, "", "lengths of files in S3 that are kept in memory", "S3 is asked again"),
  s3KnownSizeMs: limit(minuteMs, "ms", "a length that is kept in memory", "S3 is asked again"),
  redirectedBytes: limit(MiB, "bytes", "the least `redirect` of S3_URL", "it is refused at the start"),
  signedSeconds: limit(
    15 * 60,
    "s",
    "an address at S3 to which a browser is sent",
    "the node is asked again",
  ),
  signedAnewSeconds: limit(
    5 * 60,
    "s",
    "browsers that get the same address, and may keep the redirect",
    "the next address",
  ),
  cacheFiles: limit(
    8,
    "",
    "files of the greatest length that fit into the cache (FREEHOLD_CACHE_BYTES)",
    "a larger file is read from S3 each time",
  ),
  cacheCheckedFiles: limit(
    100_000,
    "",
    "files of the cache that were compared with their hash",
    "the oldest is compared again",
  ),
  cacheScanMs: limit(5 * minuteMs, "ms", "the size of the cache as a process knows it", "it looks again"),
  cacheTouchMs: limit(minuteMs, "ms", "when a file of the cache was last read, to a moment", "-"),
  cacheFileMs: limit(7 * 24 * 60 * minuteMs, "ms", "a file in the cache", "it is removed"),
  s3DeadUploadMs: limit(24 * 60 * minuteMs, "ms", "an upload to S3 that was not completed", "it is removed"),
  deadFileMs: limit(60 * minuteMs, "ms", "a temporary file that nobody writes", "it is removed"),
} as const;

export const limits = valuesOf(blobLimits);
