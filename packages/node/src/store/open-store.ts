import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { program } from "../config/program.ts";
import { type Snapshot, type Snapshots, savedSnapshots } from "./copies/snapshots.ts";
import { createStore } from "./create-store.ts";
import type { DatabaseLocation, Reader, Store } from "./database.ts";
import type { Duties, Hold, HoldMode } from "./postgres/hold.ts";
import type { PostgresLocation } from "./postgres/pooler.ts";
import { openSqlite, sqliteFile, takeSqliteLock } from "./sqlite/dialect.ts";
import { sqliteSnapshots } from "./sqlite/snapshots.ts";

/**
 * Opens the database. It does not make the tables; `migrate` does.
 *
 * @param options.readOnly nothing is written, not even by the database itself
 * @param options.busyMs how long a transaction that writes waits for another process's lock on SQLite
 * @throws Error when the database can't be opened or reached.
 */
export async function openStore(
  options: DatabaseLocation & { readOnly?: boolean; busyMs?: number },
): Promise<Store> {
  const { dataDir, databaseUrl, databaseDirectUrl = null, readOnly = false, busyMs } = options;
  if (databaseUrl === null)
    return createStore(openSqlite({ dataDir, readOnly, ...(busyMs !== undefined && { busyMs }) }), readOnly);
  const { openPostgres } = await import("./postgres/dialect.ts");
  return createStore(await openPostgres({ databaseUrl, databaseDirectUrl, readOnly }), readOnly);
}

/**
 * Reads the database as it is at one moment, however long that takes and whatever is written meanwhile, by this process or
 * by others. It has a connection of its own, and keeps nobody waiting; the database keeps both states of changed rows until
 * it ends, so it does not wait for anything slow.
 */
export async function readSnapshot<T>(
  location: DatabaseLocation,
  work: (snapshot: Reader) => Promise<T>,
): Promise<T> {
  await using store = await openStore({ ...location, readOnly: true });
  return await store.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await store.dialect.liftTimeouts(tx);
      return await work(tx);
    });
}

/**
 * Locks a node's data until the result is disposed of: on SQLite there is no second server, and beside any server nobody
 * replaces its database. Commands beside the server take no lock.
 *
 * @param mode `shared` for a server, one of several on PostgreSQL; `alone` for a command that replaces the database
 * @throws Error when another process holds the data
 */
export async function holdData(
  location: DatabaseLocation,
  mode: HoldMode,
  duties: Duties = {},
): Promise<Hold> {
  const { dataDir, databaseUrl, databaseDirectUrl = null } = location;
  const hold =
    databaseUrl === null
      ? holdFolder(dataDir)
      : await holdDatabase({ databaseUrl, databaseDirectUrl }, mode, duties);
  if (hold) return hold;
  if (databaseUrl !== null) throw new Error(heldMessages[mode]);
  throw new Error(
    `Another Freehold works on the data in ${dataDir}. Stop it first, or name another folder with FREEHOLD_DATA; ` +
      "several processes on the same data need PostgreSQL (DATABASE_URL).",
  );
}

async function holdDatabase(
  location: PostgresLocation,
  mode: HoldMode,
  duties: Duties,
): Promise<Hold | null> {
  const { holdPostgres } = await import("./postgres/hold.ts");
  return await holdPostgres(location, mode, duties);
}

function holdFolder(dataDir: string): Hold | null {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = takeSqliteLock(dataDir);
  return (
    lock && {
      id: randomUUID(),
      // There is no other process.
      joinWorkers: async (ifFirst) => void (await ifFirst()),
      findEnded: async () => [],
      countWeb: async () => 1,
      async doAlone(_name, work) {
        await work();
        return true;
      },
      [Symbol.asyncDispose]: async () => lock[Symbol.dispose](),
    }
  );
}

const heldMessages: Readonly<Record<HoldMode, string>> = {
  shared:
    `The database is being put back to an earlier one (${program} rollback), or copied (${program} migrate-database). Start again ` +
    "when that is done.",
  alone: "A Freehold works on this database. Stop every process of it first, on every machine.",
};

/** The file of SQLite's database in a data folder. */
export function databaseFile(dataDir: string): string {
  return sqliteFile(dataDir);
}

/** The snapshots of a database: SQLite's in `<dataDir>/snapshots`, PostgreSQL's in schemas of their own. */
export async function openSnapshots({
  dataDir,
  databaseUrl,
  databaseDirectUrl = null,
}: DatabaseLocation): Promise<Snapshots> {
  if (databaseUrl === null) return sqliteSnapshots(dataDir);
  const { openPostgresSnapshots } = await import("./postgres/snapshots.ts");
  return await openPostgresSnapshots({ databaseUrl, databaseDirectUrl });
}

/**
 * Makes one and forgets all but the newest `savedSnapshots`.
 *
 * @param of the last migration that was applied to it
 * @returns null where another process has migrated the database meanwhile: then nothing is forgotten, and none is left
 */
export async function takeSnapshot(
  location: DatabaseLocation,
  now: number,
  of?: string,
): Promise<Snapshot | null> {
  await using snapshots = await openSnapshots(location);
  const made = await snapshots.make(now);
  if (of !== undefined && (await snapshots.describe(made.name)).lastMigration !== of) {
    await snapshots.remove(made.name);
    return null;
  }
  const all = await snapshots.list();
  for (const { name } of all.slice(0, Math.max(0, all.length - savedSnapshots))) await snapshots.remove(name);
  return made;
}
