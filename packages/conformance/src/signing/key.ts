import { randomBytes } from "node:crypto";
import {
  type Address,
  addressOfPrivateKey,
  fromHex,
  type Hex,
  keccak256,
  signDigestWith,
  toHex,
} from "@freehold/protocol";
import { hashTypedData, type LooseTypedData } from "./hash-typed-data.ts";

/** The key of a fake peer or of the node's owner. */
export interface Key {
  readonly address: Address;
  /** 65 bytes with `v` 27 or 28, over the typed data as given; over its JSON if it can't be hashed. */
  sign(typedData: LooseTypedData): Hex;
}

/** The body of a signed request, which may be wrong. */
export interface LooseEnvelope {
  typedData: LooseTypedData;
  signature: Hex;
}

/**
 * @param privateKey 32 bytes; a new one by default
 * @throws RangeError when it is not a private key
 */
export function createKey(privateKey: Uint8Array = randomBytes(32)): Key {
  const signDigest = signDigestWith(privateKey);
  return {
    address: addressOfPrivateKey(privateKey),
    sign(typedData) {
      const { signature, recovery } = signDigest(digestFor(typedData));
      return toHex(Uint8Array.of(...signature, 27 + recovery));
    },
  };
}

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

/** The second valid signature that follows from a given one: high `s` and the other `v` (decisions 1). */
export function withHighS(signature: Hex): Hex {
  const { r, s, v } = splitSignature(signature);
  const high = (order - BigInt(s)).toString(16).padStart(64, "0");
  return `${r}${high}${toHexByte(v === 27 ? 28 : 27)}`;
}

/** The same signature with another last byte. */
export function withV(signature: Hex, change: (v: number) => number): Hex {
  const { r, s, v } = splitSignature(signature);
  return `${r}${s.slice(2)}${toHexByte(change(v))}`;
}

/** The same signature in the 64 bytes of EIP-2098. */
export function asCompact(signature: Hex): Hex {
  const { r, s, v } = splitSignature(signature);
  const bytes = fromHex(s);
  bytes[0] = (bytes[0] ?? 0) | (v === 28 ? 0x80 : 0);
  return `${r}${toHex(bytes).slice(2)}`;
}

/** 65 bytes with `r` and `s` 0: never a valid signature. */
export const zeroSignature: Hex = `0x${"00".repeat(64)}1b`;

function splitSignature(signature: Hex): { r: Hex; s: Hex; v: number } {
  return {
    r: signature.slice(0, 66) as Hex,
    s: `0x${signature.slice(66, 130)}`,
    v: Number.parseInt(signature.slice(130), 16),
  };
}

function toHexByte(value: number): string {
  return value.toString(16).padStart(2, "0");
}
