import type { Address } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { listOutbox as listOutboxRows, type OutboxEntry } from "../../store/outbox.ts";
import { findProfile } from "../../store/profiles.ts";
import { countByState } from "../../store/queue-rows.ts";
import type { OutboxKind, QueueState } from "../../store/tables/queues.ts";

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

export function toOutboxView(entry: OutboxEntry, peer: { title: string; url: string } | null): OutboxView {
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
