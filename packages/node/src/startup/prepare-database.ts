import type { Config } from "../config/config.ts";
import { program } from "../config/program.ts";
import { build } from "../config/version.ts";
import type { Context } from "../context.ts";
import { damagedDatabase } from "../errors/damaged-database.ts";
import { AppError, msg } from "../errors/errors.ts";
import { findCopyMark } from "../store/copies/copy-records.ts";
import { measureDatabase } from "../store/copies/count-rows.ts";
import { findDamage, findMissingColumns } from "../store/copies/inspect-database.ts";
import { programKey } from "../store/copies/snapshots.ts";
import type { DatabaseLocation, Store } from "../store/database.ts";
import { readMeta, writePrivateMeta } from "../store/meta.ts";
import { migrate, readMigrationState } from "../store/migrate.ts";
import { openStore, takeSnapshot } from "../store/open-store.ts";

type Watch = Pick<Context, "log" | "clock">;

/**
 * Reads the whole database after a crash.
 *
 * @param watch.signal ends the reading and throws its reason
 * @throws AppError CANNOT_OPEN that names the first damages
 */
export async function refuseDamaged(
  store: Store,
  location: Pick<Config, "dataDir" | "databaseUrl">,
  { log, clock, signal }: Watch & { signal?: AbortSignal | undefined },
): Promise<void> {
  const startedAt = clock.now();
  const bytes = await measureDatabase(store.db);
  log.warn(
    { bytes },
    "the run before this one did not end well: the whole database is read before the start",
  );
  const damage = await readAll(store, location, { log, signal });
  if (damage.length > 0) throw damagedDatabase(`The database is damaged: ${damage.slice(0, 3).join("; ")}.`);
  log.info({ ms: clock.now() - startedAt }, "the database was checked and is sound");
}

/** SQLite reads without a pause, so another process does it and this one can answer meanwhile. */
async function readAll(
  { dialect, db }: Store,
  { dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">,
  { log, signal = new AbortController().signal }: Pick<Watch, "log"> & { signal?: AbortSignal | undefined },
): Promise<string[]> {
  if (databaseUrl !== null) return await dialect.findDamage(db);
  try {
    const damage = await findDamage(dataDir, signal);
    if (damage !== null) return damage;
    signal.throwIfAborted();
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ err: error }, "the database can't be read by another process, and so it is read by this one");
  }
  return await dialect.findDamage(db);
}

/**
 * Applies the missing migrations. A database that is not empty is copied first, for `freehold rollback`.
 *
 * @returns the names of the applied migrations
 * @throws Error for the owner if the database is newer, not as its migrations left it, or there is no space for the copy
 */
export async function bringUpToDate(
  store: Store,
  location: DatabaseLocation,
  { log, clock }: Watch,
): Promise<string[]> {
  const { done, pending, unknown } = await readMigrationState(store.db);
  if (done.length > 0 && pending.length > 0 && unknown.length === 0) {
    const copy = await takeSnapshot(location, clock.now(), done.at(-1));
    if (copy) log.info({ snapshot: copy.name }, "the database was copied before it is changed");
  }
  const { applied } = await migrate(store);
  await noteProgram(store);
  if (applied.length > 0) log.info({ applied }, "the tables were brought up to date");
  return applied;
}

/** Notes this program in the database, for the owner who has to go back to it. */
async function noteProgram(store: Store): Promise<void> {
  if ((await readMeta(store.db, programKey)) === build) return;
  await store.transaction((tx) => writePrivateMeta(tx, programKey, build));
}

/** Opens the database, brings it up to date, and closes it. @returns the names of the migrations that were missing */
export async function migrateTables(
  config: Pick<Config, "dataDir" | "databaseUrl">,
  watch: Watch,
): Promise<string[]> {
  await using store = await openStore(config);
  return await bringUpToDate(store, config, watch);
}

/**
 * Refuses a database into which a node is being copied, and one whose node has moved to another database; that one may be read.
 *
 * @throws AppError CANNOT_OPEN
 */
export async function refuseCopied({ db }: Pick<Store, "db">, readOnly: boolean): Promise<void> {
  const mark = await findCopyMark(db);
  if (mark === "copying")
    throw new AppError(
      "CANNOT_OPEN",
      msg`A node is half copied into this database. Run ${program} migrate-database again, as before: it continues.`,
    );
  if (mark === "moved" && !readOnly)
    throw new AppError(
      "CANNOT_OPEN",
      msg`This node has moved to another database (${program} migrate-database). Start it with that one's DATABASE_URL. To continue with this one, without the changes since then: ${program} migrate-database --reopen.`,
    );
}

/**
 * Checks that the tables have all columns of their migrations.
 *
 * @throws AppError CANNOT_OPEN that names missing columns
 */
export async function refuseHalfMade({ db }: Pick<Store, "db">): Promise<void> {
  const missing = await findMissingColumns(db);
  if (missing.length === 0) return;
  throw damagedDatabase(`The tables are incomplete: ${missing.slice(0, 5).join(", ")} is missing.`);
}
