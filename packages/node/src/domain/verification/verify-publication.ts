import { type Hash, verifyProof } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { hasCode } from "../../errors/errors.ts";
import type { Reply } from "../../foreign/documents.ts";
import { networkOf, prefixOf } from "../../limiter/network.ts";
import { findProfile } from "../../store/peers/profiles.ts";
import { listPublicationsByHash, type Publication } from "../../store/publications/publications.ts";
import { checkContentBytes } from "../contents/check.ts";
import { limits } from "../limits.ts";
import { requireOwner } from "../profile/owner.ts";
import { findPublication } from "../publications/visible.ts";
import { isAhead } from "../replication/accept-proof.ts";
import { readSubject, type Subject } from "./read-subject.ts";
import { type CheckState, type Verification, verifyAtNode, verifyIndexAtNode } from "./verify-at-node.ts";
import { type PastedOutcome, verifyPasted } from "./verify-pasted.ts";

const verifiedAtOnce = 10; // publications with one hash that are checked at once

/** The checks, or why there are none. */
type VerificationOutcome =
  | PastedOutcome
  /**
   * `unreadable`: the text is not a publication; `nothing`: there is no such publication here; `unsigned`: it is not
   * signed.
   */
  | { readonly kind: "unreadable" | "nothing" | "unsigned" };

type StoredContext = Pick<Context, "store" | "blobs" | "clock" | "recover">;
type VerifyContext = StoredContext & Pick<Context, "peers" | "limiter" | "owner">;

/**
 * Checks a publication for an anonymous caller: one that is stored here by its bytes, one on another node by calling it. All
 * wait in the queue of peer calls.
 *
 * @param text its address, hash, number or short name
 * @param ip of the caller; null where it is unknown
 * @throws AppError RATE_LIMITED; NOT_INSTALLED
 */
export async function verifyPublication(
  context: VerifyContext,
  { text, ip }: { text: string; ip: string | null },
): Promise<VerificationOutcome> {
  const owner = await requireOwner(context);
  const subject = readSubject(text, owner);
  if (subject === null) return { kind: "unreadable" };
  // Hashing and reading a large file are work, too, so all wait in one queue.
  return await context.limiter.peerCalls.run(networkOf(ip), async () => {
    if (subject.at === "here") return await verifyHere(context, subject.key);
    const verify = () =>
      subject.at === "all" ? verifyIndexAtNode(context, subject.url) : verifyAtNode(context, subject);
    return { kind: "checked", found: [await verify()] };
  });
}

/**
 * Checks a publication that this node stores, for an anonymous caller who opened a link to its check: no other node is called.
 *
 * @param text its hash, number, short name or address on this site
 * @param ip of the caller; null where it is unknown
 * @returns null for what is to be looked up elsewhere, and for text that can't be read
 * @throws AppError RATE_LIMITED; NOT_INSTALLED
 */
export async function verifyStoredPublication(
  context: VerifyContext,
  { text, ip }: { text: string; ip: string | null },
): Promise<VerificationOutcome | null> {
  const subject = readSubject(text, await requireOwner(context));
  if (subject?.at !== "here") return null;
  return await context.limiter.peerCalls.run(networkOf(ip), () => verifyHere(context, subject.key));
}

/** A form with a pasted post, as far as it can be shown again, and the result. */
interface VerifiedForm extends Pick<Reply<"pasted">, "of" | "shown" | "publisher"> {
  readonly outcome: VerificationOutcome;
}

/**
 * Checks a pasted post for an anonymous caller. Its form is read in the process for documents of others: to read and hash
 * megabytes takes long.
 *
 * @param form the fields of an HTML form; see `readPasted`
 * @param ip of the caller; null where it is unknown
 * @throws AppError RATE_LIMITED, BUSY
 */
export async function verifyPastedForm(
  context: VerifyContext & Pick<Context, "foreign">,
  { form, ip }: { form: Uint8Array; ip: string | null },
): Promise<VerifiedForm> {
  const { limiter, foreign, clock } = context;
  return await limiter.peerCalls.run(networkOf(ip), async () => {
    const asked = { form, now: clock.now() };
    const read = await foreign.read("pasted", asked, { from: prefixOf(ip) }).catch((error: unknown) => {
      if (hasCode(error, "DOCUMENT_UNREADABLE")) return null;
      throw error;
    });
    if (read === null) return { of: "", shown: "", publisher: "", outcome: { kind: "unreadable" } };
    const { of, shown, publisher } = read;
    return { of, shown, publisher, outcome: await verifyPasted(context, read) };
  });
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
    signed.slice(0, verifiedAtOnce).map((publication) => verifyStored(context, publication)),
  );
  const found = checked.filter((one) => one !== null);
  if (found.length > 0) return { kind: "checked", found };
  return { kind: shown ? "unsigned" : "nothing" };
}

/** Checks a publication that is stored here; null for one that is not signed. */
async function verifyStored(context: StoredContext, publication: Publication): Promise<Verification | null> {
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
      { name: "bytes", state: await checkBytes(context, contentHash, size) },
    ],
  };
}

async function checkBytes(context: StoredContext, hash: Hash, size: number | null): Promise<CheckState> {
  if (size === null || size > limits.verifiedBytes) return "unknown";
  return (await checkContentBytes(context, { hash, size })) === null ? "good" : "bad";
}
