import { createECDH } from "node:crypto";
import {
  type Address,
  addressOfPublicKey,
  digestOfPersonalMessage,
  type Envelope,
  type Form,
  type Hex,
  KeystoreError,
  type Meanings,
  type MessageKind,
  signDigestWith,
  signEnvelope,
  toHex,
} from "@freehold/protocol";

/** An unlocked key. Its bytes are wiped at the end of `using`. */
export interface Signer extends Disposable {
  readonly address: Address;
  /** Signs a message with this meaning (decisions 1), in the baseline form unless told otherwise. */
  sign<K extends MessageKind>(kind: K, meaning: Meanings[K], form?: Form): Envelope;
  /** Signs a text as a wallet's `personal_sign` does (EIP-191): 65 bytes. */
  signText(message: string): Hex;
}

/** @param privateKey 32 bytes; the signer owns and wipes them */
export function createSigner(privateKey: Uint8Array): Signer {
  const signDigest = signDigestWith(privateKey);
  return {
    address: addressOf(privateKey),
    sign: (kind, meaning, form) => signEnvelope(kind, meaning, signDigest, form),
    signText(message) {
      const { signature, recovery } = signDigest(digestOfPersonalMessage(message));
      return toHex(Uint8Array.of(...signature, 27 + recovery));
    },
    [Symbol.dispose]() {
      privateKey.fill(0);
    },
  };
}

const KEY_BYTES = 32;

/**
 * The Ethereum address of a private key: the last 20 bytes of the hash of its public key.
 * @param privateKey 32 bytes
 * @throws KeystoreError PRIVATE_KEY_INVALID when the bytes are no key of secp256k1
 */
export function addressOf(privateKey: Uint8Array): Address {
  const publicKey = derivePublicKey(privateKey);
  if (publicKey === null) {
    throw new KeystoreError("PRIVATE_KEY_INVALID", "These 32 bytes are not a private key of secp256k1.");
  }
  return addressOfPublicKey(publicKey);
}

/**
 * Reads a key of 64 hex digits, with or without `0x` and surrounding white space. It works on bytes, since a string can't be
 * wiped.
 * @throws KeystoreError PRIVATE_KEY_INVALID
 */
export function parsePrivateKey(text: Uint8Array): Uint8Array {
  const digits = withoutPrefix(trim(text));
  const key = new Uint8Array(KEY_BYTES);
  const isHex = digits.length === KEY_BYTES * 2 && digits.every((byte) => digitOf(byte) >= 0);
  if (isHex) {
    for (let i = 0; i < KEY_BYTES; i++) {
      key[i] = (digitOf(digits[i * 2] ?? 0) << 4) | digitOf(digits[i * 2 + 1] ?? 0);
    }
  }
  if (!isHex || derivePublicKey(key) === null) {
    throw new KeystoreError("PRIVATE_KEY_INVALID", "A private key is 32 bytes, written as 64 hex digits.");
  }
  return key;
}

/** @returns 65 bytes, uncompressed; null for an invalid key */
function derivePublicKey(key: Uint8Array): Uint8Array | null {
  try {
    const curve = createECDH("secp256k1");
    curve.setPrivateKey(key);
    return curve.getPublicKey();
  } catch {
    return null;
  }
}

function trim(text: Uint8Array): Uint8Array {
  const isText = (byte: number) => byte !== 0x20 && (byte < 0x09 || byte > 0x0d);
  const start = text.findIndex(isText);
  return text.subarray(start < 0 ? text.length : start, text.findLastIndex(isText) + 1);
}

function withoutPrefix(text: Uint8Array): Uint8Array {
  return text[0] === 0x30 && (text[1] === 0x78 || text[1] === 0x58) ? text.subarray(2) : text;
}

/** @returns the value of an ASCII hex digit, or -1 */
function digitOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : -1;
}
