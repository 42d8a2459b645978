import { mkdirSync } from "node:fs";
import { type HoldMode, holdPostgres } from "./dialects/postgres-hold.ts";
import { takeSqliteLock } from "./dialects/sqlite-lock.ts";
import type { DatabasePlace } from "./store.ts";

/**
 * Makes sure that nobody works on a node's data who must not, for as long as what is returned is not disposed of: beside a
 * server on SQLite no second one, and beside any server nobody who puts another database in its place. Commands beside the
 * server are no servers.
 *
 * @param mode a server is one of several on PostgreSQL (`shared`); what replaces the database is `alone`
 * @throws Error in words when another process holds the data
 */
export async function holdData(place: DatabasePlace, mode: HoldMode): Promise<AsyncDisposable> {
  const { dataDir, databaseUrl } = place;
  const hold = databaseUrl === null ? holdFolder(dataDir) : await holdPostgres(databaseUrl, mode);
  if (hold) return hold;
  throw new Error(databaseUrl === null ? folderIsHeld(dataDir) : sayHeld[mode]);
}

function holdFolder(dataDir: string): AsyncDisposable | null {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = takeSqliteLock(dataDir);
  return lock && { [Symbol.asyncDispose]: async () => lock[Symbol.dispose]() };
}

function folderIsHeld(dataDir: string): string {
  return (
    `Another Freehold works on the data in ${dataDir}. Stop it first, or name another folder with FREEHOLD_DATA; ` +
    "several processes on the same data need PostgreSQL (DATABASE_URL)."
  );
}

const sayHeld: Readonly<Record<HoldMode, string>> = {
  shared:
    "The database is being put back to an earlier one (freehold rollback). Start again when that is done.",
  alone: "A Freehold works on this database. Stop every process of it first, on every machine.",
};
