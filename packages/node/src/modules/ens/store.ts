import type { Address, Hex } from "@freehold/protocol";
import { type Selectable, sql } from "kysely";
import type { Reader, Tx } from "../../store/database.ts";
import { countRows, findRow } from "../../store/query-results.ts";
import { type EnsNamesTable, ensNameColumns } from "./tables.ts";

/** The result of the last look-up of an address in ENS. Times in ms. */
export type EnsRecord = Selectable<EnsNamesTable>;

export function findEnsName(db: Reader, address: Address): Promise<EnsRecord | null> {
  return findRow(db.selectFrom("ens_names").select(ensNameColumns).where("address", "=", address));
}

/** The names of some addresses that were verified after a time (ms). */
export async function readEnsNames(
  db: Reader,
  addresses: readonly Address[],
  since: number,
): Promise<{ address: Address; name: string; avatarHash: Hex | null }[]> {
  const rows = await db
    .selectFrom("ens_names")
    .select(["address", "name", "avatarHash"])
    .where("address", "in", [...new Set(addresses)])
    .where("verifiedAt", ">", since)
    .execute();
  return rows.flatMap(({ name, ...row }) => (name === null ? [] : [{ ...row, name }]));
}

export function countEnsNames(db: Reader): Promise<number> {
  return countRows(db.selectFrom("ens_names"));
}

/**
 * Records that an address is being looked up; the earlier result stays until it is replaced.
 *
 * @param before when it was looked up last, as the caller read it (ms); null for never
 * @returns whether no other process has recorded a look-up since
 */
export async function saveEnsName(
  tx: Tx,
  { address, askedAt, renewAt }: Pick<EnsRecord, "address" | "askedAt" | "renewAt">,
  before: number | null,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("ens_names")
    .values({ address, askedAt, renewAt, name: null, avatarHash: null, verifiedAt: null })
    .onConflict((conflict) =>
      conflict
        .column("address")
        .doUpdateSet({ askedAt, renewAt })
        .where("ens_names.askedAt", "=", before ?? -1),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Writes the result, unless the address was deleted meanwhile. */
export async function updateEnsName(
  tx: Tx,
  address: Address,
  found: Pick<EnsRecord, "name" | "avatarHash" | "verifiedAt" | "renewAt">,
): Promise<void> {
  await tx.updateTable("ens_names").set(found).where("address", "=", address).execute();
}

/** Deletes those that should have been renewed before a time (ms), or all for null. */
export async function deleteEnsNames(tx: Tx, before: number | null): Promise<void> {
  const all = tx.deleteFrom("ens_names");
  await (before === null ? all : all.where("renewAt", "<=", before)).execute();
}

/**
 * Up to `limit` addresses that were never looked up or have expired: of the owner, of connected nodes, and of the
 * authors of the newest `comments` comments that readers see or that wait for the owner.
 */
export async function listAddressesToName(
  db: Reader,
  { now, comments, limit }: { now: number; comments: number; limit: number },
): Promise<Address[]> {
  const authors = (state: string) => sql`
    select author_id as address from (
      select author_id from comments where state = ${state} and auth_type = 'ETHEREUM'
      order by created_at desc limit ${comments}
    ) as newest_${sql.raw(state)}`;
  const { rows } = await sql<{ address: Address }>`
    select used.address from (
      select address from profiles where is_self = 1
      union select follower_address as address from connections
      union select followee_address as address from connections
      union ${authors("published")}
      union ${authors("held")}
    ) as used
    left join ens_names on ens_names.address = used.address
    where ens_names.renew_at is null or ens_names.renew_at <= ${now}
    order by used.address limit ${limit}
  `.execute(db);
  return rows.map(({ address }) => address);
}
