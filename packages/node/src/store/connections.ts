import type { Address } from "@freehold/protocol";
import { sql } from "kysely";
import { dialectOf, type Reader, type Tx } from "./database.ts";
import { type BlocksTable, blockColumns, type ConnectionsTable, connectionColumns } from "./tables/peers.ts";

/** A follow that stands. */
export type Connection = ConnectionsTable;

export type Pair = Pick<ConnectionsTable, "followerAddress" | "followeeAddress">;

/** Where a page of connections goes on: behind the one that was made then with that other side. */
export interface ConnectionPage {
  after?: { createdAt: number; address: Address };
  limit: number;
}

/** The follow of that pair, or null. */
export async function findConnection(
  db: Reader,
  follower: Address,
  followee: Address,
): Promise<Connection | null> {
  const row = await db
    .selectFrom("connections")
    .select(connectionColumns)
    .where("followerAddress", "=", follower)
    .where("followeeAddress", "=", followee)
    .executeTakeFirst();
  return row ?? null;
}

/** @throws the database's unique violation when the pair is connected already (`dialect.isUniqueViolation`). */
export async function insertConnection(tx: Tx, connection: Connection): Promise<void> {
  await tx
    .insertInto("connections")
    .values({
      followerAddress: connection.followerAddress,
      followeeAddress: connection.followeeAddress,
      followerUrl: connection.followerUrl,
      followeeUrl: connection.followeeUrl,
      signedAt: connection.signedAt,
      proof: connection.proof,
      createdAt: connection.createdAt,
    })
    .execute();
}

/** @returns whether the pair was connected. */
export async function deleteConnection(tx: Tx, follower: Address, followee: Address): Promise<boolean> {
  const result = await tx
    .deleteFrom("connections")
    .where("followerAddress", "=", follower)
    .where("followeeAddress", "=", followee)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** When the follow of that pair was ended last (decisions 3), or null. */
export async function findConnectionTombstone(
  db: Reader,
  follower: Address,
  followee: Address,
): Promise<{ signedAt: number } | null> {
  const row = await db
    .selectFrom("connection_tombstones")
    .select("signedAt")
    .where("followerAddress", "=", follower)
    .where("followeeAddress", "=", followee)
    .executeTakeFirst();
  return row ?? null;
}

/** Remembers that the follow was ended at `signedAt` (seconds); an earlier second never replaces a later one. */
export async function writeConnectionTombstone(tx: Tx, pair: Pair, signedAt: number): Promise<void> {
  await tx
    .insertInto("connection_tombstones")
    .values({
      followerAddress: pair.followerAddress,
      followeeAddress: pair.followeeAddress,
      signedAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["followerAddress", "followeeAddress"])
        .doUpdateSet({ signedAt })
        .where("connection_tombstones.signedAt", "<", signedAt),
    )
    .execute();
}

/** Those who follow `self`, in the order in which they came. */
export async function listFollowers(db: Reader, self: Address, page: ConnectionPage): Promise<Connection[]> {
  const { after, limit } = page;
  return db
    .selectFrom("connections")
    .select(connectionColumns)
    .where("followeeAddress", "=", self)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, follower_address) > (${after?.createdAt}, ${after?.address})`),
    )
    .orderBy("createdAt")
    .orderBy("followerAddress")
    .limit(limit)
    .execute();
}

/** Those whom `self` follows, in the order in which it began to. */
export async function listFollowees(db: Reader, self: Address, page: ConnectionPage): Promise<Connection[]> {
  const { after, limit } = page;
  return db
    .selectFrom("connections")
    .select(connectionColumns)
    .where("followerAddress", "=", self)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, followee_address) > (${after?.createdAt}, ${after?.address})`),
    )
    .orderBy("createdAt")
    .orderBy("followeeAddress")
    .limit(limit)
    .execute();
}

export async function countFollowers(db: Reader, self: Address): Promise<number> {
  return countWhere(db, "followeeAddress", self);
}

export async function countFollowees(db: Reader, self: Address): Promise<number> {
  return countWhere(db, "followerAddress", self);
}

async function countWhere(
  db: Reader,
  side: "followerAddress" | "followeeAddress",
  self: Address,
): Promise<number> {
  const { count } = await db
    .selectFrom("connections")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where(side, "=", self)
    .executeTakeFirstOrThrow();
  return count;
}

/** An address with which the owner wants nothing to do. */
export type Block = Omit<BlocksTable, "id">;

/** @returns whether it is new; one that stands keeps its time and gets the new note. */
export async function saveBlock(tx: Tx, { address, reason, createdAt }: Block): Promise<boolean> {
  const known = await findBlock(tx, address);
  await tx
    .insertInto("blocks")
    .values({ address, reason, createdAt })
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
  const row = await db
    .selectFrom("blocks")
    .select(blockColumns)
    .where("address", "=", address)
    .executeTakeFirst();
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
    .select(["id", ...blockColumns])
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
