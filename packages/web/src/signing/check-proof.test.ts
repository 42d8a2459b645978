import { addressOfPrivateKey, contentHash, signDigestWith, signEnvelope } from "@freehold/protocol";
import { expect, test } from "vitest";
import { checkProof, hashBytes, type Proof } from "./check-proof.ts";

const key = new Uint8Array(32).fill(5);
const bytes = new TextEncoder().encode("the words as they were signed");
const meaning = {
  contentHash: contentHash(bytes),
  publisherAddress: addressOfPrivateKey(key),
  timestamp: 1_700_000_000,
};
const { signature } = signEnvelope("StatementOfSource", meaning, signDigestWith(key));
const proof: Proof = { ...meaning, signature };

const streamOf = (...pieces: Uint8Array[]) => new Blob(pieces as BlobPart[]).stream();

test("the signed bytes match, in one piece or in several", async () => {
  const findings = await checkProof(proof, streamOf(bytes.subarray(0, 5), bytes.subarray(5)));
  expect(findings).toEqual({ bytesMatch: true, signatureMatches: true });
  expect(await hashBytes(streamOf(bytes))).toBe(meaning.contentHash);
});

test("other bytes do not match", async () => {
  const findings = await checkProof(proof, streamOf(bytes.subarray(1)));
  expect(findings).toMatchObject({ bytesMatch: false, signatureMatches: true });
});

test.each([
  ["another second", { timestamp: meaning.timestamp + 1 }],
  ["another hash", { contentHash: contentHash(bytes.subarray(1)) }],
  ["another signer", { publisherAddress: addressOfPrivateKey(new Uint8Array(32).fill(6)) }],
  ["another signature", { signature: `0x${"11".repeat(65)}` }],
  ["no signature", { signature: "nonsense" }],
])("%s does not match", async (_name, change) => {
  const findings = await checkProof({ ...proof, ...change }, streamOf(bytes));
  expect(findings.signatureMatches).toBe(false);
});
