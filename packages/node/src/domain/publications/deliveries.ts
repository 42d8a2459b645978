import type { Address } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { listOutbox, type OutboxEntry } from "../../store/outbox.ts";
import { type Profile, readProfiles } from "../../store/profiles.ts";
import { countDeliveries, retryDeliveries } from "../../store/publication-deliveries.ts";
import { findPublication } from "../../store/publications.ts";
import type { QueueState } from "../../store/tables/queues.ts";
import { checkFirst, decodeCursor, encodeCursor, makePage, type Page, type PageRequest } from "../paging.ts";
import { requireOwner } from "../profile/owner.ts";

/** How one follower came to a publication, or not yet. Times are ISO 8601 UTC. */
export interface DeliveryView {
  /** Of the outbox. */
  id: number;
  peerAddress: Address;
  peer: string | null;
  peerUrl: string | null;
  /** `pending` waits, `done` has it, `refused` refused it for good, `expired` was given up. */
  state: QueueState;
  /** Since when it waits, or waited. */
  createdAt: string;
  attempts: number;
  /** Of one that waits. */
  nextTryAt: string | null;
  /** Why it waits, or why it ended so; null while nothing went wrong. */
  reason: string | null;
  finishedAt: string | null;
}

export interface Delivery {
  /** How many followers are in each state. */
  counts: Record<QueueState, number>;
  /** The newest first. */
  page: Page<DeliveryView>;
}

/**
 * Who has a publication, who waits for it and why.
 *
 * @param request.state of those in this state alone; the counts are of all
 * @throws AppError NOT_FOUND, VALIDATION_FAILED (`first` is not from 1 to 100, a cursor that is none)
 */
export async function readDelivery(
  context: Pick<Context, "store" | "owner">,
  publicationId: number,
  { first, after, state = null }: PageRequest & { state?: QueueState | null },
): Promise<Delivery> {
  checkFirst(first);
  const place = after === undefined || after === null ? null : decodeCursor(after, 1);
  const { db } = context.store;
  await requireOwnPublication(context, publicationId);
  const subject = String(publicationId);
  const entries = await listOutbox(db, {
    kind: "publication",
    subject,
    limit: first + 1,
    ...(state && { state }),
    ...(place && { after: place[0] }),
  });
  const peers = await readProfiles(db, [...new Set(entries.map(({ peerAddress }) => peerAddress))]);
  const byAddress = new Map(peers.map((peer) => [peer.address, peer]));
  const views = entries.map((entry) => toView(entry, byAddress.get(entry.peerAddress)));
  return {
    counts: await countDeliveries(db, publicationId),
    page: makePage(views, { first, after: after ?? null }, ({ id }) => encodeCursor([id])),
  };
}

/** @throws AppError NOT_FOUND */
async function requireOwnPublication(context: Pick<Context, "store" | "owner">, id: number): Promise<void> {
  const own = await requireOwner(context);
  const publication = await findPublication(context.store.db, id);
  if (publication?.publisherAddress === own.address) return;
  throw new AppError("NOT_FOUND", `There is no publication ${id} of yours.`);
}

function toView(entry: OutboxEntry, peer: Profile | undefined): DeliveryView {
  return {
    id: entry.id,
    peerAddress: entry.peerAddress,
    peer: peer?.title ?? null,
    peerUrl: peer?.url ?? null,
    state: entry.state,
    createdAt: new Date(entry.createdAt).toISOString(),
    attempts: entry.attempts,
    nextTryAt: entry.state === "pending" ? new Date(entry.nextTryAt).toISOString() : null,
    reason: entry.lastError,
    finishedAt: entry.finishedAt === null ? null : new Date(entry.finishedAt).toISOString(),
  };
}

/**
 * Tries again now to bring a publication to the followers who don't have it: those that wait, and those that refused it
 * or were given up, which begin anew.
 *
 * @param options.peer to this one alone
 * @returns how many are tried
 * @throws AppError NOT_FOUND
 */
export async function retryDelivery(
  context: Pick<Context, "store" | "clock" | "events" | "owner">,
  publicationId: number,
  { peer }: { peer?: Address } = {},
): Promise<number> {
  const { store, clock, events } = context;
  await requireOwnPublication(context, publicationId);
  const count = await store.transaction((tx) =>
    retryDeliveries(tx, { publicationId, now: clock.now(), ...(peer && { peer }) }),
  );
  if (count > 0) events.emit("outbox.due");
  return count;
}
