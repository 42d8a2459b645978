import type { Address, Hex } from "@freehold/protocol";
import type { Reader, Tx } from "../database.ts";
import { prepareQuery } from "../prepare-query.ts";

/** The key of a signed publication, the same everywhere. */
export interface ProofKey {
  publisherAddress: Address;
  contentHash: Hex;
  /** Seconds. */
  timestamp: number;
}

/** Remembers that this signed publication was deleted here (decisions 5). `now` in ms. */
export async function insertPublicationTombstone(
  tx: Tx,
  { publisherAddress, contentHash, timestamp }: ProofKey,
  now: number,
): Promise<void> {
  await tx
    .insertInto("publication_tombstones")
    .values({ publisherAddress, contentHash, timestamp, deletedAt: now })
    .onConflict((conflict) => conflict.columns(["publisherAddress", "contentHash", "timestamp"]).doNothing())
    .execute();
}

/** Forgets the deletion of a signed publication, which is restored. */
export async function deletePublicationTombstone(
  tx: Tx,
  { publisherAddress, contentHash, timestamp }: ProofKey,
): Promise<void> {
  await tx
    .deleteFrom("publication_tombstones")
    .where("publisherAddress", "=", publisherAddress)
    .where("contentHash", "=", contentHash)
    .where("timestamp", "=", timestamp)
    .execute();
}

/** The signed publication with that key, or its deletion here. */
export const signedOrDeleted = (db: Reader, key: ProofKey) =>
  db
    .selectFrom("publications")
    .select("contentHash")
    .where("contentHash", "=", key.contentHash)
    .where("publisherAddress", "=", key.publisherAddress)
    .where("timestamp", "=", key.timestamp)
    .unionAll(
      db
        .selectFrom("publication_tombstones")
        .select("contentHash")
        .where("publisherAddress", "=", key.publisherAddress)
        .where("contentHash", "=", key.contentHash)
        .where("timestamp", "=", key.timestamp),
    );

const selectSignedOrDeleted = prepareQuery(signedOrDeleted);

/** Whether a signed publication is here, or was deleted here. */
export async function isSignedOrDeleted(db: Reader, proof: ProofKey): Promise<boolean> {
  return (await selectSignedOrDeleted(db, proof)).length > 0;
}
