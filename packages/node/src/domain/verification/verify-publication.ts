import { verifyProof } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { networkOf } from "../../limiter/network.ts";
import { findProfile } from "../../store/profiles.ts";
import { listPublicationsByHash, type Publication } from "../../store/publications.ts";
import { checkContentBytes } from "../contents/check.ts";
import { limits } from "../limits.ts";
import { requireOwner } from "../profile/owner.ts";
import { findPublication } from "../publications/visible.ts";
import { isAhead } from "../replication/accept-proof.ts";
import { readSubject, type Subject } from "./read-subject.ts";
import { type CheckState, type Verification, verifyAtNode } from "./verify-at-node.ts";

/** What came of it: checks, or why there are none. */
export type VerificationOutcome =
  | { readonly kind: "checked"; readonly found: readonly Verification[] }
  /** `unreadable`: not understood; `nothing`: nothing of the kind is here; `unsigned`: nobody signed it. */
  | { readonly kind: "unreadable" | "nothing" | "unsigned" };

type HeldContext = Pick<Context, "store" | "blobs" | "clock" | "recover">;
type VerifyContext = HeldContext & Pick<Context, "peers" | "limiter" | "owner">;

/**
 * Checks what somebody named, for anybody: what is held here from its bytes, what is on another node by asking that
 * node, in the queue of calls that anonymous callers cause.
 *
 * @param ip of whoever asks; null where it is not known
 * @throws AppError RATE_LIMITED; NOT_INSTALLED
 */
export async function verifyPublication(
  context: VerifyContext,
  { text, ip }: { text: string; ip: string | null },
): Promise<VerificationOutcome> {
  const owner = await requireOwner(context);
  const subject = readSubject(text, owner.url);
  if (subject === null) return { kind: "unreadable" };
  // Reading a large file is work as well, so both wait in one line.
  return await context.limiter.peerCalls.run(networkOf(ip), async () =>
    subject.at === "here"
      ? await verifyHere(context, subject.key)
      : { kind: "checked", found: [await verifyAtNode(context, subject)] },
  );
}

async function verifyHere(
  context: VerifyContext,
  key: Extract<Subject, { at: "here" }>["key"],
): Promise<VerificationOutcome> {
  const own = await findPublication(context, key);
  const shown = own?.state === "draft" ? null : own;
  const others = "contentHash" in key ? await listPublicationsByHash(context.store.db, key.contentHash) : [];
  const signed = [...(shown ? [shown] : []), ...others].filter(
    ({ id, state }, index, all) => state === "signed" && all.findIndex((one) => one.id === id) === index,
  );
  const checked = await Promise.all(
    signed.slice(0, limits.verifiedAtOnce).map((publication) => verifyHeld(context, publication)),
  );
  const found = checked.filter((one) => one !== null);
  if (found.length > 0) return { kind: "checked", found };
  return { kind: shown ? "unsigned" : "nothing" };
}

/** Checks a publication that is held here, from the bytes up; null for one that is not signed. */
async function verifyHeld(context: HeldContext, publication: Publication): Promise<Verification | null> {
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
  context: HeldContext,
  hash: Publication["contentHash"],
  size: number,
): Promise<CheckState> {
  if (size > limits.verifiedBytes) return "unknown";
  return (await checkContentBytes(context, { hash, size })) === null ? "good" : "bad";
}
