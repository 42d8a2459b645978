import { sql } from "kysely";
import { dialectOf, type Reader, type Tx } from "./database.ts";
import type { Job } from "./jobs.ts";
import { readJobs } from "./jobs.ts";
import type { OutboxEntry } from "./outbox.ts";
import { readOutboxEntries } from "./outbox.ts";
import type { Pull } from "./pulls.ts";
import { readPulls } from "./pulls.ts";
import type { QueueName } from "./queue-rows.ts";
import { isPending, shared, target } from "./queue-rows.ts";

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

/** What of a queue may be taken: rows due at `now` (ms), `limit` in all, of each peer its share less what is `busy`. */
export interface Choice {
  now: number;
  limit: number;
  shareOf: (peer: string) => number;
  busy: ReadonlyMap<string, number>;
}

interface Candidate {
  id: number;
  peer: string;
  due: number;
}

// Not a limit: chooses the faster query.
/** So many due rows are gone through one by one without a second thought. */
const SHORT_QUEUE = 2_000;
/** Where rows were in the way, so many are looked at at a time. */
const LATER_BATCH = 64;
/** So many peers are asked one by one for their oldest rows. */
const FEW_PEERS = 128;

/**
 * The ids of rows to take, what has been due longest first. Where rows can be locked, they are, and those that are
 * locked by others are passed by.
 *
 * A peer that has its share may have a hundred thousand rows more in front of everybody else's. Where the queue is
 * that long, and not because there are that many peers, each peer is asked for its oldest rows instead.
 */
async function chooseDueRows(tx: Tx, table: QueueName, choice: Choice): Promise<number[]> {
  if (await isLong(tx, table, choice.now)) {
    const heads = await readHeads(tx, table);
    if (heads.length <= FEW_PEERS) return chooseByPeer(tx, table, choice, heads);
  }
  return chooseInOrder(tx, table, choice);
}

/**
 * Goes through the due rows once, from the oldest on, and passes by those of a peer that has its share. Whose rows are found to be in
 * the way is left out from then on: naming everybody who has a share would make the usual claim, in which nobody is, a long one.
 */
async function chooseInOrder(tx: Tx, table: QueueName, choice: Choice): Promise<number[]> {
  const { now, limit, shareOf } = choice;
  const shares = new Map(choice.busy);
  const inTheWay = new Set<string>();
  const chosen: number[] = [];
  let last: Candidate | null = null;
  while (chosen.length < limit) {
    const wanted = Math.max(limit - chosen.length, last === null ? 1 : LATER_BATCH);
    const batch: Candidate[] = await readBatch(tx, table, { now, inTheWay, last, wanted });
    for (const { id, peer } of batch) {
      const share = shares.get(peer) ?? 0;
      if (share >= shareOf(peer)) inTheWay.add(peer);
      else if (chosen.length < limit) {
        shares.set(peer, share + 1);
        chosen.push(id);
      }
    }
    if (batch.length < wanted) break;
    last = batch.at(-1) ?? null;
  }
  return chosen;
}

async function readBatch(
  tx: Tx,
  table: QueueName,
  from: { now: number; inTheWay: ReadonlySet<string>; last: Candidate | null; wanted: number },
): Promise<Candidate[]> {
  const { now, inTheWay, last, wanted } = from;
  return dueRows(tx, table, now)
    .select(["id", target(table).as("peer"), "next_try_at as due"])
    .$if(inTheWay.size > 0, (query) => query.where(target(table), "not in", [...inTheWay]))
    .$if(last !== null, (query) => query.where(sql<boolean>`(next_try_at, id) > (${last?.due}, ${last?.id})`))
    .limit(wanted)
    .$if(dialectOf(tx).rowLocks, (query) => query.forUpdate().skipLocked())
    .execute();
}

interface Head {
  peer: string;
  /** When its oldest pending row is due. */
  due: number;
}

/** Takes the oldest rows of each peer that has room, beginning with the peer that has waited longest. */
async function chooseByPeer(
  tx: Tx,
  table: QueueName,
  choice: Choice,
  heads: readonly Head[],
): Promise<number[]> {
  const chosen: number[] = [];
  const waiting = heads.filter(({ due }) => due <= choice.now).sort((a, b) => a.due - b.due);
  for (const { peer } of waiting) {
    const room = choice.shareOf(peer) - (choice.busy.get(peer) ?? 0);
    const wanted = Math.min(room, choice.limit - chosen.length);
    if (wanted <= 0) continue;
    const rows = await dueRows(tx, table, choice.now)
      .select("id")
      .where(target(table), "=", peer)
      .limit(wanted)
      .$if(dialectOf(tx).rowLocks, (query) => query.forUpdate().skipLocked())
      .execute();
    chosen.push(...rows.map((row) => row.id));
  }
  return chosen;
}

async function isLong(tx: Tx, table: QueueName, now: number): Promise<boolean> {
  const row = await dueRows(tx, table, now).select("id").limit(1).offset(SHORT_QUEUE).executeTakeFirst();
  return row !== undefined;
}

/** The peers of all pending rows, one more than are few at the most: a jump through the index for each. */
async function readHeads(tx: Tx, table: QueueName): Promise<Head[]> {
  const queue = sql.table(shared(table));
  const whose = target(table);
  const { rows } = await sql<Head>`
    with recursive heads (peer) as (
      select min(${whose}) from ${queue} where ${isPending}
      union all
      select (select min(${whose}) from ${queue} where ${isPending} and ${whose} > heads.peer)
      from heads where heads.peer is not null
    )
    select peer, (select min(next_try_at) from ${queue} where ${isPending} and ${whose} = heads.peer) as due
    from heads where peer is not null limit ${FEW_PEERS + 1}
  `.execute(tx);
  return rows;
}

function dueRows(tx: Tx, table: QueueName, now: number) {
  return tx
    .selectFrom(shared(table))
    .where(isPending)
    .where("next_try_at", "<=", now)
    .where("expires_at", ">", now)
    .orderBy("next_try_at")
    .orderBy("id");
}
