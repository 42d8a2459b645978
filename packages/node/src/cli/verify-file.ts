import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import {
  type Address,
  createContentHasher,
  EwpError,
  type Hash,
  parseAddress,
  parseEnvelope,
  parseHash,
  verifyEnvelope,
  verifyProof,
} from "@freehold/protocol";
import { z } from "zod";
import { dropMarks } from "../domain/publications/content-bytes.ts";
import { AppError } from "../errors/errors.ts";
import { recoverNatively } from "../peers/recover.ts";
import { formatMoment } from "./format.ts";
import type { VerifyReport } from "./verify-node.ts";

const MOST_PROOF_BYTES = 64 * 1024;

const entrySchema = z.object({
  contentHash: z.string().transform(parseHash).pipe(z.custom<Hash>(Boolean)),
  publisherAddress: z.string().transform(parseAddress).pipe(z.custom<Address>(Boolean)),
  timestamp: z.number().int().min(0),
  signature: z.string(),
});

/**
 * Checks a file against its proof: an entry of an index or of a timeline, or a signed envelope. A post is published
 * without the byte-order mark of its file, so a file may match without it as well.
 */
export async function verifyFile(path: string, proofPath: string, report: VerifyReport): Promise<void> {
  const proof = readProof(await readJson(proofPath));
  await report.add({
    what: `signature of ${proof.publisherAddress} at ${formatMoment(proof.timestamp * 1000)}`,
    problem: proof.isSigned ? null : "it is not the publisher's over this hash and second",
    facts: { publisherAddress: proof.publisherAddress, timestamp: proof.timestamp },
  });
  const exact = await hashBytes(createReadStream(path));
  const isSame =
    exact === proof.contentHash || (await hashBytes(dropMarks(createReadStream(path)))) === proof.contentHash;
  const hash = isSame ? proof.contentHash : exact;
  await report.add({
    what: `${path}  ${hash}`,
    problem: isSame ? null : `the proof is over ${proof.contentHash}`,
    facts: { contentHash: hash },
  });
}

interface Proof {
  readonly contentHash: Hash;
  readonly publisherAddress: Address;
  readonly timestamp: number;
  readonly isSigned: boolean;
}

function readProof(json: unknown): Proof {
  const entry = entrySchema.safeParse(json);
  if (entry.success) return { ...entry.data, isSigned: verifyProof(entry.data, recoverNatively) !== null };
  const parsed = parseEnvelopeOrNull(json);
  if (parsed === null) {
    throw new AppError(
      "PROOF_INVALID",
      "The proof is neither an entry of an index (contentHash, publisherAddress, timestamp, signature) nor a signed envelope.",
    );
  }
  return { ...parsed.claims, isSigned: isVerified(parsed) };
}

function parseEnvelopeOrNull(json: unknown) {
  try {
    return parseEnvelope("StatementOfSource", json);
  } catch (error) {
    if (error instanceof EwpError) return null;
    throw error;
  }
}

function isVerified(parsed: NonNullable<ReturnType<typeof parseEnvelopeOrNull>>): boolean {
  try {
    verifyEnvelope(parsed, { recover: recoverNatively });
    return true;
  } catch (error) {
    if (error instanceof EwpError) return false;
    throw error;
  }
}

async function readJson(path: string): Promise<unknown> {
  if ((await stat(path)).size > MOST_PROOF_BYTES) {
    throw new AppError("PROOF_INVALID", `${path} is too large to be a proof.`);
  }
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) throw new AppError("PROOF_INVALID", `${path} is no JSON.`);
    throw error;
  }
}

async function hashBytes(bytes: AsyncIterable<Uint8Array>): Promise<Hash> {
  const hasher = createContentHasher();
  for await (const chunk of bytes) {
    hasher.update(chunk);
  }
  return hasher.digest();
}
