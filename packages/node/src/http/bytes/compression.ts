import { promisify } from "node:util";
import { brotliCompress, constants, gzip, zstdCompress } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { copyBytes } from "../../blobs/copy-bytes.ts";
import { limits } from "../limits.ts";
import { isUnchanged } from "./conditions.ts";

/** Packs bytes, once each. @param key what tells them from others */
export type Compress = (body: Buffer, key: string, encoding: Encoding) => Promise<Buffer>;

type Effort = "quick" | "best";

const packs: Record<Encoding, (body: Buffer, effort: Effort) => Promise<Buffer>> = {
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

/**
 * Keeps what it packs, up to so many bytes; the longest unused goes. Whoever asks for the same meanwhile waits for the
 * same.
 *
 * @param effort quick for pages that change, the best for files that don't
 */
export function createCompressor({ maxBytes, effort }: { maxBytes: number; effort: Effort }): Compress {
  const kept = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });
  const underWay = new Map<string, Promise<Buffer>>();
  return async (body, key, encoding) => {
    const name = `${encoding} ${key}`;
    const found = kept.get(name) ?? underWay.get(name);
    if (found) return await found;
    const packing = packs[encoding](body, effort).then(copyBytes);
    underWay.set(name, packing);
    try {
      const packed = await packing;
      kept.set(name, packed);
      return packed;
    } finally {
      underWay.delete(name);
    }
  };
}

/** How replies may be packed, the smallest first. */
export const encodings = ["br", "zstd", "gzip"] as const;

export type Encoding = (typeof encodings)[number];

/** No browser's list is half as long. */
const longestHeader = 500;

/**
 * How a reply is packed for whoever sent an `Accept-Encoding` (RFC 9110 section 12.5.3): as the sender likes best, and of
 * what is liked as well the smallest.
 *
 * @returns null for bytes as they are
 */
export function chooseEncoding(accepted: string | undefined): Encoding | null {
  if (accepted === undefined) return null;
  const weights = readWeights(accepted);
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const best = encodings.reduce((one, other) => (weightOf(other) > weightOf(one) ? other : one));
  return weightOf(best) > 0 && weightOf(best) >= (weights.get("identity") ?? 0) ? best : null;
}

/** Names in lower case with their weights from 0 to 1; what is none is left out. */
function readWeights(accepted: string): Map<string, number> {
  const parts = accepted.slice(0, longestHeader).toLowerCase().split(",");
  const pairs = parts.flatMap((part): [string, number][] => {
    const found = /^\s*(?:x-)?([\w*]+)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/.exec(part);
    return found ? [[String(found[1]), Number(found[2] ?? 1)]] : [];
  });
  return new Map(pairs);
}

/** Bytes that are sent packed to whoever takes that. */
export interface Compressible {
  readonly body: Buffer;
  /** A strong entity tag, with its quotes, of the bytes as they are. */
  readonly etag: string;
  readonly mediaType: string;
  compress(encoding: Encoding): Promise<Buffer>;
}

/**
 * Sends bytes packed as their asker likes, under an entity tag of their own (RFC 9110 section 8.8.3); 304 for whoever has
 * them. Only for what holds no secret: its size tells of what it holds.
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
  if (isUnchanged(request.headers, { etag: tag, lastModified: null })) return reply.code(304).send();
  const sent = encoding === null ? body : await compress(encoding);
  if (encoding !== null) reply.header("content-encoding", encoding);
  return reply.type(mediaType).send(sent);
}
