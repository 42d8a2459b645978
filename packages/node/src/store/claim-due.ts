import type { Address } from "@freehold/protocol";
import { sql } from "kysely";
import { dialectOf } from "./dialects/facts.ts";
import type { OutboxEntry } from "./outbox.ts";
import { readOutboxEntries } from "./outbox.ts";
import type { Pull } from "./pulls.ts";
import { readPulls } from "./pulls.ts";
import type { QueueTable } from "./queue-rows.ts";
import { isPending, shared } from "./queue-rows.ts";
import type { Reader, Tx } from "./store.ts";

/** The record of a row of each queue. */
export interface QueueRecords {
  outbox: OutboxEntry;
  pulls: Pull;
}

export interface Claim {
  /** ms */
  now: number;
  /** How long the rows are this worker's; then they are due again, for it must have died. */
  leaseMs: number;
  workerId: string;
  limit: number;
  /** How many rows of one peer may be worked on at a time … */
  perPeer: number;
  /** … of which these are being worked on already. */
  busy: ReadonlyMap<Address, number>;
}

interface Candidate {
  id: number;
  peer: Address;
  due: number;
}

const readers: { [T in QueueTable]: (db: Reader, ids: readonly number[]) => Promise<QueueRecords[T][]> } = {
  outbox: readOutboxEntries,
  pulls: readPulls,
};

/**
 * Takes due rows for a worker: what has been due longest comes first, and no peer gets more than its share, so that
 * one with a long queue doesn't hold up the others. No two workers get the same row.
 */
export async function claimDue<T extends QueueTable>(
  tx: Tx,
  table: T,
  claim: Claim,
): Promise<QueueRecords[T][]> {
  const ids = await chooseRows(tx, table, claim);
  if (ids.length === 0) return [];
  await tx
    .updateTable(shared(table))
    .set({ claimed_by: claim.workerId, next_try_at: claim.now + claim.leaseMs })
    .where("id", "in", ids)
    .execute();
  const places = new Map(ids.map((id, place) => [id, place]));
  const place = (record: { id: number }) => places.get(record.id) ?? 0;
  const records = await readers[table](tx, ids);
  return records.sort((a, b) => place(a) - place(b));
}

/** Goes through the due rows once, from the oldest on, and leaves out a peer as soon as it has its share. */
async function chooseRows(tx: Tx, table: QueueTable, claim: Claim): Promise<number[]> {
  const shares = new Map(claim.busy);
  const chosen: number[] = [];
  let last: Candidate | null = null;
  while (chosen.length < claim.limit) {
    const saturated = [...shares].filter(([, share]) => share >= claim.perPeer).map(([peer]) => peer);
    const wanted = claim.limit - chosen.length;
    const batch: Candidate[] = await readCandidates(tx, table, { now: claim.now, saturated, last, wanted });
    for (const { id, peer } of batch) {
      const share = shares.get(peer) ?? 0;
      if (share >= claim.perPeer) continue;
      shares.set(peer, share + 1);
      chosen.push(id);
    }
    if (batch.length < wanted) break;
    last = batch.at(-1) ?? null;
  }
  return chosen;
}

async function readCandidates(
  tx: Tx,
  table: QueueTable,
  from: { now: number; saturated: readonly Address[]; last: Candidate | null; wanted: number },
): Promise<Candidate[]> {
  const { now, saturated, last, wanted } = from;
  return tx
    .selectFrom(shared(table))
    .select(["id", "peer_address as peer", "next_try_at as due"])
    .where(isPending)
    .where("next_try_at", "<=", now)
    .where("expires_at", ">", now)
    .$if(saturated.length > 0, (query) => query.where("peer_address", "not in", saturated))
    .$if(last !== null, (query) => query.where(sql<boolean>`(next_try_at, id) > (${last?.due}, ${last?.id})`))
    .orderBy("next_try_at")
    .orderBy("id")
    .limit(wanted)
    .$if(dialectOf(tx).rowLocks, (query) => query.forUpdate().skipLocked())
    .execute();
}
