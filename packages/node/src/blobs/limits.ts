import { hourMs, MiB, secondMs } from "@freehold/protocol/internal";

/** Limits of images, and of files in S3. */
export const limits = {
  imagePixels: 50_000_000,
  imageFrames: 1_000,
  thumbnails: 2, // thumbnails that are made side by side
  // A request that stores a part of a file in S3; each file on its way there takes as much memory.
  s3PartBytes: 8 * MiB,
  s3Uploads: 4, // files that are sent to S3 side by side
  s3Attempts: 4, // tries of a request to S3
  s3Resumes: 5, // a reply of S3 that breaks off and is continued
  s3ConnectMs: 5 * secondMs, // connecting to S3
  s3ReplyMs: 8 * secondMs, // waiting for a reply of S3
  s3RequestMs: 16 * secondMs, // a request to S3 with all its tries, until the reply
  s3StoreMs: 45 * secondMs, // a request that stores a part of a file in S3; a try may take half of it
  s3StallMs: 8 * secondMs, // waiting for the next `s3SlowBytes` of a reply
  s3FailuresInARow: 10, // requests to S3 in a row that get no answer
  s3PauseMs: 2 * secondMs, // the pause between two requests while S3 does not answer
  s3Readers: 96, // contents that are read from S3 side by side
  s3RetryAfterSeconds: 5, // `Retry-After` while S3 does not answer
  redirectedBytes: MiB,
  signedSeconds: 15 * 60,
  signedAnewSeconds: 5 * 60, // how long browsers get the same address, and may keep the redirect
  deadFileMs: hourMs, // a temporary file that nobody writes
};
