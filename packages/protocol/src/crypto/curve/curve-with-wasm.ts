import { instantiateSecp256k1 } from "@bitauth/libauth/build/lib/crypto/secp256k1.js";
import type { Curve } from "./curve.ts";

const secp256k1 = await instantiateSecp256k1();

/** In WebAssembly, for servers without the native module. */
export const curve: Curve = {
  isNative: false,
  recover(digest, signature, recovery) {
    const key = secp256k1.recoverPublicKeyUncompressed(signature, recovery, digest);
    return typeof key === "string" ? null : key;
  },
  sign(digest, privateKey) {
    const signed = secp256k1.signMessageHashRecoverableCompact(privateKey, digest);
    if (typeof signed === "string") throw new RangeError("This can't be signed with this key.");
    return { signature: signed.signature, recovery: signed.recoveryId };
  },
  publicKeyOf(privateKey) {
    const key = secp256k1.derivePublicKeyUncompressed(privateKey);
    return typeof key === "string" ? null : key;
  },
};
