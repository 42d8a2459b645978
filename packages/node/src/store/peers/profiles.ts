import type { Address } from "@freehold/protocol";
import { sql } from "kysely";
import type { Reader, Tx } from "../database.ts";
import { prepareQuery } from "../prepare-query.ts";
import { didChange } from "../query-results.ts";
import { type ProfilesTable, profileColumns } from "../tables/peers.ts";

/** A node as it is known here: this one, or another. Times as in the tables. */
export type Profile = Omit<ProfilesTable, "isSelf"> & { isSelf: boolean };

export type ProfilePatch = Partial<Omit<Profile, "address" | "isSelf" | "createdAt">>;

const selectOwnProfile = prepareQuery((db) =>
  // Written out, because the index contains only rows with "is_self = 1".
  db.selectFrom("profiles").select(profileColumns).where(sql<boolean>`is_self = 1`),
);

/** This node's own profile; null before installation. */
export async function findOwnProfile(db: Reader): Promise<Profile | null> {
  const [row] = await selectOwnProfile(db, {});
  return row ? { ...row, isSelf: true } : null;
}

const selectProfile = prepareQuery((db, { address }: Pick<Profile, "address">) =>
  db.selectFrom("profiles").select(profileColumns).where("address", "=", address),
);

/** The profile of that address (EIP-55), or null. */
export async function findProfile(db: Reader, address: Address): Promise<Profile | null> {
  const [row] = await selectProfile(db, { address });
  return row ? { ...row, isSelf: row.isSelf === 1 } : null;
}

/** Host and port of a node, for limits by host: `example.org:8443`; its address if the host is unknown. */
export function hostOf({ address, url }: { address: Address; url: string | null }): string {
  return (url !== null && URL.canParse(url) && new URL(url).host) || address;
}

/** The known profiles of these addresses, by address. */
export async function readProfiles(
  db: Reader,
  addresses: readonly Address[],
): Promise<ReadonlyMap<Address, Profile>> {
  if (addresses.length === 0) return new Map();
  const rows = await db
    .selectFrom("profiles")
    .select(profileColumns)
    .where("address", "in", [...new Set(addresses)])
    .execute();
  return new Map(rows.map((row) => [row.address, { ...row, isSelf: row.isSelf === 1 }]));
}

/** Those of some addresses that are of other nodes, as far as these are known. @param urls without a slash at their end */
export async function findForeignUrls(db: Reader, urls: readonly string[]): Promise<Set<string>> {
  if (urls.length === 0) return new Set();
  const spellings = urls.flatMap((url) => [url, `${url}/`]);
  const rows = await db
    .selectFrom("profiles")
    .select("url")
    .where("isSelf", "=", 0)
    .where("url", "in", spellings)
    .execute();
  return new Set(rows.map(({ url }) => url.replace(/\/$/, "")));
}

/** Replaces the stored profile of an address. `createdAt` stays, and so does the mark of this node's own profile. */
export async function saveProfile(tx: Tx, profile: Profile): Promise<void> {
  const { address, createdAt, ...changes } = profile;
  const isSelf = profile.isSelf ? 1 : 0;
  await tx
    .insertInto("profiles")
    .values({ address, createdAt, ...changes, isSelf })
    .onConflict((conflict) =>
      conflict.column("address").doUpdateSet((eb) => ({
        ...changes,
        isSelf: eb.case().when("profiles.isSelf", "=", 1).then(1).else(isSelf).end(),
      })),
    )
    .execute();
}

/** Changes the given fields of a known profile. @returns whether the address is known. */
export async function updateProfile(tx: Tx, address: Address, patch: ProfilePatch): Promise<boolean> {
  if (Object.keys(patch).length === 0) return (await findProfile(tx, address)) !== null;
  return await didChange(tx.updateTable("profiles").set(patch).where("address", "=", address));
}
