import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { copyBytes } from "../../blobs/copy-bytes.ts";
import { createCompressor } from "../bytes/compression.ts";
import { limits } from "../limits.ts";
import type { CachedPage } from "./respond.ts";

/** Caches rendered pages by their input: rendering takes milliseconds, and reading the input does not. */
export function createPageCache() {
  const compress = createCompressor({ maxBytes: limits.compressedPageBytes, effort: "quick" });
  const pages = new LRUCache<string, CachedPage>({
    maxSize: limits.siteCacheBytes,
    sizeCalculation: ({ body }) => body.length,
  });
  return {
    /** The page for `input`; calls `render` when it is not cached. */
    async get(input: unknown, render: () => Promise<string>): Promise<CachedPage> {
      const key = digest(JSON.stringify(input));
      const cached = pages.get(key);
      if (cached) return cached;
      const body = copyBytes(await render());
      const etag = `"${digest(body)}"`;
      const page: CachedPage = { body, etag, compress: (encoding) => compress(body, etag, encoding) };
      pages.set(key, page);
      return page;
    },
  };
}

function digest(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("base64url");
}
