import type { Hex } from "@freehold/protocol";
import type { Check } from "../check.ts";
import { asCompact, withHighS, withV, zeroSignature } from "../signing/key.ts";
import { afterSigning, type EnvelopeChange } from "./signed-values.ts";

const signature = "INVALID_SIGNATURE";

function withSignature(change: (signature: Hex) => unknown): EnvelopeChange {
  return (envelope) => ({ ...envelope, signature: change(envelope.signature) });
}

/** A signature is 65 bytes, `v` 27/28 or 0/1, with a low `s` (decisions 1). */
export const signatureShapes: readonly Check[] = [
  afterSigning(
    { id: "signature-v-0-1", title: "a v of 0 or 1 means 27 or 28", expected: "accepted" },
    withSignature((hex) => withV(hex, (v) => v - 27)),
  ),
  afterSigning(
    {
      id: "signature-upper-case",
      title: "hexadecimal digits of a signature may be of either case",
      expected: "accepted",
    },
    withSignature((hex) => `0x${hex.slice(2).toUpperCase()}`),
  ),
  afterSigning(
    { id: "signature-wrong-v", title: "another v is INVALID_SIGNATURE", expected: signature },
    withSignature((hex) => withV(hex, (v) => v - 25)),
    withSignature((hex) => withV(hex, (v) => v + 2)),
    // As EIP-155 writes it for transactions of chain 1.
    withSignature((hex) => withV(hex, (v) => v + 10)),
    withSignature((hex) => withV(hex, () => 255)),
  ),
  afterSigning(
    { id: "signature-other-v", title: "the v of another key is INVALID_SIGNATURE", expected: signature },
    withSignature((hex) => withV(hex, (v) => (v === 27 ? 28 : 27))),
  ),
  afterSigning(
    {
      id: "signature-high-s",
      title: "a high s, which allows a second signature without the key, is INVALID_SIGNATURE",
      expected: signature,
    },
    withSignature(withHighS),
  ),
  afterSigning(
    {
      id: "signature-compact",
      title: "a compact signature of 64 bytes (EIP-2098) is INVALID_SIGNATURE",
      expected: signature,
    },
    withSignature(asCompact),
  ),
  afterSigning(
    {
      id: "signature-length",
      title: "a signature that is too short or too long is refused",
      expected: [signature, "INVALID_PAYLOAD"],
    },
    withSignature((hex) => hex.slice(0, -4)),
    withSignature((hex) => `${hex}00`),
    withSignature(() => "0x"),
    // Contract wallets append data for a call to a chain (EIP-1271, EIP-6492).
    withSignature((hex) => `${hex}${"00".repeat(64)}`),
  ),
  afterSigning(
    {
      id: "signature-of-nobody",
      title: "r and s out of range are INVALID_SIGNATURE",
      expected: signature,
    },
    withSignature(() => zeroSignature),
    withSignature(() => `0x${"ff".repeat(64)}1b`),
  ),
  afterSigning(
    {
      id: "signature-malformed",
      title: "a signature that is no hexadecimal text is refused",
      expected: ["INVALID_PAYLOAD", signature],
    },
    withSignature((hex) => hex.slice(2)),
    withSignature((hex) => hex.replace(/.$/, "g")),
    withSignature(() => ""),
  ),
  afterSigning(
    {
      id: "signature-missing",
      title: "a missing signature, or one that is no text, is INVALID_PAYLOAD",
      expected: "INVALID_PAYLOAD",
    },
    withSignature(() => undefined),
    withSignature(() => null),
    withSignature(() => 42),
  ),
  afterSigning(
    {
      id: "envelope-incomplete",
      title: "an envelope without its typed data, domain or message is INVALID_PAYLOAD",
      expected: "INVALID_PAYLOAD",
    },
    (envelope) => ({ signature: envelope.signature }),
    (envelope) => ({ ...envelope, typedData: null }),
    (envelope) => ({ ...envelope, typedData: { ...envelope.typedData, domain: undefined } }),
    (envelope) => ({ ...envelope, typedData: { ...envelope.typedData, message: undefined } }),
    (envelope) => ({ ...envelope, typedData: { ...envelope.typedData, message: [] } }),
    (envelope) => ({ ...envelope, typedData: JSON.stringify(envelope.typedData) }),
  ),
];
