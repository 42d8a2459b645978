import type { Kysely, Transaction } from "kysely";
import { sql } from "kysely";
import type { DatedTable, Snapshot, Snapshots } from "../copies/snapshots.ts";
import { parseSnapshotName, programKey, snapshotName } from "../copies/snapshots.ts";
import { createStore } from "../create-store.ts";
import type { Reader, Tx } from "../database.ts";
import { migrateInside } from "../migrate.ts";
import { openPostgres } from "./dialect.ts";
import { type PostgresLocation, sessionUrl } from "./pooler.ts";

const prefix = "freehold_snapshot_";

/** Copies of all tables, each set in a schema of its own in the same database. Made and put back in one transaction. */
export async function openPostgresSnapshots(location: PostgresLocation): Promise<Snapshots> {
  // A snapshot takes long, and a pooler's connections are for short work.
  const store = createStore(await openPostgres({ databaseUrl: sessionUrl(location) }), false);
  const { db } = store;
  return {
    async make(now) {
      const snapshot = parseSnapshotName(snapshotName(now)) as Snapshot;
      await store.transaction((tx) => copyTables(store, tx, prefix + snapshot.name));
      return snapshot;
    },
    async list() {
      const { rows } = await sql<{ name: string }>`
        select nspname as name from pg_namespace where starts_with(nspname, ${prefix}) order by nspname
      `.execute(db);
      return rows
        .map(({ name }) => parseSnapshotName(name.slice(prefix.length)))
        .filter((snapshot) => snapshot !== null);
    },
    async remove(name) {
      await sql`drop schema if exists ${sql.id(prefix + name)} cascade`.execute(db);
    },
    async describe(name) {
      const schema = prefix + name;
      const { rows } = await sql<{ value: string }>`
        select value from ${sql.id(schema, "meta")} where key = ${programKey}
      `.execute(db);
      return { lastMigration: await readLastMigration(db, schema), program: rows[0]?.value ?? null };
    },
    async countSince({ madeAt }, tables) {
      const counts = new Map<DatedTable, number>();
      for (const table of tables) {
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from ${sql.table(table)} where created_at > ${madeAt}
        `.execute(db);
        counts.set(table, rows[0]?.count ?? 0);
      }
      return counts;
    },
    restore: (name) => store.transaction((tx) => putBack(store, tx, prefix + name)),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

type OpenStore = Parameters<typeof migrateInside>[1];

async function copyTables({ dialect }: OpenStore, tx: Tx, schema: string): Promise<void> {
  await dialect.liftTimeouts(tx);
  await sql`set transaction isolation level repeatable read`.execute(tx);
  await sql`create schema ${sql.id(schema)}`.execute(tx);
  for (const table of await listTables(tx, "public")) {
    await sql`create table ${sql.id(schema, table)} as table ${sql.id("public", table)}`.execute(tx);
  }
}

async function putBack(store: OpenStore, tx: Tx, schema: string): Promise<void> {
  const last = await readLastMigration(tx, schema);
  await store.dialect.liftTimeouts(tx);
  const now = await listTables(tx, "public");
  for (const table of now) await sql`drop table ${sql.id("public", table)} cascade`.execute(tx);
  await migrateInside(tx, store, last);
  await sql`delete from migrations`.execute(tx);
  const copied = await listTables(tx, schema);
  // In the order in which the migrations made them, so that the rows to which a row refers come before it.
  const made = await listTables(tx, "public");
  for (const table of made.filter((name) => copied.includes(name))) {
    const columns = sql.join((await writableColumns(tx, table)).map((name) => sql.ref(name)));
    await sql`
      insert into ${sql.id("public", table)} (${columns}) select ${columns} from ${sql.id(schema, table)}
    `.execute(tx);
    if (await hasCountedId(tx, table)) await store.dialect.raiseIds(tx, table);
  }
}

async function listTables(db: Reader | Transaction<never>, schema: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = (select oid from pg_namespace where nspname = ${schema}) order by oid
  `.execute(db as Kysely<never>);
  return rows.map(({ name }) => name);
}

async function writableColumns(db: Reader, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'
  `.execute(db);
  return rows.map(({ name }) => name);
}

async function hasCountedId(db: Reader, table: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_identity = 'YES'
  `.execute(db);
  return rows.length > 0;
}

async function readLastMigration(db: Reader, schema: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select max(name) as name from ${sql.id(schema, "migrations")}
  `.execute(db);
  return rows[0]?.name ?? "";
}
