import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import * as secp256k1 from "@noble/secp256k1";
import type { Curve } from "./curve.ts";

secp256k1.hashes.sha256 = sha256;
secp256k1.hashes.hmacSha256 = (key, message) => hmac(sha256, key, message);

/** In JavaScript, for browsers. */
export const curve: Curve = {
  isNative: false,
  recover(digest, signature, recovery) {
    try {
      const key = secp256k1.recoverPublicKey(Uint8Array.of(recovery, ...signature), digest, {
        prehash: false,
      });
      return secp256k1.Point.fromBytes(key).toBytes(false);
    } catch {
      return null;
    }
  },
  sign(digest, privateKey) {
    const signed = secp256k1.sign(digest, privateKey, { prehash: false, lowS: true, format: "recovered" });
    return { signature: signed.slice(1), recovery: signed[0] ?? 0 };
  },
  publicKeyOf(privateKey) {
    return secp256k1.utils.isValidSecretKey(privateKey) ? secp256k1.getPublicKey(privateKey, false) : null;
  },
};
