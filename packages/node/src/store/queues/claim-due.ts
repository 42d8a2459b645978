import { sql } from "kysely";
import { dialectOf, type Reader, type Tx } from "../database.ts";
import { findRow } from "../query-results.ts";
import { jobColumns, outboxColumns, pullColumns } from "../tables/queues.ts";
import type { Job } from "./jobs.ts";
import type { OutboxEntry } from "./outbox.ts";
import type { Pull } from "./pulls.ts";
import { hasDueRows, heldBy, isPending, type QueueName, shared, target } from "./queue-rows.ts";

/** The record of a row of each queue. */
export interface QueueRecords {
  outbox: OutboxEntry;
  pulls: Pull;
  jobs: Job;
}

const columns = { outbox: outboxColumns, pulls: pullColumns, jobs: jobColumns } as const;

/** The conditions of a worker's claim. */
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

/** The peer of a row, as `Claim.busy` counts it: a host, or the address of a node. */
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
  await dialectOf(tx).readInOrder(tx);
  const ids = await chooseDueRows(tx, table, claim);
  if (ids.length === 0) return [];
  const rows = await tx
    .updateTable(shared(table))
    .set({ claimedBy: claim.workerId, nextTryAt: claim.now + claim.leaseMs })
    .where("id", "in", ids)
    .returning(columns[table] as typeof outboxColumns)
    .execute();
  const records = new Map(rows.map((row) => [row.id, row as QueueRecords[QueueName] as QueueRecords[T]]));
  return ids.flatMap((id) => records.get(id) ?? []);
}

/** A row that was interrupted and whose work is still to be done; null for none. */
export async function findHeldRow<T extends QueueName>(
  db: Reader,
  table: T,
  id: number,
): Promise<QueueRecords[T] | null> {
  const found = db
    .selectFrom(shared(table))
    .select(columns[table] as typeof outboxColumns)
    .where("id", "=", id)
    .where("claimedBy", "=", heldBy)
    .where(isPending);
  return (await findRow(found)) as QueueRecords[QueueName] as QueueRecords[T] | null;
}

interface Candidate {
  id: number;
  peer: string;
  due: number;
}

/** Most due rows that are read in order. */
const SHORT_QUEUE = 2_000;
/** The rows of a batch after the first one. */
const LATER_BATCH = 64;
/** Most peers that are queried one by one for their oldest rows. */
const FEW_PEERS = 128;

/** The rows that are chosen already, and those that run. */
interface Chosen {
  readonly ids: number[];
  /** How many rows of each peer. */
  readonly shares: Map<string, number>;
}

/**
 * The ids of rows to claim, longest due first. Locks them where the dialect can, and skips rows that others have locked.
 *
 * A peer at its share may have a hundred thousand more rows before those of all others. If the queue is long and has few
 * peers, each peer is queried for its oldest rows instead.
 */
async function chooseDueRows(tx: Tx, table: QueueName, choice: Claim): Promise<number[]> {
  const chosen: Chosen = { ids: [], shares: new Map(choice.busy) };
  const capped = new Set<string>();
  const next = async (last: Candidate | null) => {
    const wanted = Math.max(choice.limit - chosen.ids.length, last === null ? 1 : LATER_BATCH);
    const batch: Candidate[] = await readBatch(tx, table, { now: choice.now, capped, last, wanted });
    for (const candidate of batch) if (!take(chosen, candidate, choice)) capped.add(candidate.peer);
    return batch.length < wanted ? null : (batch.at(-1) ?? null);
  };
  let last = await next(null);
  if (last && chosen.ids.length < choice.limit && (await hasDueRows(tx, table, choice.now, SHORT_QUEUE))) {
    const heads = await readHeads(tx, table);
    if (heads.length <= FEW_PEERS) return chooseByPeer(tx, table, { choice, chosen, heads });
  }
  // A capped peer is excluded once one of its rows is met: to name all busy peers would make the usual query long.
  while (last && chosen.ids.length < choice.limit) last = await next(last);
  return chosen.ids;
}

/** @returns false where its peer has reached its share */
function take({ ids, shares }: Chosen, { id, peer }: Candidate, { limit, shareOf }: Claim): boolean {
  const share = shares.get(peer) ?? 0;
  if (share >= shareOf(peer)) return false;
  if (ids.length < limit) {
    shares.set(peer, share + 1);
    ids.push(id);
  }
  return true;
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
  { choice, chosen, heads }: { choice: Claim; chosen: Chosen; heads: readonly Head[] },
): Promise<number[]> {
  const { ids, shares } = chosen;
  const waiting = heads.filter(({ due }) => due <= choice.now).sort((a, b) => a.due - b.due);
  for (const { peer } of waiting) {
    const room = choice.shareOf(peer) - (shares.get(peer) ?? 0);
    const wanted = Math.min(room, choice.limit - ids.length);
    if (wanted <= 0) continue;
    const rows = await dueRows(tx, table, choice.now)
      .select("id")
      .where(target(table), "=", peer)
      .$if(ids.length > 0, (query) => query.where("id", "not in", ids))
      .limit(wanted)
      .$if(dialectOf(tx).rowLocks, (query) => query.forUpdate().skipLocked())
      .execute();
    ids.push(...rows.map((row) => row.id));
  }
  return ids;
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
