import type { Hash } from "../crypto/hashes.ts";
import type { Recover } from "../crypto/recover.ts";
import { timestampWindowSeconds } from "../messages/envelope.ts";
import type { GivenProof, ProofReading } from "./read-proofs.ts";

/** `unknown` when it can't be checked. */
export type StepState = "good" | "bad" | "unknown";

/** The steps in their order: the bytes have the hash, the message is one of the protocol, its signer, its time. */
export type StepName = "bytes" | "message" | "signer" | "time";

export interface ProofCheck {
  /** `incomplete`: nothing is wrong, but not everything could be checked. */
  readonly verdict: "valid" | "invalid" | "incomplete";
  readonly proof: GivenProof;
  /** The signed type; null when the publisher did not sign this. */
  readonly signedType: string | null;
  readonly steps: readonly { readonly name: StepName; readonly state: StepState }[];
}

/**
 * Checks a post with its proof only (specification 2.2, 5); of several proofs, the one over these bytes.
 *
 * @param hashes the possible hashes of the bytes; null without bytes
 * @param options.now milliseconds of the Unix epoch
 * @returns null where no proof could be read
 */
export function checkProofs(
  proofs: readonly ProofReading[],
  hashes: { has(hash: Hash): boolean } | null,
  { recover, now }: { recover: Recover; now: number },
): ProofCheck | null {
  const read = proofs.flatMap((one) => (one.ok ? [one.proof] : []));
  const proof = read.find(({ contentHash }) => hashes?.has(contentHash)) ?? read[0];
  if (!proof) return null;
  const signedType = proof.signedType(recover);
  const isAhead = proof.timestamp > Math.floor(now / 1000) + timestampWindowSeconds;
  const steps = [
    { name: "bytes", state: hashes === null ? "unknown" : stateOf(hashes.has(proof.contentHash)) },
    // A message that the protocol does not know is not read as a proof.
    { name: "message", state: "good" },
    { name: "signer", state: stateOf(signedType !== null) },
    { name: "time", state: stateOf(!isAhead) },
  ] as const;
  return { verdict: verdictOf(steps), proof, signedType, steps };
}

function stateOf(isGood: boolean): StepState {
  return isGood ? "good" : "bad";
}

/** One wrong step makes it invalid, one open step makes it incomplete. */
export function verdictOf(steps: readonly { readonly state: StepState }[]): ProofCheck["verdict"] {
  if (steps.some(({ state }) => state === "bad")) return "invalid";
  return steps.some(({ state }) => state === "unknown") ? "incomplete" : "valid";
}
