import { type Address, isoSeconds, PeerError } from "@freehold/protocol";
import { secondMs } from "@freehold/protocol/internal";
import type { Context } from "../../../context.ts";
import { AppError } from "../../../errors/errors.ts";
import { findProfile } from "../../../store/peers/profiles.ts";
import { listOutbox, type OutboxEntry } from "../../../store/queues/outbox.ts";
import { recordAnswers } from "../../../store/queues/queue-rows.ts";
import { requireOwner } from "../../profile/owner.ts";
import { deliverProof, readProof } from "./deliver.ts";
import { requireOwnPublication } from "./deliveries.ts";

const receiptsRead = 1_000; // notified followers among whom those to ask are chosen
const receiptsAtOnce = 50; // followers who are asked at once whether they have a publication
const receiptMs = 10 * secondMs; // asking one follower

/**
 * The answer of a follower that is asked now.
 *
 * - `has`: it says that it has the publication.
 * - `accepted`: it took the proof once more, and fetches the content by itself.
 * - `denied`: it says that it does not follow.
 * - `silent`: it could not be reached, or answered something else.
 */
export type ReceiptAnswer = "has" | "accepted" | "denied" | "silent";

export interface CheckedReceipt {
  readonly peerAddress: Address;
  readonly answer: ReceiptAnswer;
}

type ReceiptContext = Pick<Context, "store" | "clock" | "peers" | "log" | "owner">;

/**
 * Asks followers who were notified of a publication whether they have it, by sending the proof once more: the protocol has
 * no other question, and a follower that has it answers 409 (specification 4.7, 4.9). A follower that lost it fetches it
 * again.
 *
 * @param options.peer this follower alone; else up to `receiptsAtOnce`, those who have not said that they have it first
 * @throws AppError NOT_FOUND
 */
export async function checkReceipts(
  context: ReceiptContext,
  publicationId: number,
  { peer }: { peer?: Address } = {},
): Promise<CheckedReceipt[]> {
  const { store, clock } = context;
  await requireOwnPublication(context, publicationId);
  const proof = await readProof(store, publicationId);
  if (proof === null)
    throw new AppError("NOT_FOUND", "This post is not signed, so it was not sent to anyone.");
  const told = await listOutbox(store.db, {
    kind: "publication",
    subject: String(publicationId),
    state: "done",
    limit: receiptsRead,
    ...(peer && { peer }),
  });
  const asked = told.toSorted(openFirst).slice(0, receiptsAtOnce);
  const answers = await Promise.all(asked.map((entry) => ask(context, entry, proof)));
  for (const answer of ["has", "accepted"] as const) {
    const ids = asked.filter((_entry, index) => answers[index] === answer).map(({ id }) => id);
    if (ids.length > 0) await store.transaction((tx) => recordAnswers(tx, { ids, answer, at: clock.now() }));
  }
  return asked.map(({ peerAddress }, index) => ({ peerAddress, answer: answers[index] ?? "silent" }));
}

function openFirst(a: OutboxEntry, b: OutboxEntry): number {
  return Number(a.answer === "has") - Number(b.answer === "has") || (a.answeredAt ?? 0) - (b.answeredAt ?? 0);
}

async function ask(context: ReceiptContext, entry: OutboxEntry, proof: string): Promise<ReceiptAnswer> {
  const own = await requireOwner(context);
  const follower = await findProfile(context.store.db, entry.peerAddress);
  if (!follower) return "silent";
  const signal = AbortSignal.timeout(receiptMs);
  try {
    const options = { nodeUpdated: isoSeconds(own.updatedAt), signal };
    const { status } = await deliverProof(context, follower, { proof, options });
    return status === 201 ? "has" : "accepted";
  } catch (error) {
    if (signal.aborted) return "silent";
    if (!(error instanceof PeerError)) throw error;
    if (error.code === "NOT_FOLLOWING") return "denied";
    return error.status === 409 ? "has" : "silent";
  }
}
