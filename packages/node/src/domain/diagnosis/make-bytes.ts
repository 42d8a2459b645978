import { createHash, randomBytes } from "node:crypto";

// Not a limit: the size of a chunk.
const chunkBytes = 64 * 1024;

/** Bytes to be sent, of any length without taking memory, and what their hash is once they are gone. */
export function makeBytes(bytes: number): { source: AsyncIterable<Uint8Array>; sha256: () => string } {
  const chunk = randomBytes(chunkBytes);
  const hash = createHash("sha256");
  async function* generate(): AsyncGenerator<Uint8Array> {
    for (let left = bytes; left > 0; left -= chunkBytes) {
      const piece = left < chunkBytes ? chunk.subarray(0, left) : chunk;
      hash.update(piece);
      yield piece;
    }
  }
  return { source: generate(), sha256: () => hash.copy().digest("hex") };
}
