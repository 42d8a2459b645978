import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, describe, expect, inject } from "vitest";
import type { Reader, Store, Tx } from "../../src/store/database.ts";
import { migrate } from "../../src/store/migrate.ts";
import { openStore } from "../../src/store/open-store.ts";
import { handleModuleEvents } from "./module-events.ts";
import { placeSqliteTables } from "./sqlite-tables.ts";

export type DatabaseName = "sqlite" | "postgres";

/** A database that nobody has used, and a data folder; what `openStore` and a node's configuration take. */
export interface FreshDatabase extends AsyncDisposable {
  readonly dataDir: string;
  /** null for SQLite, whose file lies in the data folder. */
  readonly databaseUrl: string | null;
}

const all: readonly DatabaseName[] = ["sqlite", "postgres"];
const chosen = process.env.TEST_DATABASES?.split(",") ?? (process.env.TEST_FULL ? all : ["sqlite"]);

/** SQLite alone, unless a project of `vitest.config.ts` names both, or `TEST_FULL` is set (CONTRIBUTING.md). */
export const databases: readonly DatabaseName[] = all.filter((name) => chosen.includes(name));

const everyCopy: readonly (readonly [from: DatabaseName, to: DatabaseName])[] = [
  ["sqlite", "sqlite"],
  ["sqlite", "postgres"],
  ["postgres", "sqlite"],
];

/** From which database to which one a node is copied: those with PostgreSQL where `databases` has it. */
export const copies = everyCopy.filter((pair) =>
  databases.includes(pair.includes("postgres") ? "postgres" : "sqlite"),
);

/**
 * Describes the same tests for each of `databases`. `open` gives a store on a fresh migrated database, as often as a
 * test calls it; `fresh` an empty one. All of them are closed and removed after the test.
 */
export function forEachDatabase(
  body: (name: DatabaseName, open: () => Promise<Store>, fresh: () => Promise<FreshDatabase>) => void,
): void {
  for (const name of databases) {
    describe(`on ${name}`, () => {
      const used: AsyncDisposable[] = [];
      const fresh = async () => {
        const database = await freshDatabase(name);
        used.push(database);
        return database;
      };
      const open = async () => {
        const database = await freshDatabase(name, { withTables: true });
        used.push(database);
        if (name === "sqlite") await placeSqliteTables(database.dataDir);
        const store = await openStore(database);
        handleModuleEvents(store);
        used.push(store);
        return store;
      };
      afterEach(async () => {
        for (const resource of used.splice(0).reverse()) await resource[Symbol.asyncDispose]();
      });
      body(name, open, fresh);
    });
  }
}

/**
 * Makes an empty database of that kind. Disposing of it removes it, with whatever is still connected to it.
 *
 * @param options.withTables PostgreSQL's has its tables already, see `migratedPostgres`
 */
export async function freshDatabase(
  name: DatabaseName,
  { withTables = false }: { withTables?: boolean } = {},
): Promise<FreshDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), "freehold-test-"));
  const take = withTables ? migratedPostgres : freshPostgres;
  const postgres = name === "postgres" ? await take() : null;
  return {
    dataDir,
    databaseUrl: postgres?.url ?? null,
    async [Symbol.asyncDispose]() {
      await postgres?.[Symbol.asyncDispose]();
      // A picture that is being drawn is still written when its node has ended.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A transaction that stays open for as long as a test likes, so that others meet it half-way. */
export interface HeldTransaction {
  /**
   * Resolves when each of these waits for a lock, or is over. On SQLite at once: everybody waits for the one
   * connection there.
   */
  untilMet(...others: Promise<unknown>[]): Promise<void>;
  /** Does what is still to be done, and commits. */
  commit(last?: (tx: Tx) => Promise<unknown>): Promise<void>;
}

/** Begins a transaction and does the first part of its work. A test that fails leaves it to the end of its database. */
export async function holdTransaction(
  store: Store,
  first: (tx: Tx) => Promise<unknown>,
): Promise<HeldTransaction> {
  const begun = Promise.withResolvers<void>();
  const rest = Promise.withResolvers<(tx: Tx) => Promise<unknown>>();
  const ended = store.transaction(async (tx) => {
    await first(tx);
    begun.resolve();
    await (await rest.promise)(tx);
  });
  await Promise.race([begun.promise, ended]);
  return {
    async untilMet(...others) {
      let over = 0;
      const count = () => {
        over += 1;
      };
      for (const other of others) other.then(count, count);
      if (store.dialect.name === "sqlite") return;
      const met = async () => over + (await countWaiting(store.db));
      await expect.poll(met, { timeout: 30_000, interval: 5 }).toBe(others.length);
    },
    async commit(last = async () => {}) {
      rest.resolve(last);
      await ended;
    },
  };
}

async function countWaiting(db: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(distinct pid) as count from pg_locks
    where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** A database for a `DATABASE_URL`. */
export interface FreshPostgres extends AsyncDisposable {
  readonly url: string;
}

/** The tables, and the snapshots of them in schemas of their own. */
const emptyDatabase = `
  do $$ declare name text; begin
    for name in select nspname from pg_namespace where nspname = 'public' or starts_with(nspname, 'freehold_') loop
      execute format('drop schema %I cascade', name);
    end loop;
  end $$;
  create schema public`;

/** Every row but those that say which tables there are; numbers begin at 1 again. */
const emptyTables = `
  do $$ declare name text; begin
    perform set_config('session_replication_role', 'replica', true);
    for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'migrations' loop
      execute format('delete from public.%I', name);
    end loop;
  end $$;
  select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    from pg_sequences where last_value is not null`;

const disconnectOthers = `
  select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;

/** The shape of a database: its tables, columns, indexes, constraints and migrations; and large tables, which take long to empty. */
const selectShape = `
  select md5(concat(
    (select string_agg(concat_ws(' ', nspname, relname, relkind, attname, atttypid, attnotnull), ',' order by nspname, relname, attnum)
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      left join pg_attribute on attrelid = pg_class.oid and attnum > 0
      where nspname = 'public' or starts_with(nspname, 'freehold_')),
    (select string_agg(concat_ws(' ', conname, contype), ',' order by conname)
      from pg_constraint where connamespace = 'public'::regnamespace),
    (select string_agg(tgname, ',' order by tgname) from pg_trigger where not tgisinternal),
    (select string_agg(name, ',' order by name) from migrations),
    (select string_agg(relname, ',' order by relname) from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 262144)
  )) as shape`;

/** Names of databases that a test gave back, empty again: making one takes longer than most tests. */
const spareDatabases: string[] = [];
/** Those that have their tables, and nothing in them: making these takes ten times as long as emptying them. */
const spareWithTables: string[] = [];
/** The connections that empty databases, by name: a new one reads all tables first, which takes four times as long as to empty them. */
const administrators = new Map<string, pg.Client>();
let shapeOfTables: string | null = null;

/** Makes an empty PostgreSQL database. */
export async function freshPostgres(): Promise<FreshPostgres> {
  const server = await startedServer();
  const name = spareDatabases.pop() ?? (await createDatabase(server));
  const url = urlOf(server, name);
  return {
    url,
    async [Symbol.asyncDispose]() {
      await administer(url, async (client) => {
        await client.query(disconnectOthers);
        await client.query(emptyDatabase);
      });
      spareDatabases.push(name);
    },
  };
}

/** Makes a PostgreSQL database with the tables of today in it, for tests that do not look at how they come to be. */
export async function migratedPostgres(): Promise<FreshPostgres> {
  const server = await startedServer();
  const name = spareWithTables.pop() ?? (await createMigrated(server));
  const url = urlOf(server, name);
  return {
    url,
    async [Symbol.asyncDispose]() {
      const client = administrators.get(name) ?? (await connect(url));
      administrators.delete(name);
      await client.query(disconnectOthers);
      if ((await readShape(client)) === shapeOfTables) {
        await client.query(emptyTables);
        administrators.set(name, client);
        spareWithTables.push(name);
      } else {
        await client.query(emptyDatabase);
        await client.end();
        spareDatabases.push(name);
      }
    },
  };
}

async function createMigrated(server: string): Promise<string> {
  const name = spareDatabases.pop() ?? (await createDatabase(server));
  const databaseUrl = urlOf(server, name);
  await using store = await openStore({ dataDir: tmpdir(), databaseUrl });
  await migrate(store);
  shapeOfTables = await administer(databaseUrl, readShape);
  return name;
}

async function readShape(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ shape: string }>(selectShape);
  return String(rows[0]?.shape);
}

function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function createDatabase(server: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(server, (client) => client.query(`create database ${name}`));
  return name;
}

async function startedServer(): Promise<string> {
  const response = await fetch(inject("postgresStarter"));
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return answer;
}

async function administer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // A query says it as well.
  client.on("error", () => {});
  await client.connect();
  return client;
}
