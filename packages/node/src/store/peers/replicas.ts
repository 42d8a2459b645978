import type { Address, Hex } from "@freehold/protocol";
import { sql } from "kysely";
import type { Reader, Tx } from "../database.ts";
import { prepareQuery } from "../prepare-query.ts";

/** How `knownProofs` names an entry of an index. */
export function proofKey(contentHash: Hex, timestamp: number): string {
  return `${contentHash}:${timestamp}`;
}

/**
 * Which of the entries of that publisher's index need no more to be done: stored here, queued to be pulled (in any state,
 * also refused), or deleted here. One query for all; pass up to 1,000.
 *
 * @returns keys as `proofKey` makes them, of entries that were asked for.
 */
export async function knownProofs(
  db: Reader,
  publisher: Address,
  proofs: readonly { contentHash: Hex; timestamp: number }[],
): Promise<Set<string>> {
  if (proofs.length === 0) return new Set();
  const wanted = sql.join(
    proofs.map(({ contentHash, timestamp }) => sql`(${contentHash}, cast(${timestamp} as bigint))`),
  );
  const { rows } = await sql<{ hash: Hex; second: number }>`
    with wanted (hash, second) as (values ${wanted})
    select hash, second from wanted where
      exists (select 1 from publications where content_hash = hash and publisher_address = ${publisher} and "timestamp" = second)
      or exists (select 1 from pulls where peer_address = ${publisher} and content_hash = hash and "timestamp" = second)
      or exists (select 1 from publication_tombstones where publisher_address = ${publisher} and content_hash = hash and "timestamp" = second)
  `.execute(db);
  return new Set(rows.map(({ hash, second }) => proofKey(hash, second)));
}

/** A publication as its publisher's index names it. */
interface Listed {
  readonly contentHash: Hex;
  /** Seconds. */
  readonly timestamp: number;
}

/** A replica with a wrong position within its second, and the right one. */
interface Misordered {
  readonly id: number;
  readonly seq: number;
}

/**
 * Finds the replicas of a publisher that stand in another order within one second than in the index: proofs that came by
 * themselves came as the network would have it.
 *
 * @param listed in the index's order
 */
export async function findMisordered(
  db: Reader,
  publisher: Address,
  listed: readonly Listed[],
): Promise<Misordered[]> {
  const seconds = Map.groupBy(listed, ({ timestamp }) => timestamp);
  const shared = [...seconds.values()].filter((entries) => entries.length > 1).flat();
  if (shared.length === 0) return [];
  const positions = new Map(
    shared.map(({ contentHash, timestamp }, position) => [proofKey(contentHash, timestamp), position]),
  );
  const rows = await db
    .selectFrom("publications")
    .select(["id", "seq", "contentHash", "sortTime"])
    .where(
      "contentHash",
      "in",
      shared.map(({ contentHash }) => contentHash),
    )
    .where("publisherAddress", "=", publisher)
    .where("timestamp", "is not", null)
    .orderBy("seq")
    .orderBy("id")
    .execute();
  const positioned = rows.flatMap(({ id, seq, contentHash, sortTime }) => {
    const position = positions.get(proofKey(contentHash, sortTime));
    return position === undefined ? [] : [{ id, seq, position, second: sortTime }];
  });
  return [...Map.groupBy(positioned, ({ second }) => second).values()].flatMap((one) =>
    replace(
      one,
      [...one].sort((a, b) => a.position - b.position),
    ),
  );
}

/** Assigns the existing positions again. */
function replace<Row extends Misordered>(positioned: readonly Row[], wanted: readonly Row[]): Misordered[] {
  let last = 0;
  const moved = wanted.map(({ id, seq }, index) => {
    last = Math.max(last + 1, positioned[index]?.seq ?? 0);
    return { id, seq: last, before: seq };
  });
  const isRight = wanted.every((row, index) => row === positioned[index]);
  return isRight ? [] : moved.filter(({ seq, before }) => seq !== before);
}

/** Puts them where they should stand. */
export async function reorderReplicas(tx: Tx, misordered: readonly Misordered[]): Promise<void> {
  for (const { id, seq } of misordered)
    await tx.updateTable("publications").set({ seq }).where("id", "=", id).execute();
}

/** How much of a followed publisher's is kept here. */
export interface ReplicaUsage {
  replicas: number;
  bytes: number;
  /** When the owner last deleted one (ms); 0: never. */
  freedAt: number;
}

const none: ReplicaUsage = { replicas: 0, bytes: 0, freedAt: 0 };

const selectUsage = prepareQuery((db, { publisher }: { publisher: Address }) =>
  db
    .selectFrom("replica_usage")
    .select(["replicas", "bytes", "freedAt"])
    .where("publisherAddress", "=", publisher),
);

export async function readReplicaUsage(db: Reader, publisher: Address): Promise<ReplicaUsage> {
  const [row] = await selectUsage(db, { publisher });
  return row ?? none;
}

/** The usage of those publishers that have or had replicas here. */
export async function readReplicaUsages(
  db: Reader,
  publishers: readonly Address[],
): Promise<Map<Address, ReplicaUsage>> {
  if (publishers.length === 0) return new Map();
  const rows = await db
    .selectFrom("replica_usage")
    .select(["publisherAddress as publisher", "replicas", "bytes", "freedAt"])
    .where("publisherAddress", "in", publishers)
    .execute();
  return new Map(rows.map(({ publisher, ...usage }) => [publisher, usage]));
}

/** Counts replicas in the transaction that stores them. */
export async function countReplicas(
  tx: Tx,
  publisher: Address,
  { replicas, bytes }: Pick<ReplicaUsage, "replicas" | "bytes">,
): Promise<void> {
  if (replicas === 0) return;
  await tx
    .insertInto("replica_usage")
    .values({ publisherAddress: publisher, replicas, bytes, freedAt: 0 })
    .onConflict((conflict) =>
      conflict.column("publisherAddress").doUpdateSet((eb) => ({
        replicas: eb("replica_usage.replicas", "+", replicas),
        bytes: eb("replica_usage.bytes", "+", bytes),
      })),
    )
    .execute();
}

/** Counts one replica less, in the transaction that deletes it at `now` (ms). */
export async function discountReplica(
  tx: Tx,
  publisher: Address,
  { bytes, now }: { bytes: number; now: number },
): Promise<void> {
  await tx
    .updateTable("replica_usage")
    .set((eb) => ({
      replicas: eb("replicas", "-", 1),
      bytes: eb("bytes", "-", bytes),
      freedAt: now,
    }))
    .where("publisherAddress", "=", publisher)
    .execute();
}
