import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Dialect, Kysely } from "kysely";
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import { limits } from "../limits.ts";
import type { DialectFacts, FactsAdapter, OpenDialect } from "./facts.ts";
import { SqliteDriver } from "./sqlite-driver.ts";
import { sqliteSearch } from "./sqlite-search.ts";

const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;
const SQLITE_CONSTRAINT_UNIQUE = 2067;

/** How long a writer waits for the writer of another process, ms. */
const BUSY_TIMEOUT = limits.busyMs;

const SETTINGS = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma journal_size_limit = 67108864;
  pragma cache_size = -16000;
  pragma temp_store = memory;
  pragma trusted_schema = off`;

const facts: DialectFacts = {
  name: "sqlite",
  singleProcess: true,
  // Every transaction begins "immediate": there is one writer at a time, and so there are no rows to lock.
  rowLocks: false,
  ddl: {
    id: "integer primary key autoincrement",
    integer: "integer",
    text: "text",
    tableOptions: " strict",
    searchIndex: sqliteSearch.ddl,
  },
  search: sqliteSearch,
  isUniqueViolation(error) {
    const code = error instanceof Error && "errcode" in error ? error.errcode : null;
    return code === SQLITE_CONSTRAINT_UNIQUE || code === SQLITE_CONSTRAINT_PRIMARYKEY;
  },
  isTransient: () => false,
  async lock() {},
  async liftTimeouts() {},
};

/**
 * Opens `<dataDir>/freehold.sqlite`; makes folder and file, for this user alone, when they are not there.
 * A commit has reached the disk when it returns (`synchronous` = full).
 */
export function openSqlite({ dataDir }: { dataDir: string }): OpenDialect {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, "freehold.sqlite");
  // SQLite gives the files that it puts beside this one the same mode.
  closeSync(openSync(file, "a", 0o600));
  const database = openFile(file);
  return {
    dialect: sqliteDialect(database),
    facts,
    async close() {
      if (database.isOpen) database.close();
    },
  };
}

function openFile(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT, enableForeignKeyConstraints: true });
  try {
    database.exec(SETTINGS);
    return database;
  } catch (error) {
    database.close();
    throw new Error(
      `The database ${file} can't be opened: ${error instanceof Error ? error.message : error}.`,
      {
        cause: error,
      },
    );
  }
}

function sqliteDialect(database: DatabaseSync): Dialect {
  return {
    createDriver: () => new SqliteDriver(database),
    createAdapter: () => new SqliteFactsAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  };
}

class SqliteFactsAdapter extends SqliteAdapter implements FactsAdapter {
  readonly facts = facts;

  /** The driver has a queue of its own, which is fair; Kysely's wakes everybody at every turn. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
