import type { Address } from "@freehold/protocol";
import { sql } from "kysely";
import type { Reader, Tx } from "./database.ts";
import { type OutboxKind, type QueueState, queueStates } from "./tables/queues.ts";

/** Something that a peer is to be told. Times in ms. */
export interface OutboxEntry {
  id: number;
  kind: OutboxKind;
  peerAddress: Address;
  subject: string;
  payload: string | null;
  state: QueueState;
  attempts: number;
  /** Due from then on; of a claimed one, the end of the lease. */
  nextTryAt: number;
  claimedBy: string | null;
  createdAt: number;
  expiresAt: number;
  finishedAt: number | null;
  lastError: string | null;
}

/** It is due at once, or from `dueAt` (ms) on. */
export interface NewOutboxEntry {
  kind: OutboxKind;
  peerAddress: Address;
  subject: string;
  payload: string | null;
  now: number;
  dueAt?: number;
  expiresAt: number;
}

/** Each condition narrows; `after` is the id of the last entry of the page before. */
export interface OutboxFilter {
  state?: QueueState;
  subject?: string;
  kind?: OutboxKind;
  peer?: Address;
  limit: number;
  after?: number;
  /** The newest first unless it says otherwise. */
  oldestFirst?: boolean;
}

const columns = [
  "id",
  "kind",
  "peer_address as peerAddress",
  "subject",
  "payload",
  "state",
  "attempts",
  "next_try_at as nextTryAt",
  "claimed_by as claimedBy",
  "created_at as createdAt",
  "expires_at as expiresAt",
  "finished_at as finishedAt",
  "last_error as lastError",
] as const;

/** @returns whether it is new; one with the same kind, peer and subject stays as it is, in whatever state. */
export async function addOutboxEntry(tx: Tx, entry: NewOutboxEntry): Promise<boolean> {
  const result = await tx
    .insertInto("outbox")
    .values({
      kind: entry.kind,
      peer_address: entry.peerAddress,
      subject: entry.subject,
      payload: entry.payload,
      state: "pending",
      attempts: 0,
      next_try_at: entry.dueAt ?? entry.now,
      created_at: entry.now,
      expires_at: entry.expiresAt,
    })
    .onConflict((conflict) => conflict.columns(["subject", "kind", "peer_address"]).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Puts a signed publication into the outbox for everybody who follows `self`, in one statement whatever their
 * number. It is due at once, or when the peer is to be called again. @returns how many entries are new.
 */
export async function addPublicationForFollowers(
  tx: Tx,
  publication: { self: Address; publicationId: number; now: number; expiresAt: number },
): Promise<number> {
  const { self, publicationId, now, expiresAt } = publication;
  const result = await sql`
    insert into outbox (kind, peer_address, subject, payload, state, attempts, next_try_at, created_at, expires_at)
    select 'publication', follower_address, ${String(publicationId)}, null, 'pending', 0,
      case when peers.next_try_at > ${now} then peers.next_try_at else ${now} end, ${now}, ${expiresAt}
    from connections left join peers on peers.address = follower_address
    where followee_address = ${self}
    order by connections.created_at, follower_address
    on conflict (subject, kind, peer_address) do nothing
  `.execute(tx);
  return Number(result.numAffectedRows ?? 0n);
}

export async function findOutboxEntry(
  db: Reader,
  key: { kind: OutboxKind; peerAddress: Address; subject: string },
): Promise<OutboxEntry | null> {
  const row = await db
    .selectFrom("outbox")
    .select(columns)
    .where("subject", "=", key.subject)
    .where("kind", "=", key.kind)
    .where("peer_address", "=", key.peerAddress)
    .executeTakeFirst();
  return row ?? null;
}

/** The entries with these ids, in no particular order. */
export async function readOutboxEntries(db: Reader, ids: readonly number[]): Promise<OutboxEntry[]> {
  return db.selectFrom("outbox").select(columns).where("id", "in", ids).execute();
}

/** Entries, newest first or oldest first. */
export async function listOutbox(db: Reader, filter: OutboxFilter): Promise<OutboxEntry[]> {
  const { state, subject, kind, peer, limit, after, oldestFirst = false } = filter;
  let query = db
    .selectFrom("outbox")
    .select(columns)
    .orderBy("id", oldestFirst ? "asc" : "desc")
    .limit(limit);
  if (state !== undefined) query = query.where("state", "=", state);
  // The index of peers is by state, too.
  else if (peer !== undefined) query = query.where("state", "in", queueStates);
  if (subject !== undefined) query = query.where("subject", "=", subject);
  if (kind !== undefined) query = query.where("kind", "=", kind);
  if (peer !== undefined) query = query.where("peer_address", "=", peer);
  if (after !== undefined) query = query.where("id", oldestFirst ? ">" : "<", after);
  return query.execute();
}

/**
 * Tries an entry again at once: one that was given up or refused begins anew, with as much time as it had at first.
 * @returns false when there is none, or it is delivered.
 */
export async function retryOutboxEntry(tx: Tx, id: number, now: number): Promise<boolean> {
  const again = await tx
    .updateTable("outbox")
    .set((eb) => ({
      state: "pending",
      attempts: 0,
      next_try_at: now,
      claimed_by: null,
      created_at: now,
      expires_at: eb(eb("expires_at", "-", eb.ref("created_at")), "+", now),
      finished_at: null,
      last_error: null,
    }))
    .where("id", "=", id)
    .where("state", "in", ["refused", "expired"])
    .executeTakeFirst();
  if (again.numUpdatedRows > 0n) return true;
  // One that is worked on is being tried: its time is its worker's.
  await tx
    .updateTable("outbox")
    .set({ next_try_at: now })
    .where("id", "=", id)
    .where("state", "=", "pending")
    .where("claimed_by", "is", null)
    .execute();
  const waits = await tx
    .selectFrom("outbox")
    .select("id")
    .where("id", "=", id)
    .where("state", "=", "pending")
    .executeTakeFirst();
  return waits !== undefined;
}
