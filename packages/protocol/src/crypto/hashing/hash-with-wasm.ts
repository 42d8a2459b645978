import { createKeccak, createSHA256, scrypt as scryptInWasm } from "hash-wasm";
import type { Hashing, Scrypt } from "./hashing.ts";

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

/** Not Node's own: OpenSSL takes no n of 2^(16 r) or more, and the definition of keystores has such an example. */
export const scrypt: Scrypt = (password, salt, { n, r, p }) =>
  scryptInWasm({
    password,
    salt,
    costFactor: n,
    blockSize: r,
    parallelism: p,
    hashLength: 32,
    outputType: "binary",
  });
