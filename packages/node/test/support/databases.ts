import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, describe, inject } from "vitest";
import { migrate } from "../../src/store/migrate.ts";
import type { Store } from "../../src/store/store.ts";
import { openStore } from "../../src/store/store.ts";

export type DatabaseName = "sqlite" | "postgres";

/** A database that nobody has used, and a data folder; what `openStore` and a node's configuration take. */
export interface FreshDatabase extends AsyncDisposable {
  readonly dataDir: string;
  /** null for SQLite, whose file lies in the data folder. */
  readonly databaseUrl: string | null;
}

const DATABASES: readonly DatabaseName[] = ["sqlite", "postgres"];

/**
 * Describes the same tests for each kind of database. `open` gives a store on a fresh migrated database, as often as a
 * test calls it; `fresh` an empty one. All of them are closed and removed after the test.
 */
export function forEachDatabase(
  body: (name: DatabaseName, open: () => Promise<Store>, fresh: () => Promise<FreshDatabase>) => void,
): void {
  for (const name of DATABASES) {
    describe(`on ${name}`, () => {
      const used: AsyncDisposable[] = [];
      const fresh = async () => {
        const database = await freshDatabase(name);
        used.push(database);
        return database;
      };
      const open = async () => {
        const store = await openStore(await fresh());
        used.push(store);
        await migrate(store);
        return store;
      };
      afterEach(async () => {
        for (const resource of used.splice(0).reverse()) await resource[Symbol.asyncDispose]();
      });
      body(name, open, fresh);
    });
  }
}

/** Makes an empty database of that kind. Disposing of it removes it, with whatever is still connected to it. */
export async function freshDatabase(name: DatabaseName): Promise<FreshDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), "freehold-test-"));
  const postgres = name === "postgres" ? await freshPostgres() : null;
  return {
    dataDir,
    databaseUrl: postgres?.url ?? null,
    async [Symbol.asyncDispose]() {
      await postgres?.[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The tables, and the snapshots of them in schemas of their own. */
const emptyDatabase = `
  do $$ declare name text; begin
    for name in select nspname from pg_namespace where nspname = 'public' or starts_with(nspname, 'freehold_') loop
      execute format('drop schema %I cascade', name);
    end loop;
  end $$;
  create schema public`;

/** Names of databases that a test gave back, empty again: making one takes longer than most tests. */
const spareDatabases: string[] = [];

/** Makes an empty PostgreSQL database, for a `DATABASE_URL`. */
export async function freshPostgres(): Promise<{ readonly url: string } & AsyncDisposable> {
  const server = await startedServer();
  const name = spareDatabases.pop() ?? (await createDatabase(server));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      await administer(
        server,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      );
      await administer(url.href, emptyDatabase);
      spareDatabases.push(name);
    },
  };
}

async function createDatabase(server: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(server, `create database ${name}`);
  return name;
}

async function startedServer(): Promise<string> {
  const response = await fetch(inject("postgresStarter"));
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return answer;
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
