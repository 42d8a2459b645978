import type { Address } from "@freehold/protocol";
import { sql } from "kysely";
import { dialectOf, type Reader, type Tx } from "../database.ts";
import { prepareQuery } from "../prepare-query.ts";
import { countRows, didChange } from "../query-results.ts";
import { type BlocksTable, blockColumns, type ConnectionsTable, connectionColumns } from "../tables/peers.ts";

/** A follow that stands. */
export type Connection = ConnectionsTable;

/** The proof of a follow that was imported from a node that doesn't store the signed message. */
export const noProof = "null";

/** Whether its follower's signature is stored. */
export const isProven = ({ proof }: Pick<Connection, "proof">): boolean => proof !== noProof;

export type Pair = Pick<ConnectionsTable, "followerAddress" | "followeeAddress">;

/** The place where a page of connections continues: after the one made then with that peer. */
export interface ConnectionPage {
  after?: { createdAt: number; address: Address };
  limit: number;
}

const selectConnection = prepareQuery((db, { followerAddress, followeeAddress }: Pair) =>
  db
    .selectFrom("connections")
    .select(connectionColumns)
    .where("followerAddress", "=", followerAddress)
    .where("followeeAddress", "=", followeeAddress),
);

/** The follow of that pair, or null. */
export async function findConnection(
  db: Reader,
  followerAddress: Address,
  followeeAddress: Address,
): Promise<Connection | null> {
  const [row] = await selectConnection(db, { followerAddress, followeeAddress });
  return row ?? null;
}

/** The follows of this node by these others, by their addresses. This node is on one side of each connection. */
export async function readFollows(
  db: Reader,
  followers: readonly Address[],
): Promise<ReadonlyMap<Address, Connection>> {
  if (followers.length === 0) return new Map();
  const rows = await db
    .selectFrom("connections")
    .select(connectionColumns)
    .where("followerAddress", "in", followers)
    .execute();
  return new Map(rows.map((row) => [row.followerAddress, row]));
}

/** @throws the database's unique violation when the pair is connected already (`dialect.isUniqueViolation`). */
export async function insertConnection(tx: Tx, connection: Connection): Promise<void> {
  await tx.insertInto("connections").values(connection).execute();
}

const removeConnection = prepareQuery((db, { followerAddress, followeeAddress }: Pair) =>
  db
    .deleteFrom("connections")
    .where("followerAddress", "=", followerAddress)
    .where("followeeAddress", "=", followeeAddress)
    .returning("followerAddress"),
);

/** @returns whether the pair was connected. */
export async function deleteConnection(
  tx: Tx,
  followerAddress: Address,
  followeeAddress: Address,
): Promise<boolean> {
  return (await removeConnection(tx, { followerAddress, followeeAddress })).length > 0;
}

/** Deletes the unsigned follow of a pair, so that the signed one can be written. @returns whether there was one */
export async function deleteUnprovenConnection(
  tx: Tx,
  { followerAddress, followeeAddress }: Pair,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("connections")
    .where("followerAddress", "=", followerAddress)
    .where("followeeAddress", "=", followeeAddress)
    .where("proof", "=", noProof)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const selectTombstone = prepareQuery((db, { followerAddress, followeeAddress }: Pair) =>
  db
    .selectFrom("connection_tombstones")
    .select("signedAt")
    .where("followerAddress", "=", followerAddress)
    .where("followeeAddress", "=", followeeAddress),
);

/** When the follow of that pair was ended last (decisions 3), or null. */
export async function findConnectionTombstone(
  db: Reader,
  followerAddress: Address,
  followeeAddress: Address,
): Promise<{ signedAt: number } | null> {
  const [row] = await selectTombstone(db, { followerAddress, followeeAddress });
  return row ?? null;
}

const upsertTombstone = prepareQuery(
  (db, { followerAddress, followeeAddress, signedAt }: Pair & { signedAt: number }) =>
    db
      .insertInto("connection_tombstones")
      .values({ followerAddress, followeeAddress, signedAt })
      .onConflict((conflict) =>
        conflict
          .columns(["followerAddress", "followeeAddress"])
          .doUpdateSet({ signedAt })
          .where("connection_tombstones.signedAt", "<", signedAt),
      ),
);

/** Remembers that the follow was ended at `signedAt` (seconds); an earlier second never replaces a later one. */
export async function writeConnectionTombstone(tx: Tx, pair: Pair, signedAt: number): Promise<void> {
  await upsertTombstone(tx, { ...pair, signedAt });
}

/** Lists the follows of `self` by others, oldest first. */
export async function listFollowers(db: Reader, self: Address, page: ConnectionPage): Promise<Connection[]> {
  return listBySide(db, { own: "followeeAddress", other: "followerAddress" }, self, page);
}

/** Lists the follows of others by `self`, oldest first. */
export async function listFollowees(db: Reader, self: Address, page: ConnectionPage): Promise<Connection[]> {
  return listBySide(db, { own: "followerAddress", other: "followeeAddress" }, self, page);
}

/**
 * Reads all connections of `self` on one side, page by page.
 *
 * @param list `listFollowers` or `listFollowees`
 */
export async function* readAllConnections(
  list: typeof listFollowers,
  db: Reader,
  self: Address,
  limit: number,
): AsyncGenerator<Connection[]> {
  let after: ConnectionPage["after"];
  let page: Connection[];
  do {
    page = await list(db, self, { limit, ...(after && { after }) });
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last) return;
    const { createdAt, followerAddress, followeeAddress } = last;
    after = { createdAt, address: followerAddress === self ? followeeAddress : followerAddress };
  } while (page.length === limit);
}

async function listBySide(
  db: Reader,
  { own, other }: Record<"own" | "other", keyof Pair>,
  self: Address,
  { after, limit }: ConnectionPage,
): Promise<Connection[]> {
  return db
    .selectFrom("connections")
    .select(connectionColumns)
    .where(own, "=", self)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, ${sql.ref(other)}) > (${after?.createdAt}, ${after?.address})`),
    )
    .orderBy("createdAt")
    .orderBy(other)
    .limit(limit)
    .execute();
}

/** The follows of `self` and by `self` whose signature is missing, oldest first. */
export async function listUnprovenConnections(db: Reader, self: Address): Promise<Connection[]> {
  return db
    .selectFrom("connections")
    .select(connectionColumns)
    .where("proof", "=", noProof)
    .where((where) => where.or([where("followerAddress", "=", self), where("followeeAddress", "=", self)]))
    .orderBy("createdAt")
    .orderBy("followerAddress")
    .orderBy("followeeAddress")
    .execute();
}

export async function countFollowers(db: Reader, self: Address): Promise<number> {
  return countRows(db.selectFrom("connections").where("followeeAddress", "=", self));
}

/** As {@link countFollowers}, up to `most`: to count a million takes a tenth of a second and more. */
export async function countFollowersUpTo(db: Reader, self: Address, most: number): Promise<number> {
  const some = db
    .selectFrom("connections")
    .select("followerAddress")
    .where("followeeAddress", "=", self)
    .limit(most);
  return countRows(db.selectFrom(some.as("some")));
}

export async function countFollowees(db: Reader, self: Address): Promise<number> {
  return countRows(db.selectFrom("connections").where("followerAddress", "=", self));
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
export function deleteBlock(tx: Tx, address: Address): Promise<boolean> {
  return didChange(tx.deleteFrom("blocks").where("address", "=", address));
}

const selectBlock = prepareQuery((db, { address }: Pick<Block, "address">) =>
  db.selectFrom("blocks").select(blockColumns).where("address", "=", address),
);

async function findBlock(db: Reader, address: Address): Promise<Block | null> {
  const [row] = await selectBlock(db, { address });
  return row ?? null;
}

/** Whether the owner has blocked that address (EIP-55). */
export async function isBlocked(db: Reader, address: Address): Promise<boolean> {
  return (await findBlock(db, address)) !== null;
}

/** Those of some addresses (EIP-55) that the owner has blocked. */
export async function listBlockedAmong(db: Reader, addresses: Iterable<Address>): Promise<Set<Address>> {
  const asked = [...addresses];
  if (asked.length === 0) return new Set();
  const rows = await db.selectFrom("blocks").select("address").where("address", "in", asked).execute();
  return new Set(rows.map(({ address }) => address));
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

export function countBlocks(db: Reader): Promise<number> {
  return countRows(db.selectFrom("blocks"));
}

/** Lets one transaction at a time decide how it stands between this node and that address. */
export async function lockPeer(tx: Tx, address: Address): Promise<void> {
  await dialectOf(tx).lock(tx, `peer:${address}`);
}
