import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { copyBytes } from "../../blobs/copy-bytes.ts";
import { createCompressor } from "../bytes/compression.ts";
import { limits } from "../limits.ts";
import type { CachedPage } from "./respond.ts";

/** Pages that were made, each under what it was made of. */
export interface PageCache {
  /** The page that is made of `input`; `render` is called when there is none yet. */
  get(input: unknown, render: () => Promise<string>): Promise<CachedPage>;
}

/** Rendering takes milliseconds and looking up what a page is made of does not, so the one is kept and the other asked. */
export function createPageCache(): PageCache {
  const pack = createCompressor({ maxBytes: limits.compressedPageBytes, effort: "quick" });
  const pages = new LRUCache<string, CachedPage>({
    maxSize: limits.siteCacheBytes,
    sizeCalculation: ({ html }) => html.length,
  });
  return {
    async get(input, render) {
      const key = digest(JSON.stringify(input));
      const kept = pages.get(key);
      if (kept) return kept;
      const html = copyBytes(await render());
      const etag = `"${digest(html)}"`;
      const page: CachedPage = { html, etag, pack: (encoding) => pack(html, etag, encoding) };
      pages.set(key, page);
      return page;
    },
  };
}

function digest(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("base64url");
}
