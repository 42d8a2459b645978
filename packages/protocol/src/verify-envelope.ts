import type { Address } from "./address.ts";
import { EwpError } from "./errors.ts";
import type { Hex } from "./hex.ts";
import { limits } from "./limits.ts";
import { declarationOf, type Form, type Meanings, type MessageKind } from "./messages.ts";
import type { Parsed } from "./parse-envelope.ts";
import type { Recover } from "./recover.ts";
import { parseSignature, recoverSigner } from "./signature.ts";
import type { Envelope } from "./typed-data.ts";

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
