import { sql } from "kysely";
import { dialectOf, type Tx } from "./database.ts";
import type { Job } from "./jobs.ts";
import type { OutboxEntry } from "./outbox.ts";
import type { Pull } from "./pulls.ts";
import { isPending, type QueueName, shared, target } from "./queue-rows.ts";
import { jobColumns, outboxColumns, pullColumns } from "./tables/queues.ts";

/** The record of a row of each queue. */
export interface QueueRecords {
  outbox: OutboxEntry;
  pulls: Pull;
  jobs: Job;
}

const columns = { outbox: outboxColumns, pulls: pullColumns, jobs: jobColumns } as const;

/** What a worker may claim. */
export interface Claim {
  /** ms */
  now: number;
  /** How long the rows belong to this worker (ms). After a crash they are due again then. */
  leaseMs: number;
  workerId: string;
  /** How many rows at most. */
  limit: number;
  /** How many rows of a peer (a node, or a host) may run at a time … */
  shareOf: (peer: string) => number;
  /** … and how many of them run now. */
  busy: ReadonlyMap<string, number>;
}

/** The peer of a row, as `Claim.busy` counts it: the address of a node, or a host. */
export function targetOf(row: QueueRecords[QueueName]): string {
  return "host" in row ? row.host : row.peerAddress;
}

/**
 * Claims due rows for a worker, longest due first. No peer gets more than its share, so that a peer with a long queue
 * does not hold up the others. No two workers get the same row.
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
    .set({ claimedBy: claim.workerId, nextTryAt: claim.now + claim.leaseMs })
    .where("id", "in", ids)
    .execute();
  const rows = await tx
    .selectFrom(shared(table))
    .select(columns[table] as typeof outboxColumns)
    .where("id", "in", ids)
    .execute();
  const records = new Map(rows.map((row) => [row.id, row as QueueRecords[QueueName] as QueueRecords[T]]));
  return ids.flatMap((id) => records.get(id) ?? []);
}

interface Candidate {
  id: number;
  peer: string;
  due: number;
}

// Not a limit: chooses the faster query.
/** Most due rows that are read in order. */
const SHORT_QUEUE = 2_000;
/** The rows of a batch after the first one. */
const LATER_BATCH = 64;
/** Most peers that are queried one by one for their oldest rows. */
const FEW_PEERS = 128;

/**
 * The ids of rows to claim, longest due first. Locks them where the dialect can, and skips rows that others have locked.
 *
 * A peer at its share may have a hundred thousand more rows before those of all others. If the queue is long and has few
 * peers, each peer is queried for its oldest rows instead.
 */
async function chooseDueRows(tx: Tx, table: QueueName, choice: Claim): Promise<number[]> {
  if (await isLong(tx, table, choice.now)) {
    const heads = await readHeads(tx, table);
    if (heads.length <= FEW_PEERS) return chooseByPeer(tx, table, choice, heads);
  }
  return chooseInOrder(tx, table, choice);
}

/**
 * Reads the due rows once, oldest first, and skips those of a peer at its share. A capped peer is excluded from the query
 * once one of its rows is met: to name all busy peers would make the usual query long.
 */
async function chooseInOrder(tx: Tx, table: QueueName, choice: Claim): Promise<number[]> {
  const { now, limit, shareOf } = choice;
  const shares = new Map(choice.busy);
  const capped = new Set<string>();
  const chosen: number[] = [];
  let last: Candidate | null = null;
  while (chosen.length < limit) {
    const wanted = Math.max(limit - chosen.length, last === null ? 1 : LATER_BATCH);
    const batch: Candidate[] = await readBatch(tx, table, { now, capped, last, wanted });
    for (const { id, peer } of batch) {
      const share = shares.get(peer) ?? 0;
      if (share >= shareOf(peer)) capped.add(peer);
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
  from: { now: number; capped: ReadonlySet<string>; last: Candidate | null; wanted: number },
): Promise<Candidate[]> {
  const { now, capped, last, wanted } = from;
  return dueRows(tx, table, now)
    .select(["id", target(table).as("peer"), "nextTryAt as due"])
    .$if(capped.size > 0, (query) => query.where(target(table), "not in", [...capped]))
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

/** Takes the oldest rows of each peer below its share, longest due first. */
async function chooseByPeer(
  tx: Tx,
  table: QueueName,
  choice: Claim,
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

/** The peers of all pending rows, at most one more than FEW_PEERS: one index seek for each. */
async function readHeads(tx: Tx, table: QueueName): Promise<Head[]> {
  const queue = sql.table(shared(table));
  const column = target(table);
  const { rows } = await sql<Head>`
    with recursive heads (peer) as (
      select min(${column}) from ${queue} where ${isPending}
      union all
      select (select min(${column}) from ${queue} where ${isPending} and ${column} > heads.peer)
      from heads where heads.peer is not null
    )
    select peer, (select min(next_try_at) from ${queue} where ${isPending} and ${column} = heads.peer) as due
    from heads where peer is not null limit ${FEW_PEERS + 1}
  `.execute(tx);
  return rows;
}

function dueRows(tx: Tx, table: QueueName, now: number) {
  return tx
    .selectFrom(shared(table))
    .where(isPending)
    .where("nextTryAt", "<=", now)
    .where("expiresAt", ">", now)
    .orderBy("nextTryAt")
    .orderBy("id");
}
