import { createKeccak, createSHA256 } from "hash-wasm";
import type { Hashing } from "./hashing.ts";

// Made once: making one is asynchronous, using one is not, so nothing can come between init and digest.
const keccak = await createKeccak(256);
const sha = await createSHA256();

/** WebAssembly, for servers. */
export const hashing: Hashing = {
  keccak256: (bytes) => keccak.init().update(bytes).digest("binary"),
  sha256: (bytes) => sha.init().update(bytes).digest("binary"),
  createSha256() {
    let state = sha.init().save();
    return {
      update(chunk) {
        state = sha.load(state).update(chunk).save();
      },
      digest: () => sha.load(state).digest("binary"),
    };
  },
};
