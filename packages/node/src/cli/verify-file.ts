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
  recoverPublicKey,
  verifyEnvelope,
  verifyProof,
} from "@freehold/protocol";
import { z } from "zod";
import { dropMarks } from "../domain/publications/content-bytes.ts";
import { AppError } from "../errors/errors.ts";
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
 * without the byte-order mark of its file, so the file may match without it too.
 */
export async function verifyFile(path: string, proofPath: string, report: VerifyReport): Promise<void> {
  const { contentHash, publisherAddress, timestamp, isSigned } = readProof(await readJson(proofPath));
  await report.add({
    what: `signature of ${publisherAddress} at ${formatMoment(timestamp * 1000)}`,
    problem: isSigned ? null : "it is not the publisher's over this hash and second",
    details: { publisherAddress, timestamp },
  });
  const exact = await hashBytes(createReadStream(path));
  const isSame =
    exact === contentHash || (await hashBytes(dropMarks(createReadStream(path)))) === contentHash;
  const hash = isSame ? contentHash : exact;
  await report.add({
    what: `${path}  ${hash}`,
    problem: isSame ? null : `the proof is over ${contentHash}`,
    details: { contentHash: hash },
  });
}

function readProof(json: unknown) {
  const entry = entrySchema.safeParse(json);
  if (entry.success) return { ...entry.data, isSigned: verifyProof(entry.data, recoverPublicKey) !== null };
  try {
    const parsed = parseEnvelope("StatementOfSource", json);
    return { ...parsed.claims, isSigned: isVerified(parsed) };
  } catch (error) {
    if (!(error instanceof EwpError)) throw error;
    throw new AppError(
      "PROOF_INVALID",
      "The proof is neither an entry of an index (contentHash, publisherAddress, timestamp, signature) nor a signed envelope.",
    );
  }
}

function isVerified(parsed: ReturnType<typeof parseEnvelope<"StatementOfSource">>): boolean {
  try {
    verifyEnvelope(parsed, { recover: recoverPublicKey });
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
  for await (const chunk of bytes) hasher.update(chunk);
  return hasher.digest();
}
