import {
  type Address,
  createContentHasher,
  type Hash,
  recoverWithWasm,
  verifyProof,
} from "@freehold/protocol";

/** What a post says of itself. */
export interface Proof {
  readonly contentHash: Hash;
  readonly publisherAddress: Address;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly signature: string;
}

/** What was found out of a proof, in the order in which it is. */
export interface ProofFindings {
  /** Bytes that were read. */
  readonly size: number;
  /** The hash of the bytes as they came. */
  readonly hash: Hash;
  /** Whether they are the bytes that were signed. */
  readonly bytesMatch: boolean;
  /** Whether the publisher's key signed this hash and this second. */
  readonly signatureMatches: boolean;
}

/**
 * Checks a proof from the bytes up: their hash, then the signature over it (specification 2.2). Nothing that the node
 * says of itself is taken on its word.
 */
export async function checkProof(proof: Proof, bytes: ReadableStream<Uint8Array>): Promise<ProofFindings> {
  const { size, hash } = await hashBytes(bytes);
  return {
    size,
    hash,
    bytesMatch: hash === proof.contentHash,
    signatureMatches: verifyProof(proof, recoverWithWasm) !== null,
  };
}

/** The content hash of bytes as they come, and how many there were. */
export async function hashBytes(bytes: ReadableStream<Uint8Array>): Promise<{ size: number; hash: Hash }> {
  const hasher = createContentHasher();
  let size = 0;
  const reader = bytes.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    hasher.update(part.value);
    size += part.value.length;
  }
  return { size, hash: hasher.digest() };
}
