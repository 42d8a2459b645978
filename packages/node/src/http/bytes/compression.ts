import { promisify } from "node:util";
import { brotliCompress, constants, gzip, zstdCompress } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { copyBytes } from "../../blobs/copy-bytes.ts";
import { limits } from "../limits.ts";
import { statusOfConditions } from "./conditions.ts";

/** Compresses bytes, once each. @param key identifies the bytes */
export type Compress = (body: Buffer, key: string, encoding: Encoding) => Promise<Buffer>;

type Effort = "quick" | "best";

const compressors: Record<Encoding, (body: Buffer, effort: Effort) => Promise<Buffer>> = {
  br: (body, effort) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: effort === "best" ? 11 : 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  zstd: (body, effort) =>
    promisify(zstdCompress)(body, {
      params: { [constants.ZSTD_c_compressionLevel]: effort === "best" ? 19 : 6 },
    }),
  gzip: (body, effort) => promisify(gzip)(body, { level: effort === "best" ? 9 : 6 }),
};

/** Compresses bytes. @param effort quick for bytes that are sent once, the best for bytes that are kept */
export function compress(body: Buffer, encoding: Encoding, effort: Effort): Promise<Buffer> {
  return compressors[encoding](body, effort);
}

/**
 * Caches the compressed bytes, up to `maxBytes`; the least recently used entry goes. Concurrent calls for the same bytes
 * share one run.
 *
 * @param effort quick for pages that change, the best for files that don't. The best takes a second for a large script, so
 *   callers get a quick result until it is there
 */
export function createCompressor({ maxBytes, effort }: { maxBytes: number; effort: Effort }): Compress {
  const cache = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });
  const running = new Map<string, Promise<Buffer>>();

  async function keep(name: string, compressing: Promise<Buffer>): Promise<Buffer> {
    try {
      const compressed = copyBytes(await compressing);
      cache.set(name, compressed);
      return compressed;
    } finally {
      running.delete(name);
    }
  }

  return async (body, key, encoding) => {
    const name = `${encoding} ${key}`;
    const found = cache.get(name) ?? running.get(name);
    if (found) return await found;
    const quick = compress(body, encoding, "quick");
    if (effort === "quick") {
      const kept = keep(name, quick);
      running.set(name, kept);
      return await kept;
    }
    running.set(name, quick);
    // A failure of the best one is tried again with the next call.
    quick.then(() => keep(name, compress(body, encoding, "best"))).catch(() => running.delete(name));
    return await quick;
  };
}

/** The content encodings, the one with the smallest result first. */
export const encodings = ["br", "zstd", "gzip"] as const;

export type Encoding = (typeof encodings)[number];

/** No browser's list is half as long. */
const longestHeader = 500;

/**
 * Chooses the encoding for an `Accept-Encoding` (RFC 9110 section 12.5.3): the one with the highest weight, and of equal ones
 * the first of `encodings`.
 *
 * @returns null for no encoding
 */
export function chooseEncoding(accepted: string | undefined): Encoding | null {
  if (accepted === undefined) return null;
  const weights = readWeights(accepted);
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const best = encodings.reduce((one, other) => (weightOf(other) > weightOf(one) ? other : one));
  return weightOf(best) > 0 && weightOf(best) >= (weights.get("identity") ?? 0) ? best : null;
}

/** Names in lower case with their weights from 0 to 1. Malformed entries are skipped. */
function readWeights(accepted: string): Map<string, number> {
  const parts = accepted.slice(0, longestHeader).toLowerCase().split(",");
  const pairs = parts.flatMap((part): [string, number][] => {
    const found = /^\s*(?:x-)?([\w*]+)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/.exec(part);
    return found ? [[String(found[1]), Number(found[2] ?? 1)]] : [];
  });
  return new Map(pairs);
}

/** Bytes that are compressed for clients that accept it. */
export interface Compressible {
  readonly body: Buffer;
  /** A strong entity tag, with its quotes, of the uncompressed bytes. */
  readonly etag: string;
  readonly mediaType: string;
  compress(encoding: Encoding): Promise<Buffer>;
}

/**
 * Sends bytes in the encoding that the client prefers, each encoding with its own entity tag (RFC 9110 section 8.8.3); 304 when
 * the client has them. Only for content without secrets: the compressed size leaks information about it.
 *
 * @param vary the other headers that the bytes depend on
 */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag, mediaType, compress }: Compressible,
  vary: readonly string[] = [],
): Promise<FastifyReply> {
  const isSmall = body.length < limits.compressedFromBytes;
  const encoding = isSmall ? null : chooseEncoding(request.headers["accept-encoding"]);
  const tag = encoding === null ? etag : etag.replace(/"$/, `-${encoding}"`);
  reply.header("vary", ["Accept-Encoding", ...vary].join(", ")).header("etag", tag);
  const status = statusOfConditions(request.headers, { etag: tag, lastModified: null });
  if (status !== null) return reply.code(status).send();
  const sent = encoding === null ? body : await compress(encoding);
  if (encoding !== null) reply.header("content-encoding", encoding);
  return reply.type(mediaType).send(sent);
}
