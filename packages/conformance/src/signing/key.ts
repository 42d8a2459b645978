import { randomBytes } from "node:crypto";
import {
  type Address,
  addressOfPrivateKey,
  type Hex,
  keccak256,
  signDigestWithWasm,
  toHex,
} from "@freehold/protocol";
import { hashTypedData, type LooseTypedData } from "./hash-typed-data.ts";

/** Who can sign: an identity of the suite's own, or the node's owner. */
export interface Key {
  readonly address: Address;
  /** 65 bytes, `v` 27 or 28, over exactly what the typed data says; where that has no hash, over its JSON. */
  sign(typedData: LooseTypedData): Hex;
}

/** A signed request's body, right or wrong. */
export interface LooseEnvelope {
  typedData: LooseTypedData;
  signature: Hex;
}

/**
 * @param privateKey 32 bytes; a fresh one by default
 * @throws RangeError when this is no private key
 */
export function createKey(privateKey: Uint8Array = randomBytes(32)): Key {
  const signDigest = signDigestWithWasm(privateKey);
  return {
    address: addressOfPrivateKey(privateKey),
    sign(typedData) {
      const { signature, recovery } = signDigest(digestFor(typedData));
      return toHex(Uint8Array.of(...signature, 27 + recovery));
    },
  };
}

/** Typed data with the key's signature over it. */
export function signBy(key: Key, typedData: LooseTypedData): LooseEnvelope {
  return { typedData, signature: key.sign(typedData) };
}

function digestFor(typedData: LooseTypedData): Uint8Array {
  try {
    return hashTypedData(typedData);
  } catch {
    return keccak256(Buffer.from(JSON.stringify(typedData)));
  }
}
