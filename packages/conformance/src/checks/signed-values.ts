import type { EwpErrorCode } from "@freehold/protocol";
import type { Check } from "../check.ts";
import { expectAccepted, expectError } from "../expectations.ts";
import { tryFollow } from "../messages/send-message.ts";
import { followOf } from "../messages/write-messages.ts";
import type { FakePeer } from "../peer/fake-peer.ts";
import type { LooseTypedData } from "../signing/hash-typed-data.ts";
import { type LooseEnvelope, signBy } from "../signing/key.ts";
import type { TestContext } from "../test-context.ts";

const payload = "INVALID_PAYLOAD";

function withAddress(change: (address: string) => unknown): Bend {
  return (typedData) => {
    const followeeAddress = change(String(typedData.message.followeeAddress));
    return { ...typedData, message: { ...typedData.message, followeeAddress } };
  };
}

/** One letter in the other case: a mixed case that is no checksum. */
function otherCase(address: string): string {
  const raised = address.replace(/(?<=^0x.*)[a-f]/, (letter) => letter.toUpperCase());
  return raised === address ? address.replace(/[A-F]/, (letter) => letter.toLowerCase()) : raised;
}

/** Every letter in upper case; of the few addresses that are so in EIP-55, another wrong spelling. */
function allUpper(address: string): string {
  const upper = `0x${address.slice(2).toUpperCase()}`;
  return upper === address ? otherCase(address) : upper;
}

function withTimestamp(change: (seconds: number) => unknown): Bend {
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
  signing(
    { id: "address-lower-case", title: "an address in lower case is taken", comes: "taken" },
    withAddress((address) => address.toLowerCase()),
  ),
  signing(
    {
      id: "address-checksum",
      title: "an address in mixed case with a wrong checksum is INVALID_PAYLOAD",
      comes: payload,
    },
    withAddress(otherCase),
    withAddress(allUpper),
  ),
  signing(
    { id: "address-malformed", title: "an address of another shape is INVALID_PAYLOAD", comes: payload },
    withAddress((address) => address.slice(0, -1)),
    withAddress((address) => `${address}0`),
    withAddress((address) => address.slice(2)),
    withAddress(() => 42),
    withAddress(() => null),
    withAddress((address) => [address]),
  ),
  signing(
    { id: "timestamp-digits", title: "a timestamp as a string of decimal digits is taken", comes: "taken" },
    withTimestamp(String),
  ),
  signing(
    {
      id: "timestamp-malformed",
      title: "a timestamp of another shape is INVALID_TIMESTAMP",
      comes: "INVALID_TIMESTAMP",
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
  signing(
    {
      id: "url-of-another-type",
      title: "a URL that is no text is INVALID_PAYLOAD",
      comes: [payload, "INVALID_URL_FORMAT"],
    },
    withField("followerUrl", 42),
    withField("followerUrl", null),
    withField("followeeUrl", ["https://node.example"]),
  ),
  sending(
    {
      id: "message-tampered",
      title: "a message that was changed after it was signed is INVALID_SIGNATURE",
      comes: "INVALID_SIGNATURE",
    },
    tampered(({ timestamp }) => ({ timestamp: Number(timestamp) - 1 })),
    tampered(({ followeeUrl }) => ({ followeeUrl: `${followeeUrl}/elsewhere` })),
    tampered(({ followerUrl }) => ({ followerUrl: `${followerUrl}/elsewhere` })),
    tampered(() => ({ followeeAddress: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" })),
  ),
];

/** What is done to the typed data of a right follow before it is signed. */
export type Bend = (typedData: LooseTypedData, context: TestContext) => LooseTypedData;
/** What is done to a right, signed follow. */
export type BendEnvelope = (envelope: LooseEnvelope, context: TestContext, fakePeer: FakePeer) => unknown;

interface Case {
  readonly id: string;
  readonly title: string;
  readonly decisions?: number;
  readonly section?: "5" | "8";
  /** The error, or that it is taken. */
  readonly comes: "taken" | EwpErrorCode | readonly EwpErrorCode[];
}

/** A check of follows that are right but for one thing, and signed as they are. */
export function signing(head: Case, ...bends: readonly Bend[]): Check {
  return sending(
    head,
    ...bends.map(
      (bend): BendEnvelope =>
        (_envelope, context, fakePeer) =>
          signBy(fakePeer, bend(followOf(context, fakePeer), context)),
    ),
  );
}

/** A check of follows that were right when they were signed. */
export function sending({ comes, ...head }: Case, ...bends: readonly BendEnvelope[]): Check {
  return {
    section: "5",
    decisions: 1,
    ...head,
    ...(comes === "taken" ? { needs: ["peer"] } : { controls: ["follow"] }),
    async run(context) {
      for (const bend of bends) {
        const fakePeer = context.fakePeer();
        const body = bend(signBy(fakePeer, followOf(context, fakePeer)), context, fakePeer);
        const reply = await tryFollow(context, fakePeer, body);
        if (comes === "taken") expectAccepted(reply);
        else expectError(reply, comes);
      }
    },
  };
}

/** The same typed data with another message field; undefined takes it away. */
export function withField(name: string, value: unknown): Bend {
  return (typedData) => {
    const message = { ...typedData.message, [name]: value };
    if (value === undefined) delete message[name];
    return { ...typedData, message };
  };
}

/** The same typed data with another domain. */
export function withDomain(changes: Record<string, unknown>): Bend {
  return (typedData) => ({ ...typedData, domain: { ...typedData.domain, ...changes } });
}

/** The same typed data with other members of its primary type. */
export function withMembers(
  change: (members: LooseTypedData["types"][string]) => LooseTypedData["types"][string],
): Bend {
  return (typedData) => {
    const members = change(structuredClone(typedData.types[typedData.primaryType] ?? []));
    return { ...typedData, types: { ...typedData.types, [typedData.primaryType]: members } };
  };
}
