import { randomBytes } from "node:crypto";
import {
  type Address,
  addressOfPrivateKey,
  fromHex,
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

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** The other signature that anybody can make out of a given one: `s` is high, and `v` the other one (decisions 1). */
export function withHighS(signature: Hex): Hex {
  const { r, s, v } = split(signature);
  const high = (order - BigInt(s)).toString(16).padStart(64, "0");
  return `${r}${high}${byte(v === 27 ? 28 : 27)}`;
}

/** The same signature with another last byte. */
export function withV(signature: Hex, change: (v: number) => number): Hex {
  const { r, s, v } = split(signature);
  return `${r}${s.slice(2)}${byte(change(v))}`;
}

/** The same signature in the 64 bytes of EIP-2098. */
export function asCompact(signature: Hex): Hex {
  const { r, s, v } = split(signature);
  const bytes = fromHex(s);
  bytes[0] = (bytes[0] ?? 0) | (v === 28 ? 0x80 : 0);
  return `${r}${toHex(bytes).slice(2)}`;
}

/** 65 bytes with `r` and `s` of 0, which is nobody's signature. */
export const zeroSignature: Hex = `0x${"00".repeat(64)}1b`;

function split(signature: Hex): { r: Hex; s: Hex; v: number } {
  return {
    r: signature.slice(0, 66) as Hex,
    s: `0x${signature.slice(66, 130)}`,
    v: Number.parseInt(signature.slice(130), 16),
  };
}

function byte(value: number): string {
  return value.toString(16).padStart(2, "0");
}
