import type { Address, Form } from "@freehold/protocol";
import { type Selectable, sql } from "kysely";
import type { Reader, Tx } from "../database.ts";
import { markDue } from "../due-queues.ts";
import { findProfile, hostOf } from "../peers/profiles.ts";
import { didChange, findRow, hasRow } from "../query-results.ts";
import {
  type OutboxKind,
  type OutboxTable,
  outboxColumns,
  type QueueState,
  queueStates,
} from "../tables/queues.ts";
import { isPending, startAnew, updateUnclaimed } from "./queue-rows.ts";

/** A message to a peer. Times in ms. */
export type OutboxEntry = Selectable<OutboxTable>;

/** An entry that is due at once, or from `dueAt` (ms) on. */
export type NewOutboxEntry = Pick<
  OutboxEntry,
  "kind" | "peerAddress" | "subject" | "payload" | "expiresAt"
> & { now: number; dueAt?: number };

/** The reason of a delivery that ended with the deletion of its publication. */
export const deletedBeforeDelivery = "deleted before it was delivered";

/** Every condition must hold; `after` is the last id of the previous page. */
export interface OutboxFilter {
  state?: QueueState;
  subject?: string;
  kind?: OutboxKind;
  peer?: Address;
  limit: number;
  after?: number;
  /** Newest first by default. */
  oldestFirst?: boolean;
}

/** @returns whether it is new; an entry with the same kind, peer and subject stays as it is, in any state. */
export async function addOutboxEntry(
  tx: Tx,
  { kind, peerAddress, subject, payload, now, dueAt = now, expiresAt }: NewOutboxEntry,
): Promise<boolean> {
  markDue(tx, "outbox");
  const url = (await findProfile(tx, peerAddress))?.url ?? null;
  const host = hostOf({ address: peerAddress, url });
  const entry = { kind, peerAddress, host, subject, payload, createdAt: now, expiresAt };
  return didChange(
    tx
      .insertInto("outbox")
      .values({ ...entry, state: "pending", attempts: 0, nextTryAt: dueAt })
      .onConflict((conflict) => conflict.columns(["subject", "kind", "peerAddress"]).doNothing()),
  );
}

/** The nodes that follow `self` or that `self` follows, each once, with the form of the protocol that they use. */
const connectedNodes = (self: Address) => sql`
  select connected.address, coalesce(profiles.form, 'baseline') as form
  from (
    select follower_address as address from connections where followee_address = ${self}
    union
    select followee_address as address from connections where follower_address = ${self}
  ) as connected
  left join profiles on profiles.address = connected.address
`;

/** How many nodes are connected with `self`, by form; a node without a stored form counts as baseline. */
export async function countConnectedByForm(db: Reader, self: Address): Promise<Record<Form, number>> {
  const { rows } = await sql<{ form: Form; count: number }>`
    select form, count(*) as count from (${connectedNodes(self)}) as connected group by form
  `.execute(db);
  const count = (form: Form) => Number(rows.find((row) => row.form === form)?.count ?? 0);
  return { baseline: count("baseline"), reference: count("reference") };
}

export async function findOutboxEntry(
  db: Reader,
  { kind, peerAddress, subject }: Pick<OutboxEntry, "kind" | "peerAddress" | "subject">,
): Promise<OutboxEntry | null> {
  return findRow(
    db
      .selectFrom("outbox")
      .select(outboxColumns)
      .where("subject", "=", subject)
      .where("kind", "=", kind)
      .where("peerAddress", "=", peerAddress),
  );
}

/** Entries, newest first or oldest first. */
export async function listOutbox(db: Reader, filter: OutboxFilter): Promise<OutboxEntry[]> {
  const { state, subject, peer, limit, oldestFirst = false } = filter;
  if (state !== undefined || subject === undefined || peer !== undefined) return selectOutbox(db, filter);
  // The index of subjects contains the ids of each state in order.
  const entries: OutboxEntry[] = [];
  for (const one of queueStates) entries.push(...(await selectOutbox(db, { ...filter, state: one })));
  return entries.sort((a, b) => (oldestFirst ? a.id - b.id : b.id - a.id)).slice(0, limit);
}

async function selectOutbox(db: Reader, filter: OutboxFilter): Promise<OutboxEntry[]> {
  const { state, subject, kind, peer, limit, after, oldestFirst = false } = filter;
  let query = db
    .selectFrom("outbox")
    .select(outboxColumns)
    .orderBy("id", oldestFirst ? "asc" : "desc")
    .limit(limit);
  if (state !== undefined) query = query.where("state", "=", state);
  // The index of peers begins with the state.
  else if (peer !== undefined) query = query.where("state", "in", queueStates);
  if (subject !== undefined) query = query.where("subject", "=", subject);
  if (kind !== undefined) query = query.where("kind", "=", kind);
  if (peer !== undefined) query = query.where("peerAddress", "=", peer);
  if (after !== undefined) query = query.where("id", oldestFirst ? ">" : "<", after);
  return query.execute();
}

/**
 * Tries an entry again at once. A refused or expired one starts again, with as much time as it had at first; a claimed
 * one keeps its lease.
 *
 * @returns false when there is none, or it is delivered
 */
export async function retryOutboxEntry(tx: Tx, id: number, now: number): Promise<boolean> {
  markDue(tx, "outbox");
  const again = tx
    .updateTable("outbox")
    .set(startAnew(now))
    .where("id", "=", id)
    .where("state", "in", ["refused", "expired"]);
  if (await didChange(again)) return true;
  await updateUnclaimed(tx, "outbox").set({ nextTryAt: now }).where("id", "=", id).execute();
  return hasRow(tx.selectFrom("outbox").select("id").where("id", "=", id).where(isPending));
}

/** Delivers a publication again to those whose delivery was refused here, since the publication was deleted. `now` in ms. */
export async function retryDeleted(tx: Tx, publicationId: number, now: number): Promise<void> {
  markDue(tx, "outbox");
  await tx
    .updateTable("outbox")
    .set(startAnew(now))
    .where("subject", "=", String(publicationId))
    .where("kind", "=", "publication")
    .where("state", "=", "refused")
    .where("lastError", "=", deletedBeforeDelivery)
    .execute();
}
