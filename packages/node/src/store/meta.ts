import { sql } from "kysely";
import type { Reader, Tx } from "./database.ts";
import { privateWrite } from "./database.ts";
import { prepareQueries, prepareQuery } from "./prepare-query.ts";

const selectMeta = prepareQuery((db, { key }: { key: string }) =>
  db.selectFrom("meta").select("value").where("key", "=", key),
);

/** The single value with that key, or null. */
export async function readMeta(db: Reader, key: string): Promise<string | null> {
  const [row] = await selectMeta(db, { key });
  return row?.value ?? null;
}

const selectMetas = prepareQueries((db, keys: Record<number, string>, count: number) =>
  db
    .selectFrom("meta")
    .select(["key", "value"])
    .where(
      "key",
      "in",
      Array.from({ length: count }, (_, index) => keys[index] as string),
    ),
);

/** The values with these keys, by key. */
export async function readMetas(db: Reader, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await selectMetas(db, keys.length, { ...keys });
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/** The keys that begin with a text of letters and dots, in their order. */
export async function listMetaKeys(db: Reader, prefix: string): Promise<string[]> {
  const rows = await db
    .selectFrom("meta")
    .select("key")
    .where("key", "like", `${prefix}%`)
    .orderBy("key")
    .execute();
  return rows.map(({ key }) => key);
}

/** Sets the single value with that key. */
export async function writeMeta(tx: Tx, key: string, value: string): Promise<void> {
  await tx
    .insertInto("meta")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

/** The same for a value that no public read uses: prepared answers stay valid. */
export async function writePrivateMeta(tx: Tx, key: string, value: string): Promise<void> {
  await sql`${sql.raw(privateWrite)} insert into meta (key, value) values (${key}, ${value})
    on conflict (key) do update set value = excluded.value`.execute(tx);
}

/** Every value whose key begins with `prefix`, by the rest of its key. @param except one that is left unread */
export async function listMeta(db: Reader, prefix: string, except = ""): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("meta")
    .select(["key", "value"])
    .where("key", ">=", prefix)
    // The code point behind every one that a key has.
    .where("key", "<", `${prefix}\u{10ffff}`)
    .where("key", "!=", `${prefix}${except}`)
    .execute();
  return new Map(rows.map(({ key, value }) => [key.slice(prefix.length), value]));
}

/** Removes the single value with that key, where there is one. */
export async function deleteMeta(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom("meta").where("key", "=", key).execute();
}
