import type { Hex } from "@freehold/protocol";
import type { Check } from "../check.ts";
import { asCompact, withHighS, withV, zeroSignature } from "../signing/key.ts";
import { type BendEnvelope, sending } from "./signed-values.ts";

const signature = "INVALID_SIGNATURE";

function bent(change: (signature: Hex) => unknown): BendEnvelope {
  return (envelope) => ({ ...envelope, signature: change(envelope.signature) });
}

/** A signature is 65 bytes, `v` 27/28 or 0/1, with a low `s` (decisions 1). */
export const signatureShapes: readonly Check[] = [
  sending(
    { id: "signature-v-0-1", title: "a v of 0 or 1 means 27 or 28", comes: "taken" },
    bent((hex) => withV(hex, (v) => v - 27)),
  ),
  sending(
    {
      id: "signature-upper-case",
      title: "hexadecimal digits of a signature may be of either case",
      comes: "taken",
    },
    bent((hex) => `0x${hex.slice(2).toUpperCase()}`),
  ),
  sending(
    { id: "signature-wrong-v", title: "another v is INVALID_SIGNATURE", comes: signature },
    bent((hex) => withV(hex, (v) => v - 25)),
    bent((hex) => withV(hex, (v) => v + 2)),
    // As EIP-155 writes it for transactions of chain 1.
    bent((hex) => withV(hex, (v) => v + 10)),
    bent((hex) => withV(hex, () => 255)),
  ),
  sending(
    { id: "signature-other-v", title: "the v of another key is INVALID_SIGNATURE", comes: signature },
    bent((hex) => withV(hex, (v) => (v === 27 ? 28 : 27))),
  ),
  sending(
    {
      id: "signature-high-s",
      title: "a high s, with which anybody can make a second signature, is INVALID_SIGNATURE",
      comes: signature,
    },
    bent(withHighS),
  ),
  sending(
    {
      id: "signature-compact",
      title: "a compact signature of 64 bytes (EIP-2098) is INVALID_SIGNATURE",
      comes: signature,
    },
    bent(asCompact),
  ),
  sending(
    {
      id: "signature-length",
      title: "a signature that is too short or too long is refused",
      comes: [signature, "INVALID_PAYLOAD"],
    },
    bent((hex) => hex.slice(0, -4)),
    bent((hex) => `${hex}00`),
    bent(() => "0x"),
    // As contract wallets append what is to be asked of a chain (EIP-1271, EIP-6492).
    bent((hex) => `${hex}${"00".repeat(64)}`),
  ),
  sending(
    {
      id: "signature-of-nobody",
      title: "numbers that no signature has are INVALID_SIGNATURE",
      comes: signature,
    },
    bent(() => zeroSignature),
    bent(() => `0x${"ff".repeat(64)}1b`),
  ),
  sending(
    {
      id: "signature-malformed",
      title: "a signature that is no hexadecimal text is refused",
      comes: ["INVALID_PAYLOAD", signature],
    },
    bent((hex) => hex.slice(2)),
    bent((hex) => hex.replace(/.$/, "g")),
    bent(() => ""),
  ),
  sending(
    {
      id: "signature-missing",
      title: "without a signature, or with one that is no text, it is INVALID_PAYLOAD",
      comes: "INVALID_PAYLOAD",
    },
    bent(() => undefined),
    bent(() => null),
    bent(() => 42),
  ),
  sending(
    {
      id: "envelope-incomplete",
      title: "an envelope without its typed data, domain or message is INVALID_PAYLOAD",
      comes: "INVALID_PAYLOAD",
    },
    (envelope) => ({ signature: envelope.signature }),
    (envelope) => ({ ...envelope, typedData: null }),
    (envelope) => ({ ...envelope, typedData: { ...envelope.typedData, domain: undefined } }),
    (envelope) => ({ ...envelope, typedData: { ...envelope.typedData, message: undefined } }),
    (envelope) => ({ ...envelope, typedData: { ...envelope.typedData, message: [] } }),
    (envelope) => ({ ...envelope, typedData: JSON.stringify(envelope.typedData) }),
  ),
];
