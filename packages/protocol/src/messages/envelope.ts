import { type Address, parseAddress } from "../crypto/address.ts";
import type { Hex } from "../crypto/hex.ts";
import { addressOfPublicKey, findAddressOf, type Recover, type SignDigest } from "../crypto/recover.ts";
import { joinSignature, parseSignature } from "../crypto/signature.ts";
import { EwpError } from "../errors.ts";
import { limits } from "../limits.ts";
import { hashMessage, isSigningDomain } from "./eip712.ts";
import { valueAt } from "./fields.ts";
import { declarationOf, type Form, type Meanings, type MessageKind } from "./messages.ts";
import { checkMessage, type Parsed, readTypes } from "./parse-envelope.ts";
import { type Envelope, type TypedData, typedDataFor } from "./typed-data.ts";
import { findVariant, variantFor, variants } from "./variants.ts";

/**
 * Whether this address may sign a message with this meaning in this form (spec 5, decisions 1). The forms differ: in
 * baseline either side signs the end of a follow, in the reference form only the follower does.
 */
export function maySign<K extends MessageKind>(
  kind: K,
  meaning: Meanings[K],
  { signer, form }: { signer: Address; form: Form },
): boolean {
  const { signers, signerField } = variantFor(kind, form);
  const paths = signerField === null ? signers : [signerField];
  return paths.some((path) => parseAddress(valueAt(meaning, path)) === signer);
}

/**
 * The digest of a message of the protocol, with the order and widths of its types: 32 bytes.
 *
 * @throws EwpError INVALID_PAYLOAD for other typed data, or the code of a malformed URL or timestamp
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
 * @param signDigest signs a digest of 32 bytes: `r` and a low `s`, 64 bytes
 * @throws EwpError for a malformed meaning, which every peer would refuse
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

declare const verifiedBrand: unique symbol;

/** A message with a verified signature. Only `verifyEnvelope` makes one. */
export interface Verified<K extends MessageKind> {
  readonly [verifiedBrand]: true;
  readonly kind: K;
  readonly form: Form;
  readonly meaning: Meanings[K];
  readonly signer: Address;
  /** The signed type, with the signer's order and widths. */
  readonly encodeType: string;
  /** 65 bytes in lower-case hex, the last one 27 or 28. */
  readonly signature: Hex;
  /** The envelope for other nodes, with signed values only. */
  readonly envelope: Envelope;
}

/** The maximum difference between a signed time and the clock, in seconds (spec 5). */
export const timestampWindowSeconds = limits.windowSeconds;

/**
 * Checks who signed an envelope, and when (spec 5).
 *
 * @param options.now milliseconds of the Unix epoch; if given, the signed time must be within an hour of it, in whole
 *   seconds
 * @throws EwpError INVALID_SIGNATURE (also for another domain), INVALID_PAYLOAD if a signer known only from the signature
 *   is also the other party, INVALID_TIMESTAMP
 */
export function verifyEnvelope<K extends MessageKind>(
  parsed: Parsed<K>,
  { recover, now }: { recover: Recover; now?: number },
): Verified<K> {
  const { kind, form, claims, encodeType, digest, signers, signerField } = parsed;
  if (!parsed.ownDomain) throw new EwpError("INVALID_SIGNATURE", "It is signed for another domain.");
  const parts = parseSignature(parsed.signature);
  const key = parts && recover(digest, parts.compact, parts.recovery);
  if (!parts || !key) throw new EwpError("INVALID_SIGNATURE", "This is not a signature.");
  const signer = signerField === null ? findAddressOf(key, signers) : addressOfPublicKey(key);
  if (!signer) throw new EwpError("INVALID_SIGNATURE");
  const complete = signerField === null ? claims : { ...claims, [signerField]: signer };
  const meaning = complete as unknown as Meanings[K] & Readonly<Record<string, unknown>>;
  const [one, other] = declarationOf(kind).distinct ?? [];
  if (one && other && meaning[one] === meaning[other]) {
    throw new EwpError("INVALID_PAYLOAD", "The two addresses are the same.");
  }
  const { timestamp } = meaning;
  const isSigned = now !== undefined && typeof timestamp === "number";
  if (isSigned && Math.abs(Math.floor(now / 1000) - timestamp) > timestampWindowSeconds) {
    const detail = "The timestamp is more than one hour away from this node's clock.";
    throw new EwpError("INVALID_TIMESTAMP", detail);
  }
  const { hex: signature } = parts;
  const verified = {
    kind,
    form,
    meaning,
    signer,
    encodeType,
    signature,
    get envelope(): Envelope {
      return { ...parsed.envelope, signature };
    },
  };
  return verified as unknown as Verified<K>;
}
