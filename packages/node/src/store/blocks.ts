import type { Address } from "@freehold/protocol";
import { dialectOf } from "./dialects/facts.ts";
import type { Reader, Tx } from "./store.ts";

/** An address with which the owner wants nothing to do. */
export interface Block {
  address: Address;
  /** The owner's own note. */
  reason: string | null;
  /** ms */
  createdAt: number;
}

const columns = ["address", "reason", "created_at as createdAt"] as const;

/** @returns whether it is new; one that stands keeps its time and gets the new note. */
export async function saveBlock(tx: Tx, { address, reason, createdAt }: Block): Promise<boolean> {
  const known = await findBlock(tx, address);
  await tx
    .insertInto("blocks")
    .values({ address, reason, created_at: createdAt })
    .onConflict((conflict) => conflict.column("address").doUpdateSet({ reason }))
    .execute();
  return known === null;
}

/** @returns whether there was one. */
export async function deleteBlock(tx: Tx, address: Address): Promise<boolean> {
  const result = await tx.deleteFrom("blocks").where("address", "=", address).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

async function findBlock(db: Reader, address: Address): Promise<Block | null> {
  const row = await db.selectFrom("blocks").select(columns).where("address", "=", address).executeTakeFirst();
  return row ?? null;
}

/** Whether the owner has blocked that address (EIP-55). */
export async function isBlocked(db: Reader, address: Address): Promise<boolean> {
  return (await findBlock(db, address)) !== null;
}

/** Blocks, the newest first; `after` is the id of the last one of the page before. */
export async function listBlocks(
  db: Reader,
  { limit, after }: { limit: number; after?: number },
): Promise<Array<Block & { id: number }>> {
  let query = db
    .selectFrom("blocks")
    .select(["id", ...columns])
    .orderBy("id", "desc")
    .limit(limit);
  if (after !== undefined) query = query.where("id", "<", after);
  return query.execute();
}

export async function countBlocks(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom("blocks")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Lets one transaction at a time decide how it stands between this node and that address. */
export async function lockPeer(tx: Tx, address: Address): Promise<void> {
  await dialectOf(tx).lock(tx, `peer:${address}`);
}
