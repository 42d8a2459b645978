import { existsSync } from "node:fs";
import type { Context } from "../../context.ts";
import { indexDocuments } from "../../domain/search/index-documents.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { copyMarks } from "../../store/copies/copied-tables.ts";
import {
  type CopyOptions,
  compareCounts,
  copyDatabase,
  copyNumbers,
  type Difference,
  verifyCopy,
} from "../../store/copies/copy-database.ts";
import { beginCopy, endCopy, findCopyMark } from "../../store/copies/copy-records.ts";
import type { DatabaseLocation, Reader, Store } from "../../store/database.ts";
import { deleteMeta, writeMeta } from "../../store/meta.ts";
import { listMigrationNames, readMigrationState } from "../../store/migrate.ts";
import { holdData, openStore, readSnapshot } from "../../store/open-store.ts";
import { interruptClaims } from "../../store/queues/interrupted-rows.ts";

export interface MigrateOptions extends Omit<CopyOptions, "index"> {
  readonly from: DatabaseLocation;
  readonly to: DatabaseLocation;
}

/** The result of a migration. */
export interface Migrated {
  /** False: the node still runs on the old database. What it changes from now on is copied by the next call. */
  readonly isComplete: boolean;
  /** How many rows this call wrote or deleted. */
  readonly changed: number;
  /** How long the node could not run (ms). */
  readonly standstillMs: number;
}

// After a copy that took longer, more may have changed than the last step should have to do.
const longCopyMs = 2_000;

/**
 * Copies a node's database into an empty one, of either kind. While the node runs, it copies what there is and reads it back; it
 * can be stopped and called again. Once the node does not run, it copies what has changed since, compares counts and hashes, and
 * hands the node over: the old database is marked, so that no node starts on it by mistake.
 *
 * @throws AppError CONFLICT for a target that is not empty, or tables of another version; UNSOUND where the copy is not the same;
 *   Error when a database can't be opened
 */
export async function migrateDatabase(
  { clock }: Pick<Context, "clock">,
  { from, to, ...options }: MigrateOptions,
): Promise<Migrated> {
  if (from.databaseUrl === null && !existsSync(from.dataDir))
    throw new AppError("CANNOT_OPEN", msg`There is no node in ${from.dataDir}.`);
  await using target = await openStore(to);
  await using _ = await holdData(to, "alone");
  const hold = await holdData(from, "alone").catch(() => null);
  await using __ = hold ?? { async [Symbol.asyncDispose]() {} };
  const began = clock.now();
  const copy = () => readSnapshot(from, (source) => copyFrom(source, target, options));
  let changed = await copy();
  if (!hold) {
    if (clock.now() - began > longCopyMs) changed += await copy();
    return { isComplete: false, changed, standstillMs: 0 };
  }
  await readSnapshot(from, (source) => finish(source, target));
  await using old = await openStore(from);
  // First the old one: if this stops between the two, no node starts on either, and the next call ends it.
  await old.transaction((tx) => writeMeta(tx, copyMarks.moved, new Date(clock.now()).toISOString()));
  await target.transaction(endCopy);
  return { isComplete: true, changed, standstillMs: clock.now() - began };
}

/** Lets a node start again on the database that it has moved from. @returns whether it was marked so */
export async function reopenDatabase(location: DatabaseLocation): Promise<boolean> {
  await using store = await openStore(location);
  if ((await findCopyMark(store.db)) !== "moved") return false;
  await store.transaction((tx) => deleteMeta(tx, copyMarks.moved));
  return true;
}

async function copyFrom(source: Reader, target: Store, options: Omit<CopyOptions, "index">): Promise<number> {
  await requireSource(source);
  await requireTarget(target);
  const last = listMigrationNames().at(-1) ?? "";
  await target.transaction((tx) => beginCopy(tx, last));
  let changed = await copyDatabase(source, target, { ...options, index: indexDocuments });
  if ((await verifyCopy(target, options)).length > 0) {
    // A copy that was stopped in its last step leaves rows that no longer exist in the source.
    changed += await copyDatabase(source, target, { ...options, index: indexDocuments });
    refuseDifferent(await verifyCopy(target, options));
  }
  return changed;
}

async function finish(source: Reader, target: Store): Promise<void> {
  refuseDifferent(await compareCounts(source, target.db));
  await copyNumbers(source, target);
  await target.transaction((tx) => interruptClaims(tx, null, { now: Date.now() }));
}

async function requireSource(source: Reader): Promise<void> {
  const { pending, unknown, done } = await readMigrationState(source);
  if (done.length > 0 && pending.length === 0 && unknown.length === 0) return;
  throw new AppError(
    "CONFLICT",
    "The tables of the node are of another version than this program. Start this version once on them, and call this again.",
  );
}

async function requireTarget(target: Store): Promise<void> {
  const { done, pending, unknown } = await readMigrationState(target.db);
  if (done.length === 0) return;
  if ((await findCopyMark(target.db)) !== "copying")
    throw new AppError("CONFLICT", "The database to copy into is not empty. Name an empty one.");
  if (pending.length > 0 || unknown.length > 0)
    throw new AppError(
      "CONFLICT",
      "The copy was begun by another version of Freehold. Empty the database, and begin again.",
    );
}

function refuseDifferent(differences: readonly Difference[]): void {
  if (differences.length === 0) return;
  const [first] = differences;
  throw new AppError(
    "UNSOUND",
    msg`The copy is not the same: ${first?.table}, ${first?.what}. Run this again; the node continues as before.`,
  );
}
