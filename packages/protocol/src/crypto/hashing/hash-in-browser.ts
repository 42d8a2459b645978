import { scrypt as scryptOfNoble } from "@noble/hashes/scrypt.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import type { Hashing, Scrypt } from "./hashing.ts";

/** In JavaScript: smaller, and the content security policy needs no exception for WebAssembly. */
export const hashing: Hashing = {
  keccak256: (bytes) => keccak_256(bytes),
  sha256: (bytes) => sha256(bytes),
  createSha256() {
    const running = sha256.create();
    return {
      update: (chunk) => void running.update(chunk),
      digest: () => running.digest(),
    };
  },
};

export const scrypt: Scrypt = async (password, salt, { n, r, p }, onProgress) =>
  scryptOfNoble(new TextEncoder().encode(password), salt, {
    N: n,
    r,
    p,
    dkLen: 64,
    ...(onProgress && { onProgress }),
  });
