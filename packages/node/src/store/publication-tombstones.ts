import type { Address, Hex } from "@freehold/protocol";
import type { Reader, Tx } from "./store.ts";

/** What names a signed publication everywhere. */
export interface ProofKey {
  publisherAddress: Address;
  contentHash: Hex;
  /** Seconds. */
  timestamp: number;
}

/** Remembers that this signed publication was deleted here (decisions 5). `now` in ms. */
export async function insertPublicationTombstone(tx: Tx, proof: ProofKey, now: number): Promise<void> {
  await tx
    .insertInto("publication_tombstones")
    .values({
      publisher_address: proof.publisherAddress,
      content_hash: proof.contentHash,
      timestamp: proof.timestamp,
      deleted_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(["publisher_address", "content_hash", "timestamp"]).doNothing(),
    )
    .execute();
}

/** When that signed publication was deleted here (ms), or null. */
export async function findPublicationTombstone(
  db: Reader,
  proof: ProofKey,
): Promise<{ deletedAt: number } | null> {
  const row = await db
    .selectFrom("publication_tombstones")
    .select("deleted_at as deletedAt")
    .where("publisher_address", "=", proof.publisherAddress)
    .where("content_hash", "=", proof.contentHash)
    .where("timestamp", "=", proof.timestamp)
    .executeTakeFirst();
  return row ?? null;
}
