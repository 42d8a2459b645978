import {
  type Address,
  type Envelope,
  type Form,
  type Meanings,
  type MessageKind,
  signEnvelope,
} from "@freehold/protocol";
import { signDigestNatively } from "../peers/recover.ts";
import { addressOf } from "./private-key.ts";

/** An unlocked key. Its bytes are wiped at the end of `using`. */
export interface Signer extends Disposable {
  readonly address: Address;
  /** Signs a message with this meaning (decisions 1), in the baseline form unless told otherwise. */
  sign<K extends MessageKind>(kind: K, meaning: Meanings[K], form?: Form): Envelope;
}

/** @param privateKey 32 bytes; they belong to the signer from now on */
export function createSigner(privateKey: Uint8Array): Signer {
  const signDigest = signDigestNatively(privateKey);
  return {
    address: addressOf(privateKey),
    sign: (kind, meaning, form) => signEnvelope(kind, meaning, signDigest, form),
    [Symbol.dispose]() {
      privateKey.fill(0);
    },
  };
}
