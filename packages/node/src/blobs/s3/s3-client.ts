import type { S3Client as Sdk } from "@aws-sdk/client-s3";
import { valueAt } from "@freehold/protocol/internal";
import { AppError, codeOf } from "../../errors/errors.ts";
import { limits } from "../limits.ts";

const s3Sockets = 128; // connections to S3

/** A bucket or a prefix in it, with the key that may use it: a checked S3_URL. */
export interface S3Location {
  /** Scheme, host and port. */
  readonly endpoint: string;
  readonly bucket: string;
  /** The prefix of every key: empty, or with a slash at its end. */
  readonly prefix: string;
  readonly region: string;
  /** `https://host/bucket` in place of `https://bucket.host`. */
  readonly pathStyle: boolean;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Browsers are redirected to the storage for contents of at least this length; null: never. */
  readonly redirectBytes: number | null;
}

/** Loads the library, and opens the connections of its client. */
export async function openClient(
  location: S3Location,
  { s3ConnectMs, s3ReplyMs }: Pick<typeof limits, "s3ConnectMs" | "s3ReplyMs">,
) {
  const { S3Client, ...commands } = await import("@aws-sdk/client-s3");
  const { endpoint, region, pathStyle: forcePathStyle, accessKeyId, secretAccessKey } = location;
  const client: Sdk = new S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: limits.s3Attempts,
    retryMode: "standard",
    // Other storages than Amazon's don't know the newer checksums; every part is signed with its SHA-256 instead.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: s3ConnectMs,
      requestTimeout: s3ReplyMs,
      throwOnRequestTimeout: true,
      // The library would print to the terminal; callers log failures.
      logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
      httpAgent: { keepAlive: true, maxSockets: s3Sockets },
      httpsAgent: { keepAlive: true, maxSockets: s3Sockets },
    },
  });
  return { client, ...commands };
}

/** Translates an error of the library: AppError BUSY, unless the caller aborted or the object is missing. */
export function asFailure(error: unknown): unknown {
  const isAbort = error instanceof Error && error.name === "AbortError";
  if (error instanceof AppError || isAbort || codeOf(error) === "ENOENT") return error;
  return new AppError("BUSY", "The file storage of this node fails at present.", {
    retryAfter: limits.s3RetryAfterSeconds,
    cause: error,
  });
}

/** The HTTP status of the storage behind an error; null where there was no reply. */
export function statusOf(error: unknown): number | null {
  const status = valueAt(error instanceof AppError ? error.cause : error, "$metadata.httpStatusCode");
  return typeof status === "number" ? status : null;
}

/** The error of a missing file: code that reads contents knows both. */
export function noSuchObject(key: string): Error {
  return Object.assign(new Error(`ENOENT: no such object, read '${key}'`), { code: "ENOENT" });
}
