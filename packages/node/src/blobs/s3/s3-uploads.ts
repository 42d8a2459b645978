import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { limits } from "../limits.ts";
import { asFailure, statusOf } from "./s3-client.ts";
import type { S3Requests } from "./s3-requests.ts";

const s3Parts = 10_000; // parts of a file in S3

export interface PutOptions {
  /** Short texts that are stored with the object. */
  readonly metadata?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Stores nothing where there is such an object already: an error with status 412 or 409, see `isTaken`. */
  readonly isNew?: boolean;
}

/** Whether nothing was stored because another process had stored it first, or does so at this time. */
export function isTaken(error: unknown): boolean {
  return [409, 412].includes(statusOf(error) ?? 0);
}

/** Stores objects. Keys are those below the prefix. */
interface S3Uploads {
  putFile(key: string, path: string, options?: PutOptions): Promise<void>;
  putBytes(key: string, bytes: Uint8Array, options?: PutOptions): Promise<void>;
  /** Ends uploads that began before (ms); returns how many. */
  sweep(before: number): Promise<number>;
}

/** Stores files in a bucket: a large one in several requests, whose parts nobody sees before all of them are there. */
export function createUploads(
  { ask }: Pick<S3Requests, "ask">,
  { bucket: Bucket, prefix }: { bucket: string; prefix: string },
): S3Uploads {
  const keyOf = (key: string) => ({ Bucket, Key: prefix + key });

  let takesConditions = true;

  /** Sends a request that must not replace an object; some storages know no such condition. */
  async function sendOnce<T>(
    isNew: boolean | undefined,
    send: (IfNoneMatch: "*" | undefined) => Promise<T>,
  ): Promise<T> {
    if (!isNew || !takesConditions) return await send(undefined);
    try {
      return await send("*");
    } catch (error) {
      if (![400, 501].includes(statusOf(error) ?? 0)) throw error;
      const result = await send(undefined);
      takesConditions = false;
      return result;
    }
  }

  /** @throws AppError BUSY where the storage has another number of bytes than it was sent */
  async function requireLength(key: string, bytes: number): Promise<void> {
    const { ContentLength } = await ask("HeadObject", ({ client, HeadObjectCommand }, options) =>
      client.send(new HeadObjectCommand(keyOf(key)), options),
    );
    if (ContentLength !== bytes)
      throw asFailure(new Error(`The storage has ${ContentLength} bytes of ${bytes} in ${key}.`));
  }

  async function putBytes(key: string, Body: Uint8Array, { metadata, signal, isNew }: PutOptions = {}) {
    const md5 = createHash("md5").update(Body).digest();
    const fields = { ...keyOf(key), Body, Metadata: metadata, ContentMD5: md5.toString("base64") };
    const { ETag } = await sendOnce(isNew, (IfNoneMatch) =>
      ask(
        "PutObject",
        ({ client, PutObjectCommand }, options) =>
          client.send(new PutObjectCommand({ ...fields, IfNoneMatch }), options),
        signal,
      ),
    );
    // Encrypted objects have other tags.
    if (ETag !== `"${md5.toString("hex")}"`) await requireLength(key, Body.length);
  }

  async function putInParts(key: string, file: FileHandle, size: number, put: PutOptions): Promise<void> {
    const { metadata, signal, isNew } = put;
    const partBytes = Math.max(limits.s3PartBytes, Math.ceil(size / s3Parts));
    const { UploadId } = await ask(
      "CreateMultipartUpload",
      ({ client, CreateMultipartUploadCommand }, options) =>
        client.send(new CreateMultipartUploadCommand({ ...keyOf(key), Metadata: metadata }), options),
      signal,
    );
    const upload = { ...keyOf(key), UploadId };
    try {
      const parts: { PartNumber: number; ETag: string | undefined }[] = [];
      for (let at = 0; at < size; at += partBytes) {
        const Body = await readPart(file, at, Math.min(partBytes, size - at));
        const PartNumber = parts.length + 1;
        const ContentMD5 = createHash("md5").update(Body).digest("base64");
        const { ETag } = await ask(
          "UploadPart",
          ({ client, UploadPartCommand }, options) =>
            client.send(new UploadPartCommand({ ...upload, PartNumber, Body, ContentMD5 }), options),
          signal,
        );
        parts.push({ PartNumber, ETag });
      }
      const MultipartUpload = { Parts: parts };
      await sendOnce(isNew, (IfNoneMatch) =>
        ask(
          "CompleteMultipartUpload",
          ({ client, CompleteMultipartUploadCommand }, options) =>
            client.send(
              new CompleteMultipartUploadCommand({ ...upload, MultipartUpload, IfNoneMatch }),
              options,
            ),
          signal,
        ),
      );
      await requireLength(key, size);
    } catch (error) {
      // If this fails, the sweep removes the parts later.
      await ask("AbortMultipartUpload", ({ client, AbortMultipartUploadCommand }, options) =>
        client.send(new AbortMultipartUploadCommand(upload), options),
      ).catch(() => {});
      throw error;
    }
  }

  return {
    putBytes,
    async putFile(key, path, options = {}) {
      options.signal?.throwIfAborted();
      await using file = await open(path);
      const { size } = await file.stat();
      if (size > limits.s3PartBytes) await putInParts(key, file, size, options);
      else await putBytes(key, await readPart(file, 0, size), options);
    },
    async sweep(before) {
      let ended = 0;
      let KeyMarker: string | undefined;
      let UploadIdMarker: string | undefined;
      do {
        const page = await ask("ListMultipartUploads", ({ client, ListMultipartUploadsCommand }, options) =>
          client.send(
            new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, KeyMarker, UploadIdMarker }),
            options,
          ),
        );
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          if (Initiated === undefined || Initiated.getTime() >= before) continue;
          await ask("AbortMultipartUpload", ({ client, AbortMultipartUploadCommand }, options) =>
            client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), options),
          );
          ended += 1;
        }
        KeyMarker = page.IsTruncated ? page.NextKeyMarker : undefined;
        UploadIdMarker = page.IsTruncated ? page.NextUploadIdMarker : undefined;
      } while (KeyMarker !== undefined);
      return ended;
    },
  };
}

async function readPart(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const part = Buffer.allocUnsafe(length);
  for (let read = 0; read < length; ) {
    const { bytesRead } = await file.read(part, read, length - read, at + read);
    if (bytesRead === 0) throw new Error("The file became shorter while it was stored.");
    read += bytesRead;
  }
  return part;
}
