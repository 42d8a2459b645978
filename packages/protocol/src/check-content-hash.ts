import { createContentHasher, type Hash } from "./hashes.ts";
import { PeerError } from "./peer-error.ts";
import { tapBytes } from "./tap-bytes.ts";

/** The same bytes, which fail at their end with CONTENT_HASH_MISMATCH when their hash is another. */
export function checkContentHash(body: AsyncIterable<Uint8Array>, hash: Hash): AsyncIterable<Uint8Array> {
  const hasher = createContentHasher();
  return tapBytes(body, {
    chunk: (bytes) => hasher.update(bytes),
    end() {
      if (hasher.digest() === hash.toLowerCase()) return;
      throw new PeerError("bad-reply", "The content does not match its hash.", {
        code: "CONTENT_HASH_MISMATCH",
      });
    },
  });
}
