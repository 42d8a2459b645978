import type { Recover } from "../crypto/recover.ts";
import { EwpError } from "../errors.ts";
import { verifyEnvelope } from "../messages/envelope.ts";
import { isRecord } from "../messages/fields.ts";
import type { Form } from "../messages/messages.ts";
import { parseEnvelope } from "../messages/parse-envelope.ts";
import { type ProofEntry, verifyProof } from "../messages/verify-proof.ts";
import { readIndexEntry } from "../resources/parse-resources.ts";

const givenProofs = 1_000; // proofs that are looked through for one post

/** The reason why a text is not a proof: the wrong field, or `nothing` if it is not like a proof at all. */
export type ProofProblem =
  | "nothing"
  | "unsigned"
  | "contentHash"
  | "publisherAddress"
  | "timestamp"
  | "signature"
  | "typedData";

/** A proof as it was given, its signature unchecked. */
export interface GivenProof extends ProofEntry {
  /** An entry of an index in one of the two forms, or a signed message. */
  readonly source: Form | "message";
  /** The signed type, if the publisher signed exactly this; else null. */
  signedType(recover: Recover): string | null;
}

export type ProofReading = { ok: true; proof: GivenProof } | { ok: false; problem: ProofProblem };

/**
 * Reads the proofs in a JSON value: an entry of an index in either form (specification 2.2, decisions 6), a signed
 * message (2.6), an array or a page of them, or an object with one of them as `proof`.
 *
 * @param json of any shape
 */
export function readProofs(json: unknown): ProofReading[] {
  if (Array.isArray(json)) return json.slice(0, givenProofs).map(readOne);
  if (isRecord(json) && Array.isArray(json.data)) return json.data.slice(0, givenProofs).map(readOne);
  return [readOne(json)];
}

/** The text that came in the same JSON object as its proof; null for none. */
export function textBesideProof(json: unknown): string | null {
  if (!isRecord(json)) return null;
  return [json.text, json.body, json.markdown].find((value) => typeof value === "string") ?? null;
}

function readOne(json: unknown): ProofReading {
  if (!isRecord(json)) return { ok: false, problem: "nothing" };
  if (isRecord(json.proof)) return readBare(json.proof);
  return readBare(json);
}

function readBare(json: Record<string, unknown>): ProofReading {
  if (Object.hasOwn(json, "typedData")) return readMessage(json);
  const isReference = Object.hasOwn(json, "content_hash");
  if (!isReference && !Object.hasOwn(json, "contentHash")) return { ok: false, problem: "nothing" };
  const item = readIndexEntry(json);
  if (!item.ok) return { ok: false, problem: item.problem as ProofProblem };
  const { contentHash, publisherAddress, timestamp, signature } = item.entry;
  const entry = { contentHash, publisherAddress, timestamp, signature };
  const source = isReference ? "reference" : "baseline";
  const signedType = (recover: Recover) => verifyProof(entry, recover)?.encodeType ?? null;
  return { ok: true, proof: { ...entry, source, signedType } };
}

function readMessage(json: Record<string, unknown>): ProofReading {
  try {
    const parsed = parseEnvelope("StatementOfSource", json);
    const { claims, signature } = parsed;
    const signedType = (recover: Recover) => {
      try {
        return verifyEnvelope(parsed, { recover }).encodeType;
      } catch (error) {
        if (error instanceof EwpError) return null;
        throw error;
      }
    };
    return { ok: true, proof: { ...claims, signature, source: "message", signedType } };
  } catch (error) {
    if (error instanceof EwpError) return { ok: false, problem: "typedData" };
    throw error;
  }
}
