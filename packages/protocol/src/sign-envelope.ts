import { EwpError } from "./errors.ts";
import { hashMessage } from "./hash-struct.ts";
import type { Form, Meanings, MessageKind } from "./messages.ts";
import { checkMessage, readTypes } from "./parse-envelope.ts";
import type { SignDigest } from "./recover.ts";
import { joinSignature } from "./signature.ts";
import { isSigningDomain } from "./signing-domain.ts";
import type { Envelope, TypedData } from "./typed-data.ts";
import { typedDataFor } from "./typed-data-for.ts";
import { findVariant, variants } from "./variants.ts";

/**
 * The digest of typed data that is one of the protocol's messages, in its own order and widths: 32 bytes.
 *
 * @throws EwpError INVALID_PAYLOAD (or the code of a malformed URL or timestamp) when it is none
 */
export function digestOf(typedData: TypedData): Uint8Array {
  const variant = findVariant(variants, typedData.primaryType, typedData.message);
  if (!variant || !isSigningDomain(typedData.domain))
    throw new EwpError("INVALID_PAYLOAD", "This is not a message of the protocol.");
  const layout = readTypes(variant, typedData.types);
  return hashMessage(layout, checkMessage(variant.kind, variant, typedData.message));
}

/**
 * Signs a message.
 *
 * @param signDigest makes `r` and a low `s`, 64 bytes, out of a digest of 32 bytes
 * @throws EwpError what is malformed about the meaning, so that nothing is signed that every peer would refuse
 */
export function signEnvelope<K extends MessageKind>(
  kind: K,
  meaning: Meanings[K],
  signDigest: SignDigest,
  form: Form = "baseline",
): Envelope {
  const typedData = typedDataFor(kind, meaning, form);
  const { signature, recovery } = signDigest(digestOf(typedData));
  return { typedData, signature: joinSignature(signature, recovery) };
}
