import {
  checkProofs,
  hashesOfText,
  type ProofProblem,
  parseAddress,
  parseNodeUrl,
  readPastedPost,
  verifyProof,
} from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { findProfile } from "../../store/profiles.ts";
import { listPublicationsByHash } from "../../store/publications.ts";
import { type CheckState, type Verification, verifyAtNode } from "./verify-at-node.ts";

/** The result, or what a text without a readable proof lacks. */
export type PastedOutcome =
  | { readonly kind: "checked"; readonly found: readonly Verification[] }
  | { readonly kind: "proofless" }
  | { readonly kind: "faulty"; readonly problem: ProofProblem };

type PastedContext = Pick<Context, "store" | "peers" | "clock" | "recover">;

/** Whether somebody pasted a whole post or a proof, and not the address of one. */
export function isPasted(text: string): boolean {
  return /[\n{]/.test(text.trim()) || text.trim().length > 1_000;
}

/**
 * Checks a pasted post by its own proof. One without a proof is looked for among what is stored here, and in the index of
 * its publisher.
 *
 * @param publisher the address or the URL of the publisher's node; empty where it is unknown
 */
export async function verifyPasted(
  context: PastedContext,
  { text, publisher }: { text: string; publisher: string },
): Promise<PastedOutcome> {
  const post = readPastedPost(text.replaceAll("\r\n", "\n"));
  const hashes = post.text === null ? null : hashesOfText(post.text);
  const check = checkProofs(post.proofs, hashes, { recover: context.recover, now: context.clock.now() });
  if (check) {
    const { contentHash, publisherAddress, timestamp, signature } = check.proof;
    const profile = await findProfile(context.store.db, publisherAddress);
    const states = new Map(check.steps.map(({ name, state }): [string, CheckState] => [name, state]));
    const checks = [
      { name: "bytes", state: states.get("bytes") ?? "unknown" },
      { name: "signature", state: states.get("signer") ?? "unknown" },
      { name: "time", state: states.get("time") ?? "unknown" },
    ] as const;
    const proof = { contentHash, publisherAddress, timestamp, signature };
    const size = states.get("bytes") === "good" && post.text !== null ? Buffer.byteLength(post.text) : null;
    return {
      kind: "checked",
      found: [{ node: null, isPasted: true, name: profile?.title ?? "", proof, size, checks }],
    };
  }
  const [faulty] = post.proofs;
  if (faulty && !faulty.ok) return { kind: "faulty", problem: faulty.problem };
  return (hashes && (await findProof(context, hashes, publisher.trim()))) ?? { kind: "proofless" };
}

async function findProof(
  context: PastedContext,
  hashes: ReturnType<typeof hashesOfText>,
  publisher: string,
): Promise<PastedOutcome | null> {
  const { db } = context.store;
  const address = parseAddress(publisher);
  for (const hash of hashes.keys()) {
    const stored = (await listPublicationsByHash(db, hash)).find(
      (one) => one.signature !== null && (address === null || one.publisherAddress === address),
    );
    if (!stored || stored.timestamp === null || stored.signature === null) continue;
    const { contentHash, publisherAddress, timestamp, signature } = stored;
    const proof = { contentHash, publisherAddress, timestamp, signature };
    const state = verifyProof(proof, context.recover) === null ? "bad" : "good";
    const name = (await findProfile(db, publisherAddress))?.title ?? "";
    const checks = [
      { name: "bytes", state: "good" },
      { name: "signature", state },
    ] as const;
    return { kind: "checked", found: [{ node: null, name, proof, size: null, checks }] };
  }
  const url = address
    ? ((await findProfile(db, address))?.url ?? null)
    : parseNodeUrl(publisher) && publisher;
  if (url === null || !parseNodeUrl(url)) return null;
  const wanted = { url, contentHash: null, slug: null, timestamp: null, hashes };
  return { kind: "checked", found: [await verifyAtNode(context, wanted)] };
}
