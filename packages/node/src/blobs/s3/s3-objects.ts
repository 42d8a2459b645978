import type { Readable } from "node:stream";
import { createQueue } from "../../limiter/queue.ts";
import type { ByteRange } from "../blobs.ts";
import { limits } from "../limits.ts";
import { readInTime } from "./read-in-time.ts";
import { asFailure, noSuchObject, type S3Location, statusOf } from "./s3-client.ts";
import { openRequests, type S3Patience, type S3Watcher } from "./s3-requests.ts";
import { createUploads, type PutOptions } from "./s3-uploads.ts";

/** The metadata of an object. */
export interface S3Object {
  /** Below the prefix. */
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** When it was stored, by the clock of the storage (ms, whole seconds). */
  readonly modifiedAt: number;
}

/** Objects below a prefix; keys are relative to it. Every method throws AppError BUSY when the storage fails. */
export interface S3Objects {
  /**
   * Stores a file, a large one in several requests. Nobody can read it before all of it is stored.
   * @param metadata short texts that are stored with it
   */
  putFile(key: string, path: string, options?: PutOptions): Promise<void>;
  putBytes(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Reads an object, or a range of it (none past the end), and continues where a reply broke off.
   * @throws ENOENT when there is no such object
   */
  read(key: string, range?: ByteRange): AsyncGenerator<Uint8Array>;
  /** An address at which an object can be read without a key, for `signedSeconds` from `signedAt` (ms) on. */
  sign(key: string, reply: SignedReply): Promise<string>;
  /** Null when there is no such object. */
  find(key: string): Promise<(S3Object & { readonly metadata: Readonly<Record<string, string>> }) | null>;
  copy(from: string, to: string): Promise<void>;
  /**
   * Makes an object as young as a new one, without its bytes: a copy onto itself. Its metadata are lost.
   * @returns whether it is; false where it is gone, and for a storage that does not do that
   */
  touch(object: S3Object): Promise<boolean>;
  /** Removes an object, if there is one. */
  remove(key: string): Promise<void>;
  /** Every object whose key has this prefix, page by page. */
  list(start: string): AsyncGenerator<S3Object>;
  /** Aborts multipart uploads that began before a time (ms), because their parts are invisible and cost money. @returns how many */
  sweepUploads(before: number): Promise<number>;
  /** The clock of the storage (ms), from the headers of a reply. */
  readClock(): Promise<number>;
}

interface SignedReply {
  readonly signedAt: number;
  readonly mediaType: string;
  readonly disposition: string;
}

// Far less than the age at which an object without a row is removed.
const youngMs = 60_000;

/** The objects of a bucket. */
export function openS3(
  location: S3Location,
  watcher: S3Watcher = {},
  patience: S3Patience = limits,
): S3Objects & Disposable {
  const { bucket: Bucket, prefix } = location;
  const requests = openRequests(location, watcher, patience);
  const { ask } = requests;
  const readers = createQueue({ atATime: limits.s3Readers, waiting: Number.POSITIVE_INFINITY });
  const keyOf = (key: string) => ({ Bucket, Key: prefix + key });
  const uploads = createUploads(requests, { bucket: Bucket, prefix });

  /** @returns null for a range after the end */
  async function openReply(key: string, range: string | undefined, signal: AbortSignal) {
    try {
      const { Body, ETag, ContentRange } = await ask(
        "GetObject",
        ({ client, GetObjectCommand }, options) =>
          client.send(new GetObjectCommand({ ...keyOf(key), Range: range }), options),
        signal,
      );
      const start = Number(/^bytes (\d+)-/.exec(ContentRange ?? "")?.[1] ?? 0);
      return { body: Body as Readable, version: ETag, start };
    } catch (error) {
      if (statusOf(error) === 416) return null;
      throw statusOf(error) === 404 ? noSuchObject(key) : error;
    }
  }

  /** Limits the readers of large contents, who may be slow, so that connections are left for everything else. @throws AppError BUSY */
  async function takeTurn(): Promise<Disposable> {
    const turn = readers.join(null);
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(asFailure(new Error("Too many contents are read at a time."))),
      patience.s3RequestMs,
    );
    try {
      await Promise.race([turn.begun, late.promise]);
      return { [Symbol.dispose]: turn.end };
    } catch (error) {
      turn.end();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  const sourceOf = (key: string) => [Bucket, ...(prefix + key).split("/")].map(encodeURIComponent).join("/");

  return {
    putFile: uploads.putFile,
    putBytes: (key, bytes) => uploads.putBytes(key, bytes),
    async *read(key, range) {
      using _turn = await takeTurn();
      let at = range?.start ?? 0;
      const end = range?.end ?? Number.POSITIVE_INFINITY;
      let version: string | undefined;
      for (let failures = 0; at <= end; ) {
        const isWhole = at === 0 && range === undefined;
        const stop = new AbortController();
        try {
          const asked = isWhole ? undefined : `bytes=${at}-${range?.end ?? ""}`;
          const reply = await openReply(key, asked, stop.signal);
          if (reply === null) return;
          version ??= reply.version;
          if (reply.version !== version || reply.start !== at)
            throw asFailure(new Error("The storage answered with other bytes than the requested ones."));
          try {
            for await (const chunk of readInTime(reply.body, patience.s3StallMs)) {
              const wanted = chunk.subarray(0, Math.max(0, end + 1 - at));
              at += wanted.length;
              if (wanted.length > 0) yield wanted;
              if (at > end) return;
            }
            return;
          } catch (error) {
            failures += 1;
            if (failures > limits.s3Resumes) throw asFailure(error);
          }
        } finally {
          stop.abort();
        }
      }
    },
    async sign(key, { signedAt, mediaType, disposition }) {
      const { getSignedUrl } = await import("@aws-sdk/s3-request-presigner");
      const { client, GetObjectCommand } = await requests.sdk();
      const command = new GetObjectCommand({
        ...keyOf(key),
        ResponseContentType: mediaType,
        ResponseContentDisposition: disposition,
        // The address expires soon; its content never changes.
        ResponseCacheControl: "public, immutable, max-age=31536000",
      });
      return await getSignedUrl(client, command, {
        expiresIn: limits.signedSeconds,
        signingDate: new Date(signedAt),
      });
    },
    async find(key) {
      try {
        const found = await ask("HeadObject", ({ client, HeadObjectCommand }, options) =>
          client.send(new HeadObjectCommand(keyOf(key)), options),
        );
        const { ContentLength: size = 0, LastModified, Metadata: metadata = {} } = found;
        return { key, size, modifiedAt: LastModified?.getTime() ?? 0, metadata };
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw error;
      }
    },
    async copy(from, to) {
      await ask("CopyObject", ({ client, CopyObjectCommand }, options) =>
        client.send(new CopyObjectCommand({ ...keyOf(to), CopySource: sourceOf(from) }), options),
      );
    },
    async touch({ key, modifiedAt }) {
      // A storage copies an object onto itself only where something changes: its metadata.
      const fields = { ...keyOf(key), CopySource: sourceOf(key), MetadataDirective: "REPLACE" as const };
      try {
        const { CopyObjectResult } = await ask("CopyObject", ({ client, CopyObjectCommand }, options) =>
          client.send(new CopyObjectCommand({ ...fields, Metadata: {} }), options),
        );
        const touchedAt = CopyObjectResult?.LastModified?.getTime() ?? 0;
        // Storages have whole seconds.
        return touchedAt > modifiedAt || (touchedAt === modifiedAt && Date.now() - modifiedAt < youngMs);
      } catch (error) {
        const status = statusOf(error) ?? 0;
        if (status === 501 || (status >= 400 && status < 500)) return false;
        throw error;
      }
    },
    async remove(key) {
      await ask("DeleteObject", ({ client, DeleteObjectCommand }, options) =>
        client.send(new DeleteObjectCommand(keyOf(key)), options),
      ).catch((error: unknown) => {
        if (statusOf(error) !== 404) throw error;
      });
    },
    async *list(start) {
      let ContinuationToken: string | undefined;
      do {
        const page = await ask("ListObjectsV2", ({ client, ListObjectsV2Command }, options) =>
          client.send(
            new ListObjectsV2Command({ Bucket, Prefix: prefix + start, ContinuationToken }),
            options,
          ),
        );
        for (const { Key = "", Size: size = 0, LastModified } of page.Contents ?? []) {
          yield { key: Key.slice(prefix.length), size, modifiedAt: LastModified?.getTime() ?? 0 };
        }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken !== undefined);
    },
    sweepUploads: uploads.sweep,
    async readClock() {
      let date = "";
      await ask("HeadBucket", ({ client, HeadBucketCommand }, options) => {
        const command = new HeadBucketCommand({ Bucket });
        command.middlewareStack.add(
          (next) => async (args) => {
            const result = await next(args);
            date = (result.response as { headers?: Record<string, string> }).headers?.date ?? "";
            return result;
          },
          { step: "deserialize", priority: "low" },
        );
        return client.send(command, options);
      });
      return Date.parse(date);
    },
    [Symbol.dispose]: () => requests[Symbol.dispose](),
  };
}
