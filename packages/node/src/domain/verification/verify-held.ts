import { verifyProof } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { findProfile } from "../../store/profiles.ts";
import type { Publication } from "../../store/publications.ts";
import { checkContentBytes } from "../contents/check-content.ts";
import { limits } from "../limits.ts";
import { isAhead } from "../replication/check-proof.ts";
import type { CheckState, Verification } from "./verification.ts";

type Needs = Pick<Context, "store" | "blobs" | "clock" | "recover">;

/** Checks a publication that is held here, from the bytes up; null for one that is not signed. */
export async function verifyHeld(context: Needs, publication: Publication): Promise<Verification | null> {
  const { contentHash, publisherAddress, timestamp, signature } = publication;
  if (timestamp === null || signature === null) return null;
  const proof = { contentHash, publisherAddress, timestamp, signature };
  const publisher = await findProfile(context.store.db, publisherAddress);
  const size = await context.blobs.size(contentHash);
  return {
    node: null,
    name: publisher?.title ?? "",
    proof,
    size,
    checks: [
      { name: "signature", state: verifyProof(proof, context.recover) === null ? "bad" : "good" },
      { name: "time", state: isAhead(timestamp, context.clock.now()) ? "bad" : "good" },
      { name: "bytes", state: size === null ? "unknown" : await checkBytes(context, contentHash, size) },
    ],
  };
}

async function checkBytes(
  context: Needs,
  hash: Publication["contentHash"],
  size: number,
): Promise<CheckState> {
  if (size > limits.verifiedBytes) return "unknown";
  return (await checkContentBytes(context, { hash, size })) === null ? "good" : "bad";
}
