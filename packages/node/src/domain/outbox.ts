import type { Address } from "@freehold/protocol";
import type { Context } from "../context.ts";
import { AppError } from "../errors/errors.ts";
import {
  listOutbox as listOutboxRows,
  type OutboxEntry,
  retryOutboxEntry as retryRow,
} from "../store/outbox.ts";
import { findProfile, readProfiles } from "../store/profiles.ts";
import { countByState } from "../store/queue-rows.ts";
import type { OutboxKind, QueueState } from "../store/tables/queues.ts";
import { checkFirst, decodeCursor, encodeCursor, makePage, type Page, type PageRequest } from "./paging.ts";

/** Something that another node is to be told, as the owner sees it. Times are ISO 8601 UTC. */
export interface OutboxView {
  id: number;
  kind: OutboxKind;
  /** The publication's id, or what names the deed. */
  subject: string;
  peerAddress: Address;
  peer: string | null;
  peerUrl: string | null;
  /** `pending` waits, `done` was delivered, `refused` was refused for good, `expired` was given up. */
  state: QueueState;
  attempts: number;
  /** Of one that waits. */
  nextTryAt: string | null;
  createdAt: string;
  expiresAt: string;
  finishedAt: string | null;
  lastError: string | null;
}

// Not a limit: the page size of an internal read.
const pageSize = 500;

/**
 * The outbox, newest first, read page by page.
 *
 * @param options.limit how many; null for all
 */
export async function* listOutbox(
  { store }: Pick<Context, "store">,
  { limit }: { limit: number | null },
): AsyncGenerator<OutboxView> {
  const peers = new Map<Address, { title: string; url: string } | null>();
  let left = limit ?? Number.POSITIVE_INFINITY;
  let after: number | undefined;
  while (left > 0) {
    const size = Math.min(pageSize, left);
    const entries = await listOutboxRows(store.db, { limit: size, ...(after !== undefined && { after }) });
    for (const entry of entries) {
      let peer = peers.get(entry.peerAddress);
      if (peer === undefined) {
        peer = await findProfile(store.db, entry.peerAddress);
        peers.set(entry.peerAddress, peer);
      }
      yield toOutboxView(entry, peer);
    }
    if (entries.length < size) return;
    left -= entries.length;
    after = entries.at(-1)?.id;
  }
}

/** How many entries wait, were delivered, were refused, and were given up. */
export function countOutbox({ store }: Pick<Context, "store">): Promise<Record<QueueState, number>> {
  return countByState(store.db, "outbox");
}

function toOutboxView(entry: OutboxEntry, peer: { title: string; url: string } | null): OutboxView {
  return {
    id: entry.id,
    kind: entry.kind,
    subject: entry.subject,
    peerAddress: entry.peerAddress,
    peer: peer?.title ?? null,
    peerUrl: peer?.url ?? null,
    state: entry.state,
    attempts: entry.attempts,
    nextTryAt: entry.state === "pending" ? toIso(entry.nextTryAt) : null,
    createdAt: toIso(entry.createdAt),
    expiresAt: toIso(entry.expiresAt),
    finishedAt: entry.finishedAt === null ? null : toIso(entry.finishedAt),
    lastError: entry.lastError,
  };
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}

/**
 * A page of what other nodes are to be told, the newest first.
 *
 * @param request.state of those in this state alone
 * @param request.oldestFirst the other way round
 * @throws AppError VALIDATION_FAILED (`first` is not from 1 to 100, a cursor that is none)
 */
export async function readOutboxPage(
  { store }: Pick<Context, "store">,
  {
    first,
    after,
    state,
    oldestFirst = false,
  }: PageRequest & {
    state: QueueState | null;
    oldestFirst?: boolean;
  },
): Promise<Page<OutboxView>> {
  checkFirst(first);
  const place = after === undefined || after === null ? null : decodeCursor(after, 1);
  const entries = await listOutboxRows(store.db, {
    limit: first + 1,
    oldestFirst,
    ...(state && { state }),
    ...(place && { after: place[0] }),
  });
  const addresses = [...new Set(entries.map(({ peerAddress }) => peerAddress))];
  const peers = new Map((await readProfiles(store.db, addresses)).map((peer) => [peer.address, peer]));
  const views = entries.map((entry) => toOutboxView(entry, peers.get(entry.peerAddress) ?? null));
  return makePage(views, { first, after: after ?? null }, ({ id }) => encodeCursor([id]));
}

/**
 * Tries one entry of the outbox again at once, unless it is being tried; one that was refused or given up begins anew.
 *
 * @throws AppError NOT_FOUND when there is none that could be tried: it does not exist, or was delivered
 */
export async function retryOutboxEntry(
  { store, clock, events }: Pick<Context, "store" | "clock" | "events">,
  id: number,
): Promise<void> {
  const found = await store.transaction((tx) => retryRow(tx, id, clock.now()));
  if (!found)
    throw new AppError("NOT_FOUND", `Nothing with the id ${id} waits, was refused or was given up.`);
  events.emit("outbox.due");
}
