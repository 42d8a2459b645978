import { sql } from "kysely";
import { program } from "../config/program.ts";
import { damagedDatabase } from "../errors/damaged-database.ts";
import { programKey } from "./copies/snapshots.ts";
import type { Migration, Reader, Store, Tx } from "./database.ts";
import { readMeta } from "./meta.ts";
import { coreMigrations } from "./migrations/migrations.ts";
import { listModuleMigrations } from "./tables/list-tables.ts";

/**
 * Brings the tables up to date, each migration in a transaction of its own, so that an interrupted one leaves nothing
 * behind. Processes that start at the same time do it one after the other.
 *
 * @param options.last the name of the migration to stop at, to have the tables of an older program
 * @returns the names of the migrations that were applied by this call.
 * @throws Error when a newer program has worked on the database, or when steps are missing in between.
 */
export async function migrate(
  store: Store,
  { last }: { last?: string } = {},
): Promise<{ applied: string[] }> {
  const applied: string[] = [];
  for (;;) {
    const name = await store.transaction((tx) => applyNext(store, tx, last));
    if (name === null) return { applied };
    applied.push(name);
  }
}

/**
 * Applies all migrations up to the one of that name, in the caller's transaction, so that they are made or undone together
 * with its other writes.
 */
export async function migrateInside(tx: Tx, store: Pick<Store, "dialect">, last: string): Promise<void> {
  while ((await applyNext(store, tx, last)) !== null);
}

/** The state of a database: its past migrations, and those that this program would run. */
export interface MigrationState {
  /** Oldest first; none in a database that nobody has used. */
  readonly done: readonly string[];
  readonly pending: readonly string[];
  /** Migrations of a newer program. */
  readonly unknown: readonly string[];
}

/** Reads where a database stands, also one without tables. */
export async function readMigrationState(db: Reader): Promise<MigrationState> {
  // To list the tables takes longer than most starts need.
  const quick = await readMigrationsQuickly(db).catch(() => null);
  if (quick !== null) return quick;
  const tables = await db.introspection.getTables();
  const isThere = tables.some(({ name }) => name === "migrations");
  return compareMigrations(isThere ? await readDone(db) : []);
}

/** Reads where a database with tables stands, by one quick query. */
export async function readMigrationsQuickly(db: Reader): Promise<MigrationState> {
  return compareMigrations(await readDone(db));
}

async function readDone(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom("migrations").select("name").orderBy("name").execute();
  return rows.map(({ name }) => name);
}

function compareMigrations(done: readonly string[]): MigrationState {
  const known = listMigrationNames();
  return {
    done,
    pending: known.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !known.includes(name)),
  };
}

/** All migrations, oldest first. */
export function listMigrations(): Migration[] {
  return [...coreMigrations, ...listModuleMigrations()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The names of all migrations, oldest first. */
export function listMigrationNames(): string[] {
  return listMigrations().map(({ name }) => name);
}

async function applyNext({ dialect }: Pick<Store, "dialect">, tx: Tx, last?: string): Promise<string | null> {
  await dialect.liftTimeouts(tx);
  await dialect.lock(tx, "migrations");
  const { integer, text, tableOptions } = dialect.ddl;
  await sql
    .raw(
      `create table if not exists migrations (name ${text} primary key, applied_at ${integer} not null)${tableOptions}`,
    )
    .execute(tx);
  const done = await readDone(tx);
  await refuseNewer(tx, done);
  const next = findNext(done);
  if (!next || (last !== undefined && next.name > last)) return null;
  for (const statement of next.statements(dialect.ddl)) await sql.raw(statement).execute(tx);
  await tx.insertInto("migrations").values({ name: next.name, appliedAt: Date.now() }).execute();
  return next.name;
}

/** Steps are made in order, so one that is missing before another was lost. */
function findNext(done: readonly string[]): Migration | undefined {
  const migrations = listMigrations();
  const missing = migrations.slice(0, done.length).filter(({ name }) => !done.includes(name));
  if (missing.length === 0) return migrations[done.length];
  throw damagedDatabase(
    `The tables are incomplete: ${missing.map(({ name }) => name).join(", ")} is missing among the steps that the database went through.`,
  );
}

async function refuseNewer(tx: Tx, done: readonly string[]): Promise<void> {
  const { unknown } = compareMigrations(done);
  if (unknown.length === 0) return;
  const newer = await readMeta(tx, programKey);
  throw new Error(
    `The database was made by a newer version of Freehold${newer === null ? "" : `, ${newer}`}: it has been through ${unknown.join(", ")}, which this ` +
      `version does not know. Start that version, go back to the snapshot from before the upgrade (${program} rollback), ` +
      `or restore a backup from before it (${program} restore).`,
  );
}
