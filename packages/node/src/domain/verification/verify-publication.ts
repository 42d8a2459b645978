import type { Context } from "../../context.ts";
import { networkOf } from "../../limiter/network.ts";
import { listPublicationsByHash } from "../../store/publications.ts";
import { requireOwner } from "../installation/require-owner.ts";
import { limits } from "../limits.ts";
import { findPublication } from "../publications/visible.ts";
import { readSubject, type Subject } from "./read-subject.ts";
import type { Verification } from "./verification.ts";
import { verifyAtNode } from "./verify-at-node.ts";
import { verifyHeld } from "./verify-held.ts";

/** What came of it: checks, or why there are none. */
export type VerificationOutcome =
  | { readonly kind: "checked"; readonly found: readonly Verification[] }
  /** `unreadable`: not understood; `nothing`: nothing of the kind is here; `unsigned`: nobody signed it. */
  | { readonly kind: "unreadable" | "nothing" | "unsigned" };

type Needs = Pick<Context, "store" | "blobs" | "clock" | "recover" | "peers" | "limiter">;

/**
 * Checks what somebody named, for anybody: what is held here from its bytes, what is on another node by asking that
 * node, in the queue of calls that anonymous callers cause.
 *
 * @param ip of whoever asks; null where it is not known
 * @throws LimitError; AppError before installation
 */
export async function verifyPublication(
  context: Needs,
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
  context: Needs,
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
