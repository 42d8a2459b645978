import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import {
  checkProofs,
  createContentHasher,
  type Hash,
  hashesOfText,
  type ProofCheck,
  type ProofProblem,
  type ProofReading,
  readPastedPost,
  readProofs,
  recoverPublicKey,
  type TextChange,
} from "@freehold/protocol";
import { MiB } from "@freehold/protocol/internal";
import { program } from "../../config/program.ts";
import { dropMarks } from "../../domain/contents/content-bytes.ts";
import { AppError, msg } from "../../errors/errors.ts";
import type { Call } from "../command.ts";
import { formatSecond, type VerifyReport, type VerifyStep } from "./verify-report.ts";

const proofFileBytes = 4 * MiB; // a file with the proofs for `freehold verify`
const pastedPostBytes = 5 * MiB; // a post with its proof for `freehold verify`

interface FileToVerify {
  /** `-` reads standard input. */
  readonly path: string;
  /** Null where the file holds its proof. */
  readonly proofPath: string | null;
  readonly report: VerifyReport;
}

/**
 * Checks a file against its proof, which is another file or stands in the file itself: an entry of an index in either
 * form, of a timeline, or a signed message. A post is published without the byte-order mark of its file, so the file may
 * match without it too. No call is made.
 *
 * @throws AppError PROOF_INVALID; USAGE where there is no proof
 */
export async function verifyFile(call: Call, { path, proofPath, report }: FileToVerify): Promise<void> {
  const { proofs, hashes, change } =
    proofPath === null ? await readPost(call, path) : await readBoth(path, proofPath);
  const check = checkProofs(proofs, hashes, { recover: recoverPublicKey, now: Date.now() });
  if (check === null) throw new AppError("PROOF_INVALID", describeProblem(proofs));
  const changed = change(check.proof.contentHash);
  await report.conclude({
    shows: `${check.proof.publisherAddress} signed exactly this content.`,
    steps: describeSteps(check, { hashes: hashes && [...hashes.keys()], changed }),
    details: { publisher: null, proof: proofOf(check), signedType: check.signedType },
  });
}

interface GivenPost {
  readonly proofs: readonly ProofReading[];
  /** Null without bytes. */
  readonly hashes: ReadonlyMap<Hash, unknown> | null;
  /** How the text was changed to have that hash. */
  change(hash: Hash): TextChange;
}

async function readPost({ terminal }: Call, path: string): Promise<GivenPost> {
  const text = path === "-" ? await readStream(terminal.input) : await readText(path);
  const post = readPastedPost(text);
  if (post.proofs.length === 0) {
    throw new AppError(
      "USAGE",
      msg`PROOF is missing, and the file holds none: ${program} verify FILE PROOF, or ${program} verify FILE --publisher URL`,
    );
  }
  const hashes = post.text === null ? null : hashesOfText(post.text);
  return { proofs: post.proofs, hashes, change: (hash) => hashes?.get(hash) ?? "none" };
}

async function readBoth(path: string, proofPath: string): Promise<GivenPost> {
  if ((await stat(proofPath)).size > proofFileBytes)
    throw new AppError("PROOF_INVALID", msg`${proofPath} is too large to be a proof.`);
  const proofs = readProofs(parseJson(await readFile(proofPath, "utf8"), proofPath));
  const exact = await hashBytes(createReadStream(path));
  const unmarked = await hashBytes(dropMarks(createReadStream(path)));
  const hashes = new Map<Hash, null>([
    [exact, null],
    [unmarked, null],
  ]);
  return { proofs, hashes, change: () => "none" };
}

/** @throws AppError TOO_LARGE */
export async function readText(path: string): Promise<string> {
  if ((await stat(path)).size > pastedPostBytes) throw tooLarge(path);
  return await readFile(path, "utf8");
}

async function readStream(input: AsyncIterable<Uint8Array | string>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    size += chunk.length;
    if (size > pastedPostBytes) throw tooLarge("Standard input");
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks).toString("utf8");
}

function tooLarge(path: string): AppError {
  return new AppError(
    "TOO_LARGE",
    msg`${path} is too large to be a post with its proof. Give the proof as a file of its own.`,
  );
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    if (error instanceof SyntaxError) throw new AppError("PROOF_INVALID", msg`${path} is not JSON.`);
    throw error;
  }
}

async function hashBytes(bytes: AsyncIterable<Uint8Array>): Promise<Hash> {
  const hasher = createContentHasher();
  for await (const chunk of bytes) hasher.update(chunk);
  return hasher.digest();
}

const shapes =
  "an entry of an index (contentHash, publisherAddress, timestamp, signature; content_hash, author_address, created_at, signature as epress writes them) or a signed message (typedData, signature)";

function describeProblem([first]: readonly ProofReading[]): string {
  const problem: ProofProblem = first && !first.ok ? first.problem : "nothing";
  if (problem === "nothing") return `The proof is neither ${shapes}.`;
  if (problem === "unsigned") return "This entry has no signature: the post is not signed.";
  if (problem === "typedData") return "The signed message does not belong to a post.";
  return `The proof is damaged: its field ${problem} is missing or malformed.`;
}

const changes: Readonly<Record<TextChange, string>> = {
  none: "",
  end: ", without line breaks at its end that the paste added",
  lines: ", with the ends of lines as they were signed",
};

function describeSteps(
  { proof, signedType, steps }: ProofCheck,
  { hashes, changed }: { hashes: readonly Hash[] | null; changed: TextChange },
): VerifyStep[] {
  const { contentHash, publisherAddress, timestamp } = proof;
  const moment = formatSecond(timestamp);
  const texts: Readonly<Record<ProofCheck["steps"][number]["name"], Record<VerifyStep["state"], string>>> = {
    bytes: {
      good: `${contentHash} is their hash, as signed${changes[changed]}`,
      bad: `the content has the hash ${hashes?.[0]}; the proof is for ${contentHash}`,
      unknown: "the content is not here, only its proof",
    },
    message: { good: signedType ?? "a post of the protocol", bad: "", unknown: "" },
    signer: {
      good: `${publisherAddress} signed it`,
      bad: `the signature is not that of ${publisherAddress} over this hash and date`,
      unknown: "",
    },
    time: {
      good: `${moment}, as stated by the signer; it can't be verified`,
      bad: `${moment} is in the future`,
      unknown: "",
    },
  };
  return [
    ...steps.map(({ name, state }) => ({ name, state, text: texts[name][state] })),
    {
      name: "who",
      state: "good",
      text: "the holder of the key of this address; only the profile on its node says who that is",
    },
  ];
}

function proofOf({ proof: { contentHash, publisherAddress, timestamp, signature } }: ProofCheck) {
  return { contentHash, publisherAddress, timestamp, signature };
}
