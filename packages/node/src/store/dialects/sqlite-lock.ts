import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const SQLITE_BUSY = 5;

/**
 * Takes a data folder for one process, until it is disposed of or the process ends, however it ends: the lock is the
 * operating system's, so that none is left behind. Null when another process has it.
 */
export function takeSqliteLock(dataDir: string): Disposable | null {
  // A database without a page in it: nobody but SQLite has a lock of the system's that Node can take.
  const database = new DatabaseSync(join(dataDir, "lock"), { timeout: 0 });
  try {
    database.exec("begin exclusive");
  } catch (error) {
    database.close();
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) return null;
    throw error;
  }
  return { [Symbol.dispose]: () => database.close() };
}
