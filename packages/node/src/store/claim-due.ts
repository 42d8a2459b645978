import { chooseDueRows } from "./choose-due-rows.ts";
import type { Reader, Tx } from "./database.ts";
import type { Job } from "./jobs.ts";
import { readJobs } from "./jobs.ts";
import type { OutboxEntry } from "./outbox.ts";
import { readOutboxEntries } from "./outbox.ts";
import type { Pull } from "./pulls.ts";
import { readPulls } from "./pulls.ts";
import type { QueueName } from "./queue-rows.ts";
import { shared } from "./queue-rows.ts";

/** The record of a row of each queue. */
export interface QueueRecords {
  outbox: OutboxEntry;
  pulls: Pull;
  jobs: Job;
}

export interface Claim {
  /** ms */
  now: number;
  /** How long the rows are this worker's; then they are due again, for it must have died. */
  leaseMs: number;
  workerId: string;
  limit: number;
  /** How many rows of a peer (a node, or a host) may be worked on at a time … */
  shareOf: (peer: string) => number;
  /** … of which these are being worked on already. */
  busy: ReadonlyMap<string, number>;
}

const readers: { [T in QueueName]: (db: Reader, ids: readonly number[]) => Promise<QueueRecords[T][]> } = {
  outbox: readOutboxEntries,
  pulls: readPulls,
  jobs: readJobs,
};

const targets: { [T in QueueName]: (row: QueueRecords[T]) => string } = {
  outbox: (entry) => entry.peerAddress,
  pulls: (pull) => pull.peerAddress,
  jobs: (job) => job.host,
};

/** Whom a row goes to, as `Claim.busy` counts it: the address of a node, or a host. */
export function targetOf<T extends QueueName>(table: T, row: QueueRecords[T]): string {
  return targets[table](row);
}

/**
 * Takes due rows for a worker: what has been due longest comes first, and no peer gets more than its share, so that
 * one with a long queue doesn't hold up the others. No two workers get the same row.
 */
export async function claimDue<T extends QueueName>(
  tx: Tx,
  table: T,
  claim: Claim,
): Promise<QueueRecords[T][]> {
  const ids = await chooseDueRows(tx, table, claim);
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
