/** A copy of the rows of a database at one moment; contents are not copied. */
export interface Snapshot {
  /** Sorts by time: `2026-11-21T19-20-00-000Z`. */
  readonly name: string;
  /** When it was made, ms. */
  readonly madeAt: number;
}

/** Which program made the tables of a snapshot. */
export interface SnapshotOrigin {
  /** The last migration that it has been through. */
  readonly lastMigration: string;
  /** The version with its commit; null where it was older than this record. */
  readonly program: string | null;
}

/** The key in `meta` of the program that worked on a database last. No backup includes this value. */
export const programKey = "program";

/** The snapshots of one database. */
export interface Snapshots extends AsyncDisposable {
  /** @throws Error when there is no room for it. */
  make(now: number): Promise<Snapshot>;
  /** Oldest first. */
  list(): Promise<Snapshot[]>;
  remove(name: string): Promise<void>;
  describe(name: string): Promise<SnapshotOrigin>;
  /** How many rows the database has in each of these tables that were made since, to be lost by going back. */
  countSince(snapshot: Snapshot, tables: readonly DatedTable[]): Promise<Map<DatedTable, number>>;
  /** Puts it in the database's place. Nothing may work on the database meanwhile. */
  restore(name: string, options?: RestoreOptions): Promise<void>;
}

export interface RestoreOptions {
  /** Keeps the files of a database that can't be copied; not where the database is a server's. */
  readonly setAside: boolean;
}

/** The tables that an owner would miss. */
export const datedTables = ["publications", "connections", "comments"] as const;
export type DatedTable = (typeof datedTables)[number];

/** So many are kept. */
export const savedSnapshots = 3;

const form = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)$/;

/** The name of a snapshot that is made at `now` (ms): good for a file and sorted by time. */
export function snapshotName(now: number): string {
  return new Date(now).toISOString().replaceAll(/[:.]/g, "-");
}

/** The snapshot of that name; null if there is no such name. */
export function parseSnapshotName(name: string): Snapshot | null {
  const [, day, minute, second, rest] = form.exec(name) ?? [];
  const madeAt = Date.parse(`${day}:${minute}:${second}.${rest}`);
  return Number.isNaN(madeAt) ? null : { name, madeAt };
}
