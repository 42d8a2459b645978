import { createKeccak, createSHA256, scrypt as scryptInWasm } from "hash-wasm";
import type { Hashing, Scrypt } from "./hashing.ts";

// Shared: creation is asynchronous, but init to digest is synchronous, so uses can't interleave.
const keccak = await createKeccak(256);
const sha = await createSHA256();

/** In WebAssembly, for servers. */
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

/** Not Node's own: OpenSSL refuses n of 2^(16 r) or more, which an example of the keystore definition has. */
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
