import type { Hex } from "@freehold/protocol";
import type { Publication } from "../../store/publications.ts";

/** A publication with its proof. */
export interface SignedPublication extends Publication {
  state: "signed";
  timestamp: number;
  signature: Hex;
  proofType: string;
}

/** Whether a publication is signed: then its proof is there as well. */
export function isSigned(publication: Publication): publication is SignedPublication {
  const { state, timestamp, signature, proofType } = publication;
  return state === "signed" && timestamp !== null && signature !== null && proofType !== null;
}
