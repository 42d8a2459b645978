import {
  type Address,
  type Envelope,
  type Meanings,
  type MessageKind,
  signEnvelope,
} from "@freehold/protocol";
import { signDigestNatively } from "../peers/recover.ts";
import { addressOf } from "./private-key.ts";

/** An unlocked key. Its bytes are wiped at the end of `using`. */
export interface Signer extends Disposable {
  readonly address: Address;
  /** Signs a message with this meaning, in the baseline form (decisions 1). */
  sign<K extends MessageKind>(kind: K, meaning: Meanings[K]): Envelope;
}

/** @param privateKey 32 bytes; they belong to the signer from now on */
export function createSigner(privateKey: Uint8Array): Signer {
  const signDigest = signDigestNatively(privateKey);
  return {
    address: addressOf(privateKey),
    sign: (kind, meaning) => signEnvelope(kind, meaning, signDigest),
    [Symbol.dispose]() {
      privateKey.fill(0);
    },
  };
}
