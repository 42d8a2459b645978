import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  type Address,
  type Hash,
  parseEnvelope,
  proofEnvelope,
  recoverPublicKey,
  toHex,
  verifyEnvelope,
  verifyProof,
} from "../index.ts";

interface Case {
  primaryType: string;
  encodeType: string;
  message: { contentHash: Hash; publisherAddress?: Address; authorAddress?: Address; timestamp: number };
  signature: string;
  signer: Address;
}

const { cases } = JSON.parse(
  readFileSync(new URL("../../../../vectors/messages.json", import.meta.url), "utf8"),
) as { cases: Case[] };
const proofs = cases
  .filter(({ primaryType }) => ["StatementOfSource", "Publication"].includes(primaryType))
  .map(({ message, signature, signer, encodeType }) => ({
    encodeType,
    entry: {
      contentHash: message.contentHash,
      publisherAddress: signer,
      timestamp: message.timestamp,
      signature,
    },
  }));
const inOrder = proofs.filter(({ encodeType }) => encodeType.includes("(bytes32 contentHash,"));

describe("proofs of an index", () => {
  it("are accepted in all four ways of signing", () => {
    expect(new Set(inOrder.map(({ encodeType }) => encodeType)).size).toBe(4);
  });

  it.each(inOrder)("are recognised as $encodeType", ({ entry, encodeType }) => {
    expect(verifyProof(entry, recoverPublicKey)).toEqual({ encodeType, signature: entry.signature });
  });

  it.each(inOrder)("are refused if any value differs: $encodeType", ({ entry }) => {
    const others = [
      { ...entry, timestamp: entry.timestamp === 0 ? 1 : entry.timestamp - 1 },
      { ...entry, contentHash: toHex(new Uint8Array(32).fill(9)) },
      { ...entry, publisherAddress: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC" as const },
      { ...entry, signature: "0x" },
    ];
    for (const other of others) expect(verifyProof(other, recoverPublicKey)).toBeNull();
  });

  it.each(proofs)("can be forwarded as they were signed: $encodeType", ({ entry, encodeType }) => {
    const envelope = proofEnvelope({ ...entry, encodeType });
    const verified = verifyEnvelope(
      parseEnvelope("StatementOfSource", JSON.parse(JSON.stringify(envelope))),
      {
        recover: recoverPublicKey,
      },
    );
    expect(verified).toMatchObject({
      encodeType,
      signer: entry.publisherAddress,
      signature: entry.signature,
    });
  });

  it.each([
    "",
    "DATA()",
    "StatementOfSource()",
    "Publication(bytes32 contentHash,address publisherAddress,uint64 timestamp)",
    "StatementOfSource(bytes32 contentHash,address publisherAddress,uint128 timestamp)",
  ])("can't be made of the type %j", (encodeType) => {
    const [proof] = inOrder;
    expect(proof && (() => proofEnvelope({ ...proof.entry, encodeType }))).toThrow(RangeError);
  });
});
