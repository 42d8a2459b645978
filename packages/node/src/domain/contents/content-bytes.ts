import { completeAddresses, type Hash } from "@freehold/protocol";
import type { StoredBlob } from "../../blobs/blobs.ts";
import { sniffMediaType } from "../../blobs/sniff-media-type.ts";
import type { Context } from "../../context.ts";
import { AppError, hasCode, msg } from "../../errors/errors.ts";
import { type CleanedStream, cleanStream, isPictureType } from "../../pictures/clean-picture.ts";
import type { MetadataKind } from "../../pictures/cleaning-plan.ts";
import type { Publication } from "../../store/publications/publications.ts";
import type { PublicationKind } from "../../store/tables/publications.ts";
import { limits } from "../limits.ts";

/** The bytes of a publication as they are stored. */
export interface StoredBytes extends StoredBlob {
  /** The kinds of metadata that were removed from a picture. */
  readonly removed: readonly MetadataKind[];
}

interface PublicationBytes {
  readonly kind: PublicationKind;
  readonly source: AsyncIterable<Uint8Array>;
  /** The required hash: no byte is changed. */
  readonly expected?: Hash;
  /** Whether a picture is stored with its metadata, as it is. */
  readonly keepMetadata?: boolean;
  readonly filename?: string | null;
}

/**
 * Stores a publication's bytes: a picture without its metadata (docs/decisions/0034), a post without a byte-order mark,
 * every other file as it is. All ways in lead here before the bytes are hashed.
 *
 * @throws AppError BLOB_MISMATCH for other bytes than `expected`; TOO_LARGE; for a POST that is empty or not UTF-8
 *   VALIDATION_FAILED; for a picture PICTURE_UNSUPPORTED, PICTURE_DAMAGED
 */
export async function storeBytes(
  { blobs, config }: Pick<Context, "blobs" | "config">,
  { kind, source, expected, keepMetadata = false, filename = null }: PublicationBytes,
  signal?: AbortSignal,
): Promise<StoredBytes> {
  const isPost = kind === "POST";
  const maxBytes = isPost ? Math.min(limits.markdownBytes, config.maxContentBytes) : config.maxContentBytes;
  const put = { maxBytes, expected, ...(signal && { signal }) };
  try {
    if (isPost) {
      const text = checkText(expected === undefined ? dropMarks(source) : source);
      return { ...(await blobs.put(text, put)), removed: [] };
    }
    if (expected !== undefined || keepMetadata) return { ...(await blobs.put(source, put)), removed: [] };
    await using clean = await withoutMetadata({ config }, { source, filename }, signal);
    return { ...(await blobs.put(clean.source, put)), removed: clean.removed };
  } catch (error) {
    if (!hasCode(error, "BLOB_TOO_LARGE")) throw error;
    throw new AppError("TOO_LARGE", msg`This is larger than the limit of ${maxBytes} bytes.`, {
      cause: error,
    });
  }
}

/** A file that is to be published. */
interface PublishedFile {
  readonly source: AsyncIterable<Uint8Array>;
  readonly filename: string | null;
}

/**
 * A file as it is published: a picture without its metadata, every other file as it is.
 *
 * @throws AppError PICTURE_UNSUPPORTED, PICTURE_DAMAGED also for one that is a picture by its name alone, BLOB_TOO_LARGE
 */
export async function withoutMetadata(
  { config }: Pick<Context, "config">,
  { source: file, filename }: PublishedFile,
  signal?: AbortSignal,
): Promise<CleanedStream> {
  const { head, source } = await peekHead(file);
  const mediaType = await sniffMediaType(head, null, null);
  if (!isPictureType(mediaType) && isNamedAsPhoto(filename ?? "")) throw unreadablePhoto();
  if (!isPictureType(mediaType)) return { source, removed: [], async [Symbol.asyncDispose]() {} };
  const { dataDir: folder, maxContentBytes: maxBytes } = config;
  return await cleanStream(source, { mediaType, folder, maxBytes, signal });
}

/** Names of pictures as cameras and phones write them. Of a file with such a name, its owner thinks that its metadata is removed. */
const isNamedAsPhoto = (filename: string) =>
  /\.(?:jpe?g|jpe|jfif|png|gif|webp|avif|hei[cf]|hif|tiff?|jxl|jp2|dng|cr[23w]|nef|arw|raf|orf|rw2|pef|srw|x3f|mrw)$/i.test(
    filename,
  );

function unreadablePhoto(): AppError {
  return new AppError(
    "PICTURE_DAMAGED",
    "This file has the name of a picture, but is not one, so its metadata can't be removed. Save it again with an image editor.",
  );
}

const mark = Buffer.from("\ufeff");

/**
 * Removes byte-order marks from the beginning of a text, also across chunks: a node that decodes before it hashes would get
 * another hash (decisions 9).
 */
export async function* dropMarks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  /** May be the beginning of a mark; null after the text has begun. */
  let held: Buffer | null = Buffer.alloc(0);
  for await (const chunk of source) {
    if (held === null) {
      yield chunk;
      continue;
    }
    held = Buffer.concat([held, chunk]);
    while (held.subarray(0, mark.length).equals(mark)) held = held.subarray(mark.length);
    if (mark.subarray(0, held.length).equals(held)) continue;
    yield held;
    held = null;
  }
  if (held !== null && held.length > 0) yield held;
}

/** Passes bytes through unchanged. @throws AppError VALIDATION_FAILED, while it is read, for invalid UTF-8 or no bytes */
export async function* checkText(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let size = 0;
  try {
    for await (const chunk of source) {
      decoder.decode(chunk, { stream: true });
      size += chunk.length;
      yield chunk;
    }
    decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new AppError("VALIDATION_FAILED", "A Markdown post must be UTF-8 text; this is not.", {
      cause: error,
    });
  }
  if (size === 0) throw new AppError("VALIDATION_FAILED", "It is empty.");
}

/**
 * A stored text with this node's address before the paths of contents that it refers to.
 *
 * @returns null for one that stays as it is: it has no such paths, is too long with whole addresses, or its content is missing
 */
export async function readCompletedText(
  { blobs }: Pick<Context, "blobs">,
  { kind, contentHash }: Pick<Publication, "kind" | "contentHash">,
  nodeUrl: string,
): Promise<string | null> {
  if (kind !== "POST" || (await blobs.size(contentHash)) === null) return null;
  const text = (await blobs.readAll(contentHash, limits.markdownBytes)).toString();
  const body = completeAddresses(text, nodeUrl);
  return body === text || Buffer.byteLength(body) > limits.markdownBytes ? null : body;
}

// The bytes that the media type library reads.
const headBytes = 4_100;

/**
 * Reads the beginning of a stream as `head`, 4,100 bytes unless told otherwise; `source` yields the whole stream once.
 * `isWhole`: the stream is shorter, and all of it is in `head`.
 */
export async function peekHead(
  stream: AsyncIterable<Uint8Array>,
  bytes = headBytes,
): Promise<{ head: Uint8Array; source: AsyncIterable<Uint8Array>; isWhole: boolean }> {
  const iterator = stream[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  while (size < bytes && !isWhole) {
    const { done, value } = await iterator.next();
    isWhole = done === true;
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  const head = Buffer.concat(chunks).subarray(0, bytes);
  return { head, source: rejoin(chunks, iterator), isWhole };
}

async function* rejoin(chunks: Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
    while (true) {
      const { done, value } = await rest.next();
      if (done) return;
      yield value;
    }
  } finally {
    await rest.return?.();
  }
}
