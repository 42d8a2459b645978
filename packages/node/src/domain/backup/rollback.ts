import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { holdData, openSnapshots } from "../../store/open-store.ts";
import { type DatedTable, datedTables, type Snapshot } from "../../store/snapshots.ts";

type Place = Pick<Context["config"], "dataDir" | "databaseUrl">;

/** A snapshot that can be gone back to, and what that takes away. */
export interface RollbackPlan {
  readonly snapshot: Snapshot;
  /** The last migration that it has been through: the program that knows no later one is to be started on it. */
  readonly lastMigration: string;
  /** How many rows were made since, by table. */
  readonly lost: ReadonlyMap<DatedTable, number>;
}

/** All snapshots, oldest first. */
export async function listRollbacks(place: Place): Promise<Snapshot[]> {
  await using snapshots = await openSnapshots(place);
  return await snapshots.list();
}

/**
 * What going back would do; nothing is changed.
 *
 * @param name of a snapshot; without one, the newest
 * @throws AppError NOT_FOUND
 */
export async function planRollback(place: Place, name?: string): Promise<RollbackPlan> {
  await using snapshots = await openSnapshots(place);
  const all = await snapshots.list();
  const snapshot = name === undefined ? all.at(-1) : all.find((one) => one.name === name);
  if (!snapshot) {
    throw new AppError(
      "NOT_FOUND",
      name === undefined
        ? "There is no snapshot to go back to: one is made before the tables are changed by a new version."
        : `There is no snapshot ${JSON.stringify(name)}. freehold rollback --list shows those that there are.`,
    );
  }
  const lastMigration = await snapshots.lastMigration(snapshot.name);
  return { snapshot, lastMigration, lost: await snapshots.countSince(snapshot, datedTables) };
}

/**
 * Puts a snapshot in the database's place. The database as it is now becomes a snapshot itself where it can still be
 * read, so that there is a way forward again; else its files are set aside. Contents stay where they are.
 *
 * @returns the snapshot of what was replaced; null where its files were set aside
 * @throws Error in words while a server works on the data
 */
export async function rollBack(
  place: Place,
  { snapshot, now }: { snapshot: Snapshot; now: number },
): Promise<Snapshot | null> {
  await using _hold = await holdData(place, "alone");
  await using snapshots = await openSnapshots(place);
  const replaced = await snapshots.make(now).catch(() => null);
  await snapshots.restore(snapshot.name, { setAside: replaced === null });
  return replaced;
}
