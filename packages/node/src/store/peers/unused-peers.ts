import type { Address } from "@freehold/protocol";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../database.ts";
import { dialectOf } from "../database.ts";
import { countChanged } from "../query-results.ts";
import { queueStates } from "../tables/queues.ts";
import type { Pair } from "./connections.ts";

/** A piece of a walk through a table: the first rows behind `after`, in the order of their keys. */
export interface Piece<Key> {
  after: Key | null;
  limit: number;
}

/** The result for a piece. `last` is the place where the next one begins; null at the end of the table. */
export interface Removed<Key> {
  removed: number;
  last: Key | null;
}

/**
 * Deletes the unused nodes of a piece: without a follow, publication, block or comment, without a row in a queue, and with
 * a profile that was last read before `unreadSince` (ms). How the way to them is goes with them. This node itself stays.
 */
export async function removeUnusedProfiles(
  tx: Tx,
  { after, limit, unreadSince }: Piece<Address> & { unreadSince: number },
): Promise<Removed<Address>> {
  const page = await tx
    .selectFrom("profiles")
    .select("address")
    .$if(after !== null, (query) => query.where("address", ">", after as Address))
    .orderBy("address")
    .limit(limit)
    .execute();
  const addresses = page.map(({ address }) => address);
  const last = page.length < limit ? null : (addresses.at(-1) ?? null);
  const unused = await lockUnused(tx, addresses, unreadSince);
  if (unused.length === 0) return { removed: 0, last };
  const gone = await tx
    .deleteFrom("profiles")
    .where("address", "in", unused)
    // Once more, now that nobody can begin to refer to them: since the look before, somebody may have.
    .where(isUnused(unreadSince))
    .returning("address")
    .execute();
  const goneAddresses = gone.map(({ address }) => address);
  if (gone.length > 0) {
    await tx.deleteFrom("peers").where("address", "in", goneAddresses).execute();
    await tx.deleteFrom("peer_events").where("address", "in", goneAddresses).execute();
  }
  return { removed: gone.length, last };
}

/** Locks unused nodes. A row that somebody else has locked is skipped, since it is about to be referred to. */
async function lockUnused(tx: Tx, addresses: readonly Address[], unreadSince: number): Promise<Address[]> {
  if (addresses.length === 0) return [];
  const rows = await tx
    .selectFrom("profiles")
    .select("address")
    .where("address", "in", addresses)
    .where(isUnused(unreadSince))
    .$if(dialectOf(tx).rowLocks, (query) => query.forUpdate().skipLocked())
    .execute();
  return rows.map(({ address }) => address);
}

function isUnused(unreadSince: number): RawBuilder<boolean> {
  const ofThem = (table: string, column: string) =>
    sql`not exists (select 1 from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = profiles.address)`;
  // Their indexes are by state, too.
  const inQueue = (table: string) => sql`not exists (
    select 1 from ${sql.table(table)} where state in (${sql.join(queueStates)}) and peer_address = profiles.address
  )`;
  return sql<boolean>`is_self = 0 and fetched_at < ${unreadSince} and created_at < ${unreadSince}
    and ${ofThem("connections", "followerAddress")} and ${ofThem("connections", "followeeAddress")}
    and ${ofThem("publications", "publisherAddress")} and ${ofThem("blocks", "address")}
    and not exists (select 1 from comments where author_key = lower(profiles.address))
    and ${inQueue("outbox")} and ${inQueue("pulls")}`;
}

/** Forgets the follows of a piece that were ended before that second. */
export async function removeOldTombstones(
  tx: Tx,
  { after, limit, signedBefore }: Piece<Pair> & { signedBefore: number },
): Promise<Removed<Pair>> {
  const page = await tx
    .selectFrom("connection_tombstones")
    .select(["followerAddress", "followeeAddress", "signedAt"])
    .$if(after !== null, (query) => query.where(isBehind(after as Pair)))
    .orderBy("followerAddress")
    .orderBy("followeeAddress")
    .limit(limit)
    .execute();
  const old = page.filter((row) => row.signedAt < signedBefore);
  let removed = 0;
  for (const { followerAddress, followeeAddress } of old) {
    removed += await countChanged(
      tx
        .deleteFrom("connection_tombstones")
        .where("followerAddress", "=", followerAddress)
        .where("followeeAddress", "=", followeeAddress)
        .where("signedAt", "<", signedBefore),
    );
  }
  const end = page.at(-1);
  return { removed, last: page.length < limit || !end ? null : end };
}

const isBehind = ({ followerAddress, followeeAddress }: Pair) =>
  sql<boolean>`(follower_address, followee_address) > (${followerAddress}, ${followeeAddress})`;
