import { promisify } from "node:util";
import { brotliCompress, constants, gzip, zstdCompress } from "node:zlib";
import { LRUCache } from "lru-cache";
import { copyBytes } from "../../blobs/copy-bytes.ts";
import type { Encoding } from "./choose-encoding.ts";

/** Packs bytes, once each. @param key what tells them from others */
export type Pack = (body: Buffer, key: string, encoding: Encoding) => Promise<Buffer>;

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
export function createPacker({ maxBytes, effort }: { maxBytes: number; effort: Effort }): Pack {
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
