import {
  type Address,
  createContentHasher,
  type Hash,
  recoverPublicKey,
  verifyProof,
} from "@freehold/protocol";

/** The signed statement of a post. */
export interface Proof {
  readonly contentHash: Hash;
  readonly publisherAddress: Address;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly signature: string;
}

/** Checks a proof from the bytes up: their hash, then the signature over it (specification 2.2). */
export async function checkProof(proof: Proof, bytes: ReadableStream<Uint8Array>) {
  return {
    bytesMatch: (await hashBytes(bytes)) === proof.contentHash,
    signatureMatches: verifyProof(proof, recoverPublicKey) !== null,
  };
}

/** The content hash of bytes. */
export async function hashBytes(bytes: ReadableStream<Uint8Array>): Promise<Hash> {
  const hasher = createContentHasher();
  const reader = bytes.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) hasher.update(part.value);
  return hasher.digest();
}
