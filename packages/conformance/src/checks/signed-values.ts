import type { Check } from "../check.ts";
import { asCompact, withHighS, withV, zeroSignature } from "../signing/key.ts";
import {
  afterSigning,
  beforeSigning,
  unsigned,
  withDomain,
  withField,
  withPart,
  withSignature,
} from "./follows/changed-follows.ts";

const payload = "INVALID_PAYLOAD";
const signature = "INVALID_SIGNATURE";

const hour = 3_600;
/** Tolerance for latency and for rounding of clocks. */
const slack = 15;

function signedAt(...seconds: readonly number[]) {
  return withField(
    "timestamp",
    ...seconds.map(
      (away) =>
        (_old: unknown, { now }: { now(): number }) =>
          now() + away,
    ),
  );
}

/** One letter in the other case: an address with a wrong checksum. */
function otherCase(address: string): string {
  const raised = `0x${address.slice(2).replace(/[a-f]/, (letter) => letter.toUpperCase())}`;
  return raised === address ? address.replace(/[A-F]/, (letter) => letter.toLowerCase()) : raised;
}

/** Every letter in upper case. A few addresses are right in that form; they get one letter in the other case. */
function allUpper(address: string): string {
  const upper = `0x${address.slice(2).toUpperCase()}`;
  return upper === address ? otherCase(address) : upper;
}

/** The signing domain, the signed time and values, and the shape of the signature (spec 5 and 8, decisions 1). */
export const signedValues: readonly Check[] = [
  ...beforeSigning({
    "domain-name": [
      "another name in the domain",
      signature,
      ...withDomain("name", "epress", "Epress World", ""),
    ],
    "domain-version": ["another version in the domain", signature, ...withDomain("version", "2", "1.0")],
    "domain-chain": ["another chain in the domain", signature, ...withDomain("chainId", 5, 0)],
    "domain-types": [
      "a version or chain of another JSON type",
      signature,
      ...withDomain("version", 1),
      ...withDomain("chainId", "1"),
    ],
    "domain-more": [
      "an extra field in the domain",
      signature,
      ...withDomain("verifyingContract", `0x${"00".repeat(19)}01`),
      ...withDomain("salt", `0x${"00".repeat(32)}`),
    ],
    "domain-less": [
      "a missing field in the domain",
      signature,
      ...["name", "version", "chainId"].flatMap((name) => withDomain(name, undefined)),
    ],
    "address-lower-case": [
      "an address in lower case is accepted",
      "accepted",
      ...withField("followeeAddress", (address) => address.toLowerCase()),
    ],
    "address-checksum": [
      "an address in mixed case with a wrong checksum",
      payload,
      ...withField("followeeAddress", otherCase, allUpper),
    ],
    "address-malformed": [
      "a malformed address",
      payload,
      ...withField(
        "followeeAddress",
        (address) => address.slice(0, -1),
        (address) => `${address}0`,
        (address) => address.slice(2),
        (address) => [address],
        42,
        null,
      ),
    ],
    "timestamp-digits": [
      "a timestamp as a string of decimal digits is accepted",
      "accepted",
      ...withField("timestamp", String),
    ],
    "timestamp-malformed": [
      "a malformed timestamp",
      "INVALID_TIMESTAMP",
      ...withField("timestamp", -1, 1.5, "", "abc", "-5", "1e9", "0x5f5e100", null, true, [1], {}, 2 ** 53),
      ...withField("timestamp", "99999999999999999999"),
      ...withField<number>(
        "timestamp",
        (seconds) => `${seconds} `,
        (seconds) => seconds + 0.5,
      ),
    ],
    "url-of-another-type": [
      "a URL that is no text",
      [payload, "INVALID_URL_FORMAT"],
      ...withField("followerUrl", 42, null),
      ...withField("followeeUrl", ["https://node.example"]),
    ],
  }),
  ...beforeSigning(
    {
      "window-inside": [
        "a follow signed almost an hour ago, or ahead, is accepted",
        "accepted",
        ...signedAt(slack - hour, hour - slack),
      ],
      "window-past": [
        "a follow signed more than an hour ago",
        "INVALID_TIMESTAMP",
        ...signedAt(-hour - slack, -24 * hour),
        ...withField("timestamp", 0),
      ],
      "window-future": [
        "a follow signed more than an hour ahead",
        "INVALID_TIMESTAMP",
        ...signedAt(hour + slack, 24 * hour),
        // A time in milliseconds, read as seconds, is far ahead.
        ...withField("timestamp", (_old, { now }) => now() * 1000),
      ],
    },
    "8",
  ),
  ...afterSigning({
    "message-tampered": [
      "a message changed after signing",
      signature,
      ...unsigned(
        ...withField<number>("timestamp", (seconds) => seconds - 1),
        ...withField("followeeUrl", (url) => `${url}/elsewhere`),
        ...withField("followerUrl", (url) => `${url}/elsewhere`),
        ...withField("followeeAddress", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
      ),
    ],
    "signature-v-0-1": [
      "a v of 0 or 1 means 27 or 28",
      "accepted",
      ...withSignature((hex) => withV(hex, (v) => v - 27)),
    ],
    "signature-upper-case": [
      "hexadecimal digits of a signature may be of either case",
      "accepted",
      ...withSignature((hex) => `0x${hex.slice(2).toUpperCase()}`),
    ],
    "signature-wrong-v": [
      "another v",
      signature,
      ...withSignature(
        (hex) => withV(hex, (v) => v - 25),
        (hex) => withV(hex, (v) => v + 2),
        // As EIP-155 writes it for transactions of chain 1.
        (hex) => withV(hex, (v) => v + 10),
        (hex) => withV(hex, () => 255),
      ),
    ],
    "signature-other-v": [
      "the v of another key",
      signature,
      ...withSignature((hex) => withV(hex, (v) => (v === 27 ? 28 : 27))),
    ],
    "signature-high-s": [
      "a high s, which allows a second signature without the key,",
      signature,
      ...withSignature(withHighS),
    ],
    "signature-compact": [
      "a compact signature of 64 bytes (EIP-2098)",
      signature,
      ...withSignature(asCompact),
    ],
    "signature-length": [
      "a signature that is too short or too long",
      [signature, payload],
      ...withSignature(
        (hex) => hex.slice(0, -4),
        (hex) => `${hex}00`,
        () => "0x",
        // Contract wallets append data for a call to a chain (EIP-1271, EIP-6492).
        (hex) => `${hex}${"00".repeat(64)}`,
      ),
    ],
    "signature-of-nobody": [
      "a signature with r and s out of range",
      signature,
      ...withSignature(
        () => zeroSignature,
        () => `0x${"ff".repeat(64)}1b`,
      ),
    ],
    "signature-malformed": [
      "a signature that is no hexadecimal text",
      [payload, signature],
      ...withSignature(
        (hex) => hex.slice(2),
        (hex) => hex.replace(/.$/, "g"),
        () => "",
      ),
    ],
    "signature-missing": [
      "a missing signature, or one that is no text,",
      payload,
      ...[undefined, null, 42].flatMap((value) => withSignature(() => value)),
    ],
    "envelope-incomplete": [
      "an envelope without its typed data, domain or message",
      payload,
      (envelope) => ({ signature: envelope.signature }),
      (envelope) => ({ ...envelope, typedData: null }),
      (envelope) => ({ ...envelope, typedData: JSON.stringify(envelope.typedData) }),
      ...withPart("domain", undefined),
      ...withPart("message", undefined, []),
    ],
  }),
];
