import keccakWasm from "hash-wasm/dist/keccak.umd.min.js";
import shaWasm from "hash-wasm/dist/sha256.umd.min.js";
import type { Hashing, Scrypt } from "./hashing.ts";

// Shared: creation is asynchronous, but init to digest is synchronous, so uses can't interleave.
const keccak = await keccakWasm.createKeccak(256);
const sha = await shaWasm.createSHA256();

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
export const scrypt: Scrypt = async (password, salt, { n, r, p }) => {
  const { default: scryptWasm } = await import("hash-wasm/dist/scrypt.umd.min.js");
  return await scryptWasm.scrypt({
    password,
    salt,
    costFactor: n,
    blockSize: r,
    parallelism: p,
    hashLength: 64,
    outputType: "binary",
  });
};
