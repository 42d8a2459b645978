import {
  EwpError,
  fromHex,
  type Hex,
  type MessageKind,
  messages,
  signingDomain,
  toHex,
  typedDataFor,
} from "@freehold/protocol";
import type { LooseTypedData } from "../../src/signing/hash-typed-data.ts";
import { withV } from "../../src/signing/key.ts";
import { rightBehaviour } from "../right-node/behaviour.ts";
import type { Fault } from "./fault.ts";
import { overlooking, overlookingValue, readingSignature, windowOf } from "./read-loosely.ts";

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

const texts = new Set(["url", "own-url", "text"]);

/** The types as they are declared for the message that this is, in its own form. */
function declaredTypes({ primaryType, message }: LooseTypedData, kind: MessageKind): Partial<LooseTypedData> {
  const variants: readonly { primaryType: string; form: string; fields: object }[] = messages[kind].variants;
  const variant = variants.find(
    (one) => one.primaryType === primaryType && Object.keys(one.fields).every((name) => name in message),
  );
  if (!variant) return {};
  const members = Object.entries(variant.fields as Record<string, { shape: string; bits?: number }>).map(
    ([name, { shape, bits }]) => ({
      name,
      type: shape === "uint" ? `uint${bits}` : texts.has(shape) ? "string" : shape,
    }),
  );
  return { types: { [primaryType]: members } };
}

function withoutKeys({ primaryType, types, message }: LooseTypedData): Partial<LooseTypedData> {
  const named = (types[primaryType] ?? []).map(({ name }) => name);
  return { message: Object.fromEntries(Object.entries(message).filter(([name]) => named.includes(name))) };
}

function lowS(signature: string): string {
  const s = BigInt(`0x${signature.slice(66, 130) || "0"}`);
  if (s * 2n <= order || s >= order) return signature;
  const low = (order - s).toString(16).padStart(64, "0");
  return withV(`${signature.slice(0, 66)}${low}${signature.slice(130)}` as Hex, (v) => (v === 27 ? 28 : 27));
}

function expanded(signature: string): string {
  if (signature.length !== 130) return signature;
  const bytes = fromHex(`0x${signature.slice(66)}`);
  const v = (bytes[0] ?? 0) & 0x80 ? "1c" : "1b";
  bytes[0] = (bytes[0] ?? 0) & 0x7f;
  return `${signature.slice(0, 66)}${toHex(bytes).slice(2)}${v}`;
}

export const messageFaults: readonly Fault[] = [
  {
    name: "accepts-extra-keys",
    wrong: overlooking(withoutKeys),
    fails: ["publish-payload", "replicate-payload", "message-extra-key"],
  },
  {
    name: "trusts-sender-types",
    wrong: overlooking(declaredTypes),
    fails: [
      "domain-type-other",
      "types-altered",
      "types-missing-member",
      "types-extra-member",
      "types-absent",
      "message-without-follower-address",
    ],
  },
  {
    name: "trusts-sender-domain",
    wrong: overlooking(() => ({ domain: { ...signingDomain } })),
    fails: ["domain-name", "domain-version", "domain-chain", "domain-types", "domain-more", "domain-less"],
  },
  {
    name: "trusts-sender-chain",
    wrong: overlooking(({ domain }) => ({
      domain: "chainId" in domain ? { ...domain, chainId: 1 } : domain,
    })),
    fails: ["domain-chain", "domain-types"],
  },
  {
    name: "overlooks-more-of-the-domain",
    wrong: overlooking(({ domain: { verifyingContract: _one, salt: _other, ...domain } }) => ({ domain })),
    fails: ["domain-more"],
  },
  {
    name: "version-as-number-too",
    wrong: overlooking(({ domain }) => ({
      domain: {
        ...domain,
        version: typeof domain.version === "number" ? String(domain.version) : domain.version,
      },
    })),
    fails: ["domain-types"],
  },
  {
    name: "wants-the-domain-type",
    wrong: overlooking(({ types }) => ({ types: { ...types, EIP712Domain: types.EIP712Domain ?? [] } })),
    fails: ["domain-type-absent"],
  },
  {
    name: "overlooks-the-domain-type",
    wrong: overlooking(({ types: { EIP712Domain: _any, ...types } }) => ({ types })),
    fails: ["domain-type-other"],
  },
  {
    name: "declared-order-alone",
    wrong: overlooking((typedData, kind) => {
      const names = (types: LooseTypedData["types"] | undefined) =>
        (types?.[typedData.primaryType] ?? []).map(({ name }) => name);
      const [sent, own] = [names(typedData.types), names(declaredTypes(typedData, kind).types)];
      return sent.join() !== own.join() && sent.toSorted().join() === own.toSorted().join()
        ? { types: {} }
        : {};
    }),
    fails: ["types-order"],
  },
  {
    name: "declared-width-alone",
    wrong: overlooking(({ primaryType, types }) =>
      primaryType === "CreateConnection" &&
      types[primaryType]?.length === 5 &&
      types[primaryType].some(({ type }) => type === "uint256")
        ? { types: {} }
        : {},
    ),
    fails: ["types-width"],
  },
  {
    name: "any-primary-type",
    wrong: overlooking(({ primaryType, types, message }, kind) => {
      const declared = typedDataFor(kind, message as never);
      return kind === "CreateConnection" && primaryType !== kind
        ? { primaryType: kind, types: { ...types, [kind]: declared.types[kind] ?? [] } }
        : {};
    }),
    fails: ["primary-type-other", "primary-type-absent"],
  },
  {
    name: "wrong-checksums-accepted",
    wrong: overlookingValue("followeeAddress", (value) =>
      typeof value === "string" ? value.toLowerCase() : value,
    ),
    fails: ["address-checksum"],
  },
  {
    name: "addresses-without-prefix-accepted",
    wrong: overlookingValue("followeeAddress", (value) =>
      /^[0-9a-f]{40}$/i.test(String(value)) ? `0x${String(value).toLowerCase()}` : value,
    ),
    fails: ["address-malformed"],
  },
  {
    name: "lower-case-refused",
    wrong: overlookingValue("followeeAddress", (value) =>
      value === String(value).toLowerCase() ? "0x" : value,
    ),
    fails: ["address-lower-case"],
  },
  {
    name: "timestamps-cut",
    wrong: overlookingValue("timestamp", (value) => (typeof value === "number" ? Math.trunc(value) : value)),
    fails: ["timestamp-malformed"],
  },
  {
    name: "timestamps-as-text-refused",
    wrong: overlookingValue("timestamp", (value) => (typeof value === "string" ? "" : value)),
    fails: ["timestamp-digits"],
  },
  {
    name: "urls-without-tls",
    wrong: overlooking(({ message }) => ({
      message: Object.fromEntries(
        Object.entries(message).map(([name, value]) => [
          name,
          typeof value === "string" ? value.replace(/^http:/i, "https:") : value,
        ]),
      ),
    })),
    fails: ["follow-url-http", "follow-order-url", "update-url"],
  },
  {
    name: "urls-with-passwords",
    wrong: overlooking(({ message }) => ({
      message: Object.fromEntries(
        Object.entries(message).map(([name, value]) => [
          name,
          typeof value === "string" ? value.replace(/^(https:\/\/)[^/]*@/, "$1") : value,
        ]),
      ),
    })),
    fails: ["follow-url-credentials"],
  },
  {
    name: "accepts-high-s",
    wrong: readingSignature((signature) => [lowS(signature)]),
    fails: ["signature-high-s"],
  },
  {
    name: "accepts-any-v",
    wrong: readingSignature((signature) =>
      signature.length === 132 ? [27, 28].map((v) => withV(signature as Hex, () => v)) : [signature],
    ),
    fails: ["signature-wrong-v", "signature-other-v"],
  },
  {
    name: "refuses-v-0-and-1",
    wrong: readingSignature((signature) => [signature.replace(/0[01]$/, "02")]),
    fails: ["signature-v-0-1"],
  },
  {
    name: "accepts-compact-signatures",
    wrong: readingSignature((signature) => [expanded(signature)]),
    fails: ["signature-compact"],
  },
  {
    name: "cuts-long-signatures",
    wrong: readingSignature((signature) => [signature.slice(0, 132)]),
    fails: ["signature-length"],
  },
  {
    name: "signatures-in-lower-case-alone",
    wrong: readingSignature((signature) => [signature === signature.toLowerCase() ? signature : "0x"]),
    fails: ["signature-upper-case"],
  },
  { name: "window-of-two-hours", wrong: windowOf(7_200), fails: ["window-past", "window-future"] },
  {
    name: "window-of-a-day",
    wrong: windowOf(86_400 + 60),
    fails: [
      "follow-order-timestamp",
      "unfollow-out-of-time",
      "unfollow-error-order",
      "update-out-of-time",
      "update-error-order",
      "window-past",
      "window-future",
    ],
  },
  { name: "window-of-five-minutes", wrong: windowOf(300), fails: ["window-inside"] },
  {
    name: "no-window-ahead",
    wrong: windowOf(3_600, Number.POSITIVE_INFINITY),
    fails: ["unfollow-out-of-time", "update-out-of-time", "window-future"],
  },
  {
    name: "any-signer",
    wrong: {
      verify(parsed, options) {
        try {
          return rightBehaviour.verify(parsed, options);
        } catch {
          const { timestamp } = parsed.claims as { timestamp: number };
          const away = options.now === undefined ? 0 : Math.abs(options.now / 1000 - timestamp);
          if (away > 3_600) throw new EwpError("INVALID_TIMESTAMP");
          return { ...parsed, meaning: parsed.claims, signer: parsed.signers[0] } as never;
        }
      },
    },
    fails: [
      "replicate-wrong-signer-first",
      "follow-wrong-signer",
      "follow-order-signature",
      "own-follow-by-followee",
      "unfollow-by-neither",
      "unfollow-error-order",
      "publish-wrong-signer",
      "update-wrong-signer",
      "update-error-order",
      "update-order-address",
      "replicate-wrong-signer",
      "domain-name",
      "domain-version",
      "domain-chain",
      "domain-types",
      "domain-more",
      "domain-less",
      "message-tampered",
      "signature-wrong-v",
      "signature-other-v",
      "signature-high-s",
      "signature-compact",
      "signature-length",
      "signature-of-nobody",
    ],
  },
];
