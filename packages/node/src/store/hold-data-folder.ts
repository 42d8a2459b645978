import { mkdirSync } from "node:fs";
import { takeSqliteLock } from "./dialects/sqlite-lock.ts";
import type { DatabasePlace } from "./store.ts";

/**
 * Makes sure that no second server works on the same SQLite database, for as long as what is returned is not disposed
 * of; commands beside the server are no servers. PostgreSQL is made for many, and nothing is held.
 *
 * @throws Error in words when another process holds the folder
 */
export function holdDataFolder({ dataDir, databaseUrl }: DatabasePlace): Disposable {
  if (databaseUrl !== null) return { [Symbol.dispose]: () => {} };
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = takeSqliteLock(dataDir);
  if (lock) return lock;
  throw new Error(
    `Another Freehold works on the data in ${dataDir}. Stop it first, or name another folder with FREEHOLD_DATA; ` +
      "several processes on the same data need PostgreSQL (DATABASE_URL).",
  );
}
