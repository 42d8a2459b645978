import { createKeccak, createSHA256 } from "hash-wasm";
import { type Hex, toHex } from "./hex.ts";

/** A SHA-256 content hash: `0x` and 64 lower-case hexadecimal digits (spec 2.2). */
export type Hash = Hex;

/** Hashes bytes that come in pieces. Any number of them may be under way at the same time. */
export interface ContentHasher {
  update(chunk: Uint8Array): void;
  /** The hash of everything so far; ends this hasher. */
  digest(): Hash;
}

// Made once: making one is asynchronous, using one is not, so nothing can come between init and digest.
const keccak = await createKeccak(256);
const sha256 = await createSHA256();
const hashPattern = /^0x[0-9a-fA-F]{64}$/;

/** Keccak-256, as Ethereum uses it: 32 bytes. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return keccak.init().update(bytes).digest("binary");
}

/** The content hash: SHA-256 over the exact bytes (decisions 5). */
export function contentHash(bytes: Uint8Array): Hash {
  return toHex(sha256.init().update(bytes).digest("binary"));
}

/** A content hash over bytes that are never in memory together (decisions 5). */
export function createContentHasher(): ContentHasher {
  let state = sha256.init().save();
  return {
    update(chunk) {
      state = sha256.load(state).update(chunk).save();
    },
    digest() {
      return toHex(sha256.load(state).digest("binary"));
    },
  };
}

/** A hash of either case as lower case; null for anything that is no 66-character hash with `0x` (spec 7). */
export function parseHash(text: unknown): Hash | null {
  return typeof text === "string" && hashPattern.test(text) ? `0x${text.slice(2).toLowerCase()}` : null;
}
