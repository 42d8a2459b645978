import { createRequire } from "node:module";
import { type Recover, recoverWithWasm, type SignDigest, signDigestWithWasm } from "@freehold/protocol";

/** What is used of the native module. */
interface Secp256k1 {
  ecdsaRecover(signature: Uint8Array, recovery: number, digest: Uint8Array, compressed: boolean): Uint8Array;
  ecdsaSign(digest: Uint8Array, privateKey: Uint8Array): { signature: Uint8Array; recid: number };
  privateKeyVerify(privateKey: Uint8Array): boolean;
}

const native = loadNative();

/** False where the native library has no build for this machine (Linux on ARM) or can't be loaded; WASM serves then. */
export const isRecoveryNative: boolean = native !== null;

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
 * A signer of digests with a private key of 32 bytes, for `signEnvelope`, by the same library or else by WASM.
 * @throws RangeError when it is no private key
 */
export function signDigestNatively(privateKey: Uint8Array): SignDigest {
  if (native === null) {
    return signDigestWithWasm(privateKey);
  }
  if (privateKey.length !== 32 || !native.privateKeyVerify(privateKey)) {
    throw new RangeError("This is not a private key.");
  }
  return (digest) => {
    const { signature, recid } = native.ecdsaSign(digest, privateKey);
    return { signature, recovery: recid };
  };
}

/** The bindings alone: the package's main entry falls back to JavaScript, whose library is not installed (docs/dependencies.md). */
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
