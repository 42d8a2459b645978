import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { secondMs, valueAt } from "@freehold/protocol/internal";
import type { Blobs, Redirects, RemoteStorage } from "../blobs.ts";
import { limits } from "../limits.ts";
import type { ThumbnailFiles } from "../thumbnails.ts";
import { createDiskCache } from "./disk-cache.ts";
import { type CacheRead, createS3Blobs, keyOf } from "./s3-blobs.ts";
import type { S3Location } from "./s3-client.ts";
import { openS3, type S3Objects } from "./s3-objects.ts";
import type { S3Answer, S3Patience } from "./s3-requests.ts";
import { thumbnailsInS3 } from "./s3-thumbnails.ts";

const s3LogMs = 10 * secondMs; // failures of S3 that are logged once

interface S3StorageOptions {
  readonly location: S3Location;
  readonly dataDir: string;
  /** The largest size of the cache `<dataDir>/cache`. */
  readonly cacheBytes: number;
  readonly log: { warn(fields: object, message: string): void };
  readonly onAnswer?: (answer: S3Answer) => void;
  readonly onRead?: (read: CacheRead) => void;
  readonly patience?: S3Patience;
}

/** Contents and thumbnails in a bucket, with a cache in the data folder. */
export function openS3Storage(options: S3StorageOptions): { blobs: Blobs; files: ThumbnailFiles } {
  const { location, dataDir, cacheBytes, log, onAnswer = () => {}, onRead, patience } = options;
  const objects = openS3(location, { onFailure: logSometimes(log), onAnswer }, patience);
  const cache = createDiskCache(join(dataDir, "cache"), cacheBytes);
  const staging = join(dataDir, "uploads");
  const blobs = createS3Blobs({ objects, staging, cache, onRead });
  return {
    blobs: { ...blobs, remote: describe(location, objects) },
    files: thumbnailsInS3(objects, cache, join(staging, "thumbnails")),
  };
}

function describe(location: S3Location, objects: S3Objects): RemoteStorage {
  const { endpoint, bucket, prefix } = location;
  return {
    name: `${endpoint}/${bucket}/${prefix}`,
    redirects: redirectsTo(location, objects),
    reach: () => objects.readClock(),
    async tryOut() {
      const key = `tried/${randomUUID()}`;
      const bytes = Buffer.from("Removed at once: it shows that this bucket can be written to.\n");
      await objects.putBytes(key, bytes);
      const read = await buffer(Readable.from(objects.read(key)));
      await objects.remove(key);
      return read.equals(bytes) && (await objects.find(key)) === null;
    },
  };
}

function redirectsTo(location: S3Location, objects: S3Objects): Redirects | null {
  const { redirectBytes, endpoint, bucket, pathStyle } = location;
  if (redirectBytes === null) return null;
  const { protocol, host } = new URL(endpoint);
  return {
    minBytes: redirectBytes,
    origin: `${protocol}//${pathStyle ? "" : `${bucket}.`}${host}`,
    async sign(hash, headers) {
      const anewMs = limits.signedAnewSeconds * 1000;
      const now = Date.now();
      const signedAt = Math.floor(now / anewMs) * anewMs;
      const url = await objects.sign(keyOf(hash), { ...headers, signedAt });
      return { url, seconds: Math.floor((signedAt + anewMs - now) / 1000) };
    },
  };
}

/** Logs why requests fail, but not each of them: all fail when the storage does not answer. */
function logSometimes(log: S3StorageOptions["log"]): (error: unknown) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - loggedAt < s3LogMs) return;
    loggedAt = performance.now();
    const [name, message] = [valueAt(error, "name"), valueAt(error, "message")];
    log.warn({ reason: `${name}: ${message}` }, "the storage of contents (S3_URL) fails");
  };
}
