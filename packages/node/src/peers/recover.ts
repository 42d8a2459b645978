import { createRequire } from "node:module";
import { type Recover, recoverWithWasm } from "@freehold/protocol";

/** What is used of the native module. */
interface Secp256k1 {
  ecdsaRecover(signature: Uint8Array, recovery: number, digest: Uint8Array, compressed: boolean): Uint8Array;
  ecdsaSign(digest: Uint8Array, privateKey: Uint8Array): { signature: Uint8Array; recid: number };
  privateKeyVerify(privateKey: Uint8Array): boolean;
}

const native = loadNative();

/**
 * The public key that signed, by the native library: the fast path of a server (design part 1). Where it has no build
 * for the machine, by WASM.
 */
export const recoverNatively: Recover =
  native === null
    ? recoverWithWasm
    : (digest, signature, recovery) => {
        try {
          return native.ecdsaRecover(signature, recovery, digest, false);
        } catch {
          return null;
        }
      };

/**
 * A signer of digests with a private key (32 bytes), for `signEnvelope`; its signatures have a low s.
 * @throws an error in words when it is no private key, or when there is no native library
 */
export function signDigestNatively(
  privateKey: Uint8Array,
): (digest: Uint8Array) => { signature: Uint8Array; recovery: number } {
  if (native === null) {
    throw new Error("There is no build of the secp256k1 library for this machine, and signing needs it.");
  }
  if (privateKey.length !== 32 || !native.privateKeyVerify(privateKey)) {
    throw new Error("A private key is 32 bytes, neither zero nor past the order of the curve.");
  }
  return (digest) => {
    const { signature, recid } = native.ecdsaSign(digest, privateKey);
    return { signature, recovery: recid };
  };
}

/** The bindings alone: the package's main entry falls back to a library with an open advisory. */
function loadNative(): Secp256k1 | null {
  try {
    const loaded: unknown = createRequire(import.meta.url)("secp256k1/bindings");
    return isSecp256k1(loaded) ? loaded : null;
  } catch {
    return null;
  }
}

function isSecp256k1(value: unknown): value is Secp256k1 {
  return typeof value === "object" && value !== null && "ecdsaRecover" in value && "ecdsaSign" in value;
}
