import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  type Kysely,
  type LimitNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  ValueNode,
} from "kysely";
import { withColumnNames } from "../column-names.ts";
import type { CheckedTable, DialectTraits, OpenDialect } from "../database.ts";
import { dueQueues } from "../due-queues.ts";
import { limits } from "../limits.ts";
import { errcodeOf, isBusy, SqliteDriver } from "./driver.ts";
import { explainOpening } from "./opening-error.ts";
import { connectionPragmas, damageQuery, readingPragma } from "./pragmas.ts";
import { sqliteSearch } from "./search.ts";
import { watchCommits } from "./watch-commits.ts";

const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;
const SQLITE_CONSTRAINT_UNIQUE = 2067;
const SQLITE_FULL = 13;
/** There is no room for the file that readers and writers share. */
const SQLITE_IOERR_SHMSIZE = 4_874;

/** The log is taken into the file every 16 MB: a page that is written often is written there once. */
const WRITING = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma wal_autocheckpoint = 4000;
  pragma journal_size_limit = 67108864`;

/** From here on the driver waits, which lets everything else go on meanwhile; SQLite would stop the whole process. */
const NO_WAITING = "pragma busy_timeout = 0";

const traits: DialectTraits = {
  name: "sqlite",
  singleProcess: true,
  sharesCommits: true,
  // Every transaction begins "immediate": there is one writer at a time, and so there are no rows to lock.
  rowLocks: false,
  ddl: {
    id: "integer primary key autoincrement",
    integer: "integer",
    text: "text",
    bytes: "blob",
    tableOptions: " strict",
    searchIndex: sqliteSearch.ddl,
    searchWords: sqliteSearch.wordsDdl,
    renameTable: (from, to) => [`alter table ${from} rename to ${to}`],
    dropChecks: rebuildTable,
  },
  search: sqliteSearch,
  sizeQuery: "select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()",
  engineQuery: "select 'SQLite ' || sqlite_version() as engine",
  isUniqueViolation(error) {
    const code = errcodeOf(error);
    return code === SQLITE_CONSTRAINT_UNIQUE || code === SQLITE_CONSTRAINT_PRIMARYKEY;
  },
  isTransient: () => false,
  shortageOf(error) {
    const code = errcodeOf(error);
    if (code === SQLITE_FULL || code === SQLITE_IOERR_SHMSIZE) return "space";
    return isBusy(error) ? "database" : null;
  },
  async lock() {},
  async readInOrder() {},
  async liftTimeouts() {},
  async findDamage(db) {
    const { rows } = await sql.raw<{ quick_check: string }>(damageQuery).execute(db);
    return rows.map((row) => row.quick_check).filter((line) => line !== "ok");
  },
  // It counts on from the highest id that was ever there by itself.
  async raiseIds(tx, table, last = 0) {
    if (last <= (await traits.lastId(tx, table))) return;
    await sql`delete from sqlite_sequence where name = ${table}`.execute(tx);
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(tx);
  },
  async lastId(db, table) {
    const { rows } = await sql<{
      seq: number;
    }>`select seq from sqlite_sequence where name = ${table}`.execute(db);
    return rows[0]?.seq ?? 0;
  },
};

/**
 * Opens `<dataDir>/freehold.sqlite`; makes folder and file, for this user alone, when they are not there.
 * A commit has reached the disk when it returns (`synchronous` = full).
 *
 * @param options.readOnly the file has to be there, and stays as it is
 * @param options.busyMs how long a transaction that writes waits for another process's lock
 */
export function openSqlite(options: { dataDir: string; readOnly?: boolean; busyMs?: number }): OpenDialect {
  const { dataDir, readOnly = false, busyMs } = options;
  const file = sqliteFile(dataDir);
  if (!readOnly) makeFile(file);
  return openConnection(openFile(file, readOnly), traits, busyMs);
}

function makeFile(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // SQLite gives the files that it puts beside this one the same mode.
    closeSync(openSync(file, "a", 0o600));
  } catch (error) {
    throw explainOpening(file, error);
  }
}

class LimitCompiler extends SqliteQueryCompiler {
  /** SQLite plans for the value of a bare parameter here, and so compiles the statement again whenever one is bound. */
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node);
    if (ValueNode.is(node.limit)) this.append(" + 0");
  }
}

const Compiler = withColumnNames(LimitCompiler);

function openConnection(database: DatabaseSync, traits: DialectTraits, busyMs?: number): OpenDialect {
  const driver = new SqliteDriver(database, busyMs);
  return {
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new FairAdapter(),
      createQueryCompiler: () => new Compiler(),
      createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    },
    traits,
    version: () => driver.version(),
    versionInTurn: () => driver.version("in turn"),
    watch: (onDue) =>
      watchCommits(
        `${database.location()}-wal`,
        () => driver.foreignVersion(),
        () => onDue(dueQueues),
      ),
    // A commit is seen in the file.
    async announceDue() {},
    async tell() {},
    async close() {
      if (database.isOpen) database.close();
    },
  };
}

/** A temporary database in memory, without a full text index. */
export function openSqliteInMemory(): OpenDialect {
  return openConnection(new DatabaseSync(":memory:"), {
    ...traits,
    ddl: { ...traits.ddl, searchIndex: [], searchWords: [] },
  });
}

/** The database file of a data folder. */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, "freehold.sqlite");
}

function openFile(file: string, readOnly: boolean): DatabaseSync {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(file, {
      timeout: limits.busyMs,
      enableForeignKeyConstraints: true,
      readOnly,
    });
    database.exec(`${readOnly ? readingPragma : WRITING};${connectionPragmas}`);
    // The first read of the file: a file that is not a database fails here.
    database.prepare("select count(*) from sqlite_schema").get();
    database.exec(NO_WAITING);
    return database;
  } catch (error) {
    if (database?.isOpen) database.close();
    throw explainOpening(file, error, { readOnly });
  }
}

class FairAdapter extends SqliteAdapter {
  /** The driver has a fair queue of its own; Kysely's wakes every waiter at each turn. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * Takes a data folder for one process, until it is disposed of or the process ends, however it ends: the lock is the
 * operating system's, so that none is left behind. Null when another process has it.
 */
export function takeSqliteLock(dataDir: string): Disposable | null {
  // A database without a page in it: nobody but SQLite has a lock of the system's that Node can take.
  const file = join(dataDir, "lock");
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    database.exec("begin exclusive");
  } catch (error) {
    database?.close();
    if (isBusy(error)) return null;
    throw explainOpening(file, error);
  }
  return { [Symbol.dispose]: () => database.close() };
}

/** SQLite changes no check: the rows move to a new table, which goes on counting where the old one was. */
function rebuildTable({ name, definition, columns, indexes }: CheckedTable): readonly string[] {
  const next = `${name}_rebuilt`;
  return [
    `create table ${next} (${definition}) strict`,
    `insert into ${next} (${columns.join(", ")}) select ${columns.join(", ")} from ${name}`,
    `delete from sqlite_sequence where name = '${next}'`,
    `insert into sqlite_sequence (name, seq) select '${next}', seq from sqlite_sequence where name = '${name}'`,
    `drop table ${name}`,
    `alter table ${next} rename to ${name}`,
    ...indexes,
  ];
}
