import type { Address } from "@freehold/protocol";
import type { Reader, Tx } from "./store.ts";

/** How much of a followed publisher's is kept here. */
export interface ReplicaUsage {
  replicas: number;
  bytes: number;
  /** When the owner last deleted one (ms); 0: never. */
  freedAt: number;
}

const none: ReplicaUsage = { replicas: 0, bytes: 0, freedAt: 0 };

export async function readReplicaUsage(db: Reader, publisher: Address): Promise<ReplicaUsage> {
  return (await readReplicaUsages(db, [publisher])).get(publisher) ?? none;
}

/** Of those of whom something is or was kept. */
export async function readReplicaUsages(
  db: Reader,
  publishers: readonly Address[],
): Promise<Map<Address, ReplicaUsage>> {
  if (publishers.length === 0) return new Map();
  const rows = await db
    .selectFrom("replica_usage")
    .select(["publisher_address as publisher", "replicas", "bytes", "freed_at as freedAt"])
    .where("publisher_address", "in", publishers)
    .execute();
  return new Map(rows.map(({ publisher, ...usage }) => [publisher, usage]));
}

/** Counts one replica more, in the transaction that stores it. */
export async function countReplica(tx: Tx, publisher: Address, bytes: number): Promise<void> {
  await tx
    .insertInto("replica_usage")
    .values({ publisher_address: publisher, replicas: 1, bytes, freed_at: 0 })
    .onConflict((conflict) =>
      conflict.column("publisher_address").doUpdateSet((eb) => ({
        replicas: eb("replica_usage.replicas", "+", 1),
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
      freed_at: now,
    }))
    .where("publisher_address", "=", publisher)
    .execute();
}
