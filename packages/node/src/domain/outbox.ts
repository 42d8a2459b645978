import type { Context } from "../context.ts";
import { AppError, msg } from "../errors/errors.ts";
import type { Reader } from "../store/database.ts";
import { readProfiles } from "../store/peers/profiles.ts";
import {
  listOutbox as listOutboxRows,
  type OutboxFilter,
  retryOutboxEntry as retryRow,
} from "../store/queues/outbox.ts";
import { countByState, heldBy } from "../store/queues/queue-rows.ts";
import type { QueueState } from "../store/tables/queues.ts";
import { type Page, type PageRequest, readPageById } from "./paging.ts";

/** A message to another node, as the owner sees it. Times are ISO 8601 UTC. */
export type OutboxView = Awaited<ReturnType<typeof readViews>>[number];

async function readViews(db: Reader, filter: OutboxFilter) {
  const entries = await listOutboxRows(db, filter);
  const peers = await readProfiles(
    db,
    entries.map(({ peerAddress }) => peerAddress),
  );
  return entries.map((entry) => {
    const peer = peers.get(entry.peerAddress);
    return {
      id: entry.id,
      kind: entry.kind,
      subject: entry.subject,
      peerAddress: entry.peerAddress,
      peer: peer?.title ?? null,
      peerUrl: peer?.url ?? null,
      state: entry.state,
      attempts: entry.attempts,
      nextTryAt: entry.state === "pending" && entry.claimedBy !== heldBy ? toIso(entry.nextTryAt) : null,
      createdAt: toIso(entry.createdAt),
      expiresAt: toIso(entry.expiresAt),
      finishedAt: entry.finishedAt === null ? null : toIso(entry.finishedAt),
      lastError: entry.lastError,
      /** The answer to the proof of a publication, and its time; null if it was not recorded. */
      answer: entry.answer,
      answeredAt: entry.answeredAt === null ? null : toIso(entry.answeredAt),
    };
  });
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}

const pageSize = 500;

/**
 * The outbox, newest first, read page by page.
 *
 * @param options.limit the number of entries; null for all
 */
export async function* listOutbox(
  { store }: Pick<Context, "store">,
  { limit }: { limit: number | null },
): AsyncGenerator<OutboxView> {
  let left = limit ?? Number.POSITIVE_INFINITY;
  let after: number | undefined;
  while (left > 0) {
    const size = Math.min(pageSize, left);
    const views = await readViews(store.db, { limit: size, ...(after !== undefined && { after }) });
    yield* views;
    if (views.length < size) return;
    left -= size;
    after = views.at(-1)?.id;
  }
}

/** The number of entries in each state. */
export function countOutbox({ store }: Pick<Context, "store">): Promise<Record<QueueState, number>> {
  return countByState(store.db, "outbox");
}

/**
 * A page of the outbox, newest first unless the filter says otherwise.
 *
 * @throws AppError VALIDATION_FAILED as `readPage`
 */
export function readOutboxPage(
  { store }: Pick<Context, "store">,
  { first, after = null, ...filter }: PageRequest & Omit<OutboxFilter, keyof PageRequest | "limit">,
): Promise<Page<OutboxView>> {
  return readPageById({ first, after }, (page) => readViews(store.db, { ...filter, ...page }));
}

/**
 * Tries an entry again at once, unless a worker is trying it. A refused or expired entry starts again.
 *
 * @throws AppError NOT_FOUND when it does not exist or was delivered
 */
export async function retryOutboxEntry(
  { store, clock }: Pick<Context, "store" | "clock">,
  id: number,
): Promise<void> {
  const found = await store.transaction((tx) => retryRow(tx, id, clock.now()));
  if (!found) throw new AppError("NOT_FOUND", msg`There is no delivery with the ID ${id}.`);
}
