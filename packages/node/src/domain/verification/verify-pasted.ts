import { type Hash, type ProofProblem, parseAddress, parseNodeUrl, verifyProof } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import type { Reply } from "../../foreign/documents.ts";
import { findProfile } from "../../store/peers/profiles.ts";
import { listPublicationsByHash } from "../../store/publications/publications.ts";
import { type CheckState, type Verification, verifyAtNode } from "./verify-at-node.ts";

/** The result, or the missing part of a text without a readable proof. */
export type PastedOutcome =
  | { readonly kind: "checked"; readonly found: readonly Verification[] }
  | { readonly kind: "proofless" }
  | { readonly kind: "faulty"; readonly problem: ProofProblem };

type PastedContext = Pick<Context, "store" | "peers" | "clock" | "recover">;

/** Whether somebody pasted a whole post or a proof, and not the address of one. */
export function isPasted(text: string): boolean {
  return /[\n{]/.test(text.trim());
}

/**
 * Checks a pasted post by its own proof. For a post without a proof, it looks among the publications of this node and in
 * the index of the publisher.
 *
 * @param pasted as the process for documents of others read it; `publisher` is an address, the URL of a node, or empty
 */
export async function verifyPasted(
  context: PastedContext,
  { check, problem, hashes, size, publisher }: Reply<"pasted">,
): Promise<PastedOutcome> {
  if (check) {
    const { proof, steps } = check;
    const profile = await findProfile(context.store.db, proof.publisherAddress);
    const states = new Map(steps.map(({ name, state }): [string, CheckState] => [name, state]));
    const checks = [
      { name: "bytes", state: states.get("bytes") ?? "unknown" },
      { name: "signature", state: states.get("signer") ?? "unknown" },
      { name: "time", state: states.get("time") ?? "unknown" },
    ] as const;
    const checked = { node: null, isPasted: true, name: profile?.title ?? "", proof, checks };
    return { kind: "checked", found: [{ ...checked, size: states.get("bytes") === "good" ? size : null }] };
  }
  if (problem !== null) return { kind: "faulty", problem };
  return (hashes && (await findProof(context, new Set(hashes), publisher.trim()))) ?? { kind: "proofless" };
}

async function findProof(
  context: PastedContext,
  hashes: ReadonlySet<Hash>,
  publisher: string,
): Promise<PastedOutcome | null> {
  const { db } = context.store;
  const address = parseAddress(publisher);
  for (const hash of hashes) {
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
