import { setImmediate } from "node:timers/promises";
import type { Config } from "./config.ts";
import type { Context } from "./context.ts";
import { measureDatabase } from "./store/count-rows.ts";
import { DamagedDatabaseError } from "./store/damaged-database-error.ts";
import { findMissingColumns } from "./store/find-missing-columns.ts";
import { migrate, readMigrationState } from "./store/migrate.ts";
import { takeSnapshot } from "./store/snapshots.ts";
import type { Store } from "./store/store.ts";

type Watch = Pick<Context, "log" | "clock">;

/**
 * Reads the whole database after a run that did not end well.
 *
 * @throws DamagedDatabaseError that names the first of what is broken
 */
export async function refuseDamaged(store: Store, { log, clock }: Watch): Promise<void> {
  const startedAt = clock.now();
  const bytes = await measureDatabase(store.db);
  log.warn(
    { bytes },
    "the run before this one did not end well: the whole database is read before the start",
  );
  // SQLite reads without a pause; the line has to be out before that.
  await setImmediate();
  const damage = await store.dialect.findDamage(store.db);
  if (damage.length > 0) {
    throw new DamagedDatabaseError(`The database is damaged: ${damage.slice(0, 3).join("; ")}.`);
  }
  log.info({ ms: clock.now() - startedAt }, "the database was checked and is sound");
}

/**
 * Applies the migrations that this program has and the database does not. A database with something in it is copied
 * before, so that there is a way back (`freehold rollback`).
 *
 * @throws Error in words for a database that is newer, or not as its migrations left it, or when there is no room for the copy
 */
export async function bringUpToDate(
  store: Store,
  place: Pick<Config, "dataDir" | "databaseUrl">,
  { log, clock }: Watch,
): Promise<void> {
  const { done, pending, unknown } = await readMigrationState(store.db);
  if (done.length > 0 && pending.length > 0 && unknown.length === 0) {
    const { name } = await takeSnapshot(place, clock.now());
    log.info({ snapshot: name }, "the database was copied before it is changed");
  }
  const { applied } = await migrate(store);
  if (applied.length > 0) log.info({ applied }, "the tables were brought up to date");
}

/**
 * Looks whether the tables are what their migrations made.
 *
 * @throws DamagedDatabaseError that names what is missing
 */
export async function refuseHalfMade({ db }: Pick<Store, "db">): Promise<void> {
  const missing = await findMissingColumns(db);
  if (missing.length === 0) return;
  throw new DamagedDatabaseError(`The tables are half made: ${missing.slice(0, 5).join(", ")} is missing.`);
}
