import type { EwpErrorCode } from "@freehold/protocol";
import type { Check } from "../check.ts";
import { expectAccepted, expectError } from "../expectations.ts";
import { postFollow } from "../messages/send-message.ts";
import { followOf } from "../messages/write-messages.ts";
import type { FakePeer } from "../peer/fake-peer.ts";
import type { LooseTypedData } from "../signing/hash-typed-data.ts";
import { type LooseEnvelope, signBy } from "../signing/key.ts";
import type { TestContext } from "../test-context.ts";

const payload = "INVALID_PAYLOAD";

function withAddress(change: (address: string) => unknown): TypedDataChange {
  return (typedData) => {
    const followeeAddress = change(String(typedData.message.followeeAddress));
    return { ...typedData, message: { ...typedData.message, followeeAddress } };
  };
}

/** One letter in the other case: an address with a wrong checksum. */
function otherCase(address: string): string {
  const raised = address.replace(/(?<=^0x.*)[a-f]/, (letter) => letter.toUpperCase());
  return raised === address ? address.replace(/[A-F]/, (letter) => letter.toLowerCase()) : raised;
}

/** Every letter in upper case. A few addresses are right in that form; they get one letter in the other case. */
function allUpper(address: string): string {
  const upper = `0x${address.slice(2).toUpperCase()}`;
  return upper === address ? otherCase(address) : upper;
}

function withTimestamp(change: (seconds: number) => unknown): TypedDataChange {
  return (typedData) => ({
    ...typedData,
    message: { ...typedData.message, timestamp: change(Number(typedData.message.timestamp)) },
  });
}

function tampered(change: (message: LooseTypedData["message"]) => Record<string, unknown>) {
  return ({ typedData, signature }: { typedData: LooseTypedData; signature: string }) => ({
    typedData: { ...typedData, message: { ...typedData.message, ...change(typedData.message) } },
    signature,
  });
}

/** The values of a message (decisions 1). */
export const signedValues: readonly Check[] = [
  beforeSigning(
    { id: "address-lower-case", title: "an address in lower case is accepted", expected: "accepted" },
    withAddress((address) => address.toLowerCase()),
  ),
  beforeSigning(
    {
      id: "address-checksum",
      title: "an address in mixed case with a wrong checksum is INVALID_PAYLOAD",
      expected: payload,
    },
    withAddress(otherCase),
    withAddress(allUpper),
  ),
  beforeSigning(
    { id: "address-malformed", title: "a malformed address is INVALID_PAYLOAD", expected: payload },
    withAddress((address) => address.slice(0, -1)),
    withAddress((address) => `${address}0`),
    withAddress((address) => address.slice(2)),
    withAddress(() => 42),
    withAddress(() => null),
    withAddress((address) => [address]),
  ),
  beforeSigning(
    {
      id: "timestamp-digits",
      title: "a timestamp as a string of decimal digits is accepted",
      expected: "accepted",
    },
    withTimestamp(String),
  ),
  beforeSigning(
    {
      id: "timestamp-malformed",
      title: "a malformed timestamp is INVALID_TIMESTAMP",
      expected: "INVALID_TIMESTAMP",
    },
    ...[
      -1,
      1.5,
      "",
      "abc",
      "-5",
      "1e9",
      "0x5f5e100",
      null,
      true,
      [1],
      {},
      2 ** 53,
      "99999999999999999999",
    ].map((value) => withTimestamp(() => value)),
    withTimestamp((seconds) => `${seconds} `),
    withTimestamp((seconds) => seconds + 0.5),
  ),
  beforeSigning(
    {
      id: "url-of-another-type",
      title: "a URL that is no text is INVALID_PAYLOAD",
      expected: [payload, "INVALID_URL_FORMAT"],
    },
    withField("followerUrl", 42),
    withField("followerUrl", null),
    withField("followeeUrl", ["https://node.example"]),
  ),
  afterSigning(
    {
      id: "message-tampered",
      title: "a message changed after signing is INVALID_SIGNATURE",
      expected: "INVALID_SIGNATURE",
    },
    tampered(({ timestamp }) => ({ timestamp: Number(timestamp) - 1 })),
    tampered(({ followeeUrl }) => ({ followeeUrl: `${followeeUrl}/elsewhere` })),
    tampered(({ followerUrl }) => ({ followerUrl: `${followerUrl}/elsewhere` })),
    tampered(() => ({ followeeAddress: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" })),
  ),
];

/** Changes the typed data of a right follow before signing. */
export type TypedDataChange = (typedData: LooseTypedData, context: TestContext) => LooseTypedData;
/** Changes a right, signed follow. */
export type EnvelopeChange = (envelope: LooseEnvelope, context: TestContext, fakePeer: FakePeer) => unknown;

interface Case {
  readonly id: string;
  readonly title: string;
  readonly decisions?: number;
  readonly section?: "5" | "8";
  readonly expected: "accepted" | EwpErrorCode | readonly EwpErrorCode[];
}

/** A check of follows that are changed before signing. */
export function beforeSigning(head: Case, ...changes: readonly TypedDataChange[]): Check {
  return afterSigning(
    head,
    ...changes.map(
      (change): EnvelopeChange =>
        (_envelope, context, fakePeer) =>
          signBy(fakePeer, change(followOf(context, fakePeer), context)),
    ),
  );
}

/** A check of follows that are changed after signing. */
export function afterSigning({ expected, ...head }: Case, ...changes: readonly EnvelopeChange[]): Check {
  return {
    section: "5",
    decisions: 1,
    ...head,
    ...(expected === "accepted" ? { needs: ["peer"] } : { controls: ["follow"] }),
    async run(context) {
      for (const change of changes) {
        const fakePeer = context.fakePeer();
        const body = change(signBy(fakePeer, followOf(context, fakePeer)), context, fakePeer);
        const reply = await postFollow(context, fakePeer, body);
        if (expected === "accepted") expectAccepted(reply);
        else expectError(reply, expected);
      }
    },
  };
}

/** The same typed data with another message field; undefined removes it. */
export function withField(name: string, value: unknown): TypedDataChange {
  return (typedData) => {
    const message = { ...typedData.message, [name]: value };
    if (value === undefined) delete message[name];
    return { ...typedData, message };
  };
}

/** The same typed data with another domain. */
export function withDomain(changes: Record<string, unknown>): TypedDataChange {
  return (typedData) => ({ ...typedData, domain: { ...typedData.domain, ...changes } });
}

/** The same typed data with other members of its primary type. */
export function withMembers(
  change: (members: LooseTypedData["types"][string]) => LooseTypedData["types"][string],
): TypedDataChange {
  return (typedData) => {
    const members = change(structuredClone(typedData.types[typedData.primaryType] ?? []));
    return { ...typedData, types: { ...typedData.types, [typedData.primaryType]: members } };
  };
}
