import { openPostgresSnapshots } from "./dialects/postgres-snapshots.ts";
import { sqliteSnapshots } from "./dialects/sqlite-snapshots.ts";
import type { DatabasePlace } from "./store.ts";

/** A database as it once was, rows alone: contents lie beside it and are not copied. */
export interface Snapshot {
  /** Sorts by time: `2026-11-21T19-20-00-000Z`. */
  readonly name: string;
  /** When it was made, ms. */
  readonly madeAt: number;
}

/** The snapshots of one database. */
export interface Snapshots extends AsyncDisposable {
  /** @throws Error in words when there is no room for it. */
  make(now: number): Promise<Snapshot>;
  /** Oldest first. */
  list(): Promise<Snapshot[]>;
  remove(name: string): Promise<void>;
  /** The last migration that a snapshot has been through. */
  lastMigration(name: string): Promise<string>;
  /** How many rows the database has in each of these tables that were made since, to be lost by going back. */
  countSince(snapshot: Snapshot, tables: readonly DatedTable[]): Promise<Map<DatedTable, number>>;
  /** Puts it in the database's place. Nothing may work on the database meanwhile. */
  restore(name: string, options?: RestoreOptions): Promise<void>;
}

export interface RestoreOptions {
  /** Keeps the files of a database that can't be copied; not where the database is a server's. */
  readonly setAside: boolean;
}

/** What an owner would miss. */
export const datedTables = ["publications", "connections", "comments"] as const;
export type DatedTable = (typeof datedTables)[number];

/** So many are kept. */
export const keptSnapshots = 3;

/** The snapshots of the database at that place: SQLite's in `<dataDir>/snapshots`, PostgreSQL's in schemas of their own. */
export async function openSnapshots({ dataDir, databaseUrl }: DatabasePlace): Promise<Snapshots> {
  return databaseUrl === null ? sqliteSnapshots(dataDir) : await openPostgresSnapshots(databaseUrl);
}

/** Makes one and forgets all but the newest `keptSnapshots`. */
export async function takeSnapshot(place: DatabasePlace, now: number): Promise<Snapshot> {
  await using snapshots = await openSnapshots(place);
  const made = await snapshots.make(now);
  const all = await snapshots.list();
  for (const { name } of all.slice(0, Math.max(0, all.length - keptSnapshots))) await snapshots.remove(name);
  return made;
}
