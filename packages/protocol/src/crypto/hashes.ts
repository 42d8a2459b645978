import { hashing } from "#hashing";
import { tapBytes } from "../client/body.ts";
import { PeerError } from "../client/peer-error.ts";
import { type Hex, toHex } from "./hex.ts";

/** A SHA-256 content hash: `0x` and 64 lower-case hexadecimal digits (spec 2.2). */
export type Hash = Hex;

/** Hashes bytes in chunks. Several hashers may run at the same time. */
export interface ContentHasher {
  update(chunk: Uint8Array): void;
  /** The hash of all chunks; finishes the hasher. */
  digest(): Hash;
}

const hashPattern = /^0x[0-9a-fA-F]{64}$/;

/** Keccak-256, as Ethereum uses it: 32 bytes. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return hashing.keccak256(bytes);
}

/** The content hash: SHA-256 over the exact bytes (decisions 5). */
export function contentHash(bytes: Uint8Array): Hash {
  return toHex(hashing.sha256(bytes));
}

/** A content hash over chunks (decisions 5). */
export function createContentHasher(): ContentHasher {
  const running = hashing.createSha256();
  return { update: running.update, digest: () => toHex(running.digest()) };
}

/** Reads a hash of either case and returns it in lower case; null for other text (spec 7). */
export function parseHash(text: unknown): Hash | null {
  return typeof text === "string" && hashPattern.test(text) ? `0x${text.slice(2).toLowerCase()}` : null;
}

/** Passes bytes on; throws CONTENT_HASH_MISMATCH at their end if their hash differs. */
export function checkContentHash(body: AsyncIterable<Uint8Array>, hash: Hash): AsyncIterable<Uint8Array> {
  const hasher = createContentHasher();
  return tapBytes(body, {
    chunk: (bytes) => hasher.update(bytes),
    end() {
      if (hasher.digest() === hash.toLowerCase()) return;
      const code = "CONTENT_HASH_MISMATCH";
      throw new PeerError("bad-reply", "The content does not match its hash.", { code });
    },
  });
}
