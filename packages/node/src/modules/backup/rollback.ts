import { program } from "../../config/program.ts";
import { AppError, msg } from "../../errors/errors.ts";
import {
  type DatedTable,
  datedTables,
  type Snapshot,
  type SnapshotOrigin,
} from "../../store/copies/snapshots.ts";
import type { DatabaseLocation as Location } from "../../store/database.ts";
import { holdData, openSnapshots } from "../../store/open-store.ts";

/** A snapshot to roll back to, and the losses. */
export interface RollbackPlan {
  readonly snapshot: Snapshot;
  /** The program to start then: this one, or another one that has no later migration. */
  readonly origin: SnapshotOrigin;
  /** How many rows were made since, by table. */
  readonly lost: ReadonlyMap<DatedTable, number>;
}

/** All snapshots, oldest first. */
export async function listRollbacks(location: Location): Promise<(Snapshot & SnapshotOrigin)[]> {
  await using snapshots = await openSnapshots(location);
  const found: (Snapshot & SnapshotOrigin)[] = [];
  for (const one of await snapshots.list()) found.push({ ...one, ...(await snapshots.describe(one.name)) });
  return found;
}

/**
 * The effects that a rollback would have; nothing is changed.
 *
 * @param name of a snapshot; without one, the newest
 * @throws AppError NOT_FOUND
 */
export async function planRollback(location: Location, name?: string): Promise<RollbackPlan> {
  await using snapshots = await openSnapshots(location);
  const all = await snapshots.list();
  const snapshot = name === undefined ? all.at(-1) : all.find((one) => one.name === name);
  if (!snapshot) {
    throw new AppError(
      "NOT_FOUND",
      name === undefined
        ? "There is no snapshot to go back to: one is made before the tables are changed by a new version."
        : msg`There is no snapshot ${JSON.stringify(name)}. ${program} rollback --list shows those that there are.`,
    );
  }
  const origin = await snapshots.describe(snapshot.name);
  return { snapshot, origin, lost: await snapshots.countSince(snapshot, datedTables) };
}

/**
 * Replaces the database by a snapshot. The current database becomes a snapshot itself, so that this can be undone; if it
 * can't be read, its files are set aside. Contents stay as they are.
 *
 * @returns the snapshot of the replaced database; null when its files were set aside
 * @throws Error with a sentence while a server works on the data
 */
export async function rollBack(
  location: Location,
  { snapshot, now }: { snapshot: Snapshot; now: number },
): Promise<Snapshot | null> {
  await using _hold = await holdData(location, "alone");
  await using snapshots = await openSnapshots(location);
  const replaced = await snapshots.make(now).catch(() => null);
  await snapshots.restore(snapshot.name, { setAside: replaced === null });
  return replaced;
}
