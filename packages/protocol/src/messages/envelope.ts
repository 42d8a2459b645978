import { type Address, parseAddress } from "../crypto/address.ts";
import type { Hex } from "../crypto/hex.ts";
import type { Recover, SignDigest } from "../crypto/recover.ts";
import { joinSignature, parseSignature, recoverSigner } from "../crypto/signature.ts";
import { EwpError } from "../errors.ts";
import { limits } from "../limits.ts";
import { hashMessage, isSigningDomain } from "./eip712.ts";
import { isRecord } from "./fields.ts";
import { declarationOf, type Form, type Meanings, type MessageKind } from "./messages.ts";
import { checkMessage, type Parsed, readTypes } from "./parse-envelope.ts";
import { type Envelope, type TypedData, typedDataFor } from "./typed-data.ts";
import { findVariant, variantFor, variants } from "./variants.ts";

/**
 * Whether a message with this meaning counts in this form when this address signs it (spec 5, decisions 1). It is not
 * the same in both: the end of a follow is signed by either side in baseline, and by the follower alone in the other.
 */
export function maySign<K extends MessageKind>(
  kind: K,
  meaning: Meanings[K],
  { signer, form }: { signer: Address; form: Form },
): boolean {
  const { signers, renamed = {}, absent = {} } = variantFor(kind, form).declared;
  const told = Object.keys(absent).filter((name) => absent[name] === "signer");
  const paths = signers.length > 0 ? signers.map((path) => renamed[path] ?? path) : told;
  return paths.some((path) => parseAddress(valueAt(meaning, path)) === signer);
}

function valueAt(meaning: object, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), meaning);
}

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

declare const verifiedBrand: unique symbol;

/** A message that its signer really signed. Only `verifyEnvelope` makes one. */
export interface Verified<K extends MessageKind> {
  readonly [verifiedBrand]: true;
  readonly kind: K;
  readonly form: Form;
  readonly meaning: Meanings[K];
  readonly signer: Address;
  /** The type as it was signed, in the signer's order and widths. */
  readonly encodeType: string;
  /** 65 bytes in lower-case hex, the last one 27 or 28. */
  readonly signature: Hex;
  /** What can be sent on: nothing in it but what was signed. */
  readonly envelope: Envelope;
}

/** How far a signed time may lie from this clock, either side, in seconds (spec 5). */
export const timestampWindowSeconds = limits.windowSeconds;

/**
 * Checks who signed an envelope, and when (spec 5).
 *
 * @param options.now milliseconds of the Unix epoch; when given, the time must lie within the hour either side of
 *   it, in whole seconds
 * @throws EwpError INVALID_SIGNATURE (also for another domain), INVALID_PAYLOAD when the signer, where only the
 *   signature tells it, is the other party too, INVALID_TIMESTAMP
 */
export function verifyEnvelope<K extends MessageKind>(
  parsed: Parsed<K>,
  { recover, now }: { recover: Recover; now?: number },
): Verified<K> {
  const { kind, form, claims, encodeType, digest, signers, signerField } = parsed;
  if (!parsed.ownDomain) throw new EwpError("INVALID_SIGNATURE", "It is signed for another domain.");
  const parts = parseSignature(parsed.signature);
  const signer = parts && recoverSigner(digest, parts, recover);
  if (!parts || !signer) throw new EwpError("INVALID_SIGNATURE", "This is not a signature.");
  if (signerField === null && !signers.includes(signer)) throw new EwpError("INVALID_SIGNATURE");
  const told = signerField === null ? claims : { ...claims, [signerField]: signer };
  const meaning = told as unknown as Meanings[K] & Readonly<Record<string, unknown>>;
  const [one, other] = declarationOf(kind).distinct ?? [];
  if (one && other && meaning[one] === meaning[other]) {
    throw new EwpError("INVALID_PAYLOAD", "The two addresses are the same.");
  }
  if (now !== undefined) checkWindow(meaning.timestamp, now);
  const envelope = { ...parsed.envelope, signature: parts.hex };
  return {
    kind,
    form,
    meaning,
    signer,
    encodeType,
    signature: parts.hex,
    envelope,
  } as unknown as Verified<K>;
}

function checkWindow(timestamp: unknown, now: number): void {
  if (typeof timestamp !== "number") return;
  if (Math.abs(Math.floor(now / 1000) - timestamp) > timestampWindowSeconds) {
    throw new EwpError(
      "INVALID_TIMESTAMP",
      "The timestamp is more than one hour away from this node's clock.",
    );
  }
}
