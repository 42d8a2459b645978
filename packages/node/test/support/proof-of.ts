import { type Envelope, proofEnvelope } from "@freehold/protocol";
import type { Publication } from "../../src/store/publications/publications.ts";

/** The signed envelope of a signed publication, as its node sends it. */
export function proofOf({
  contentHash,
  publisherAddress,
  timestamp,
  signature,
  proofType,
}: Publication): Envelope {
  if (timestamp === null || signature === null || proofType === null) throw new Error("It is not signed.");
  return proofEnvelope({ contentHash, publisherAddress, timestamp, signature, encodeType: proofType });
}
