import { addressOfPrivateKey, contentHash, signDigestWithWasm, signEnvelope } from "@freehold/protocol";
import { expect, test } from "vitest";
import { checkProof, type Proof } from "./check-proof.ts";

const key = new Uint8Array(32).fill(5);
const bytes = new TextEncoder().encode("the words as they were signed");
const meaning = {
  contentHash: contentHash(bytes),
  publisherAddress: addressOfPrivateKey(key),
  timestamp: 1_700_000_000,
};
const { signature } = signEnvelope("StatementOfSource", meaning, signDigestWithWasm(key));
const proof: Proof = { ...meaning, signature };

const streamOf = (...pieces: Uint8Array[]) => new Blob(pieces as BlobPart[]).stream();

test("what was signed is found true, in however many pieces it comes", async () => {
  const findings = await checkProof(proof, streamOf(bytes.subarray(0, 5), bytes.subarray(5)));
  expect(findings).toEqual({
    size: bytes.length,
    hash: meaning.contentHash,
    bytesMatch: true,
    signatureMatches: true,
  });
});

test("other bytes are found out", async () => {
  const findings = await checkProof(proof, streamOf(bytes.subarray(1)));
  expect(findings).toMatchObject({ bytesMatch: false, signatureMatches: true });
});

test.each([
  ["another second", { timestamp: meaning.timestamp + 1 }],
  ["another hash", { contentHash: contentHash(bytes.subarray(1)) }],
  ["another signer", { publisherAddress: addressOfPrivateKey(new Uint8Array(32).fill(6)) }],
  ["another signature", { signature: `0x${"11".repeat(65)}` }],
  ["no signature", { signature: "nonsense" }],
])("%s is found out", async (_name, change) => {
  const findings = await checkProof({ ...proof, ...change }, streamOf(bytes));
  expect(findings.signatureMatches).toBe(false);
});
