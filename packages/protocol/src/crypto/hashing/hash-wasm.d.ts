// The main entry holds the code of all twenty hashes: 284 kB against 30 kB.
declare module "hash-wasm/dist/keccak.umd.min.js" {
  import { createKeccak } from "hash-wasm";

  const library: { readonly createKeccak: typeof createKeccak };
  export default library;
}

declare module "hash-wasm/dist/sha256.umd.min.js" {
  import { createSHA256 } from "hash-wasm";

  const library: { readonly createSHA256: typeof createSHA256 };
  export default library;
}

declare module "hash-wasm/dist/scrypt.umd.min.js" {
  import { scrypt } from "hash-wasm";

  const library: { readonly scrypt: typeof scrypt };
  export default library;
}
