import type { Secp256k1 } from "secp256k1/bindings.js";
import type { Curve } from "./curve.ts";

/** Bitcoin Core's library; null where it has no build for this machine (Linux on ARM) or can't be loaded. */
export const curve: Curve | null = openCurve(await loadNative());

function openCurve(native: Secp256k1 | null): Curve | null {
  if (native === null) return null;
  return {
    isNative: true,
    recover: (digest, signature, recovery) =>
      orNull(() => native.ecdsaRecover(signature, recovery, digest, false)),
    sign(digest, privateKey) {
      const { signature, recid } = native.ecdsaSign(digest, privateKey);
      return { signature, recovery: recid };
    },
    publicKeyOf: (privateKey) => orNull(() => native.publicKeyCreate(privateKey, false)),
  };
}

/** The library throws for an invalid signature or key. */
function orNull(work: () => Uint8Array): Uint8Array | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** The bindings alone: the package's main entry falls back to JavaScript, whose library is not installed (docs/dependencies.md). */
async function loadNative(): Promise<Secp256k1 | null> {
  try {
    const { default: loaded } = await import("secp256k1/bindings.js");
    return typeof loaded.ecdsaRecover === "function" ? loaded : null;
  } catch {
    return null;
  }
}
