import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from "kysely";
import { LRUCache } from "lru-cache";
import { isInsideTransaction } from "../database.ts";
import { limits } from "../limits.ts";

// Not a limit: the size of the statement cache, and a constant of SQLite.
const SQLITE_BUSY = 5;
const CACHED_STATEMENTS = 500;
const VERSION = "select total_changes() || '.' || data_version as version from pragma_data_version";
/** Longer texts are lists of values that hardly come again in the same length. */
const LONGEST_CACHED_SQL = 4_000;

/**
 * One connection to one SQLite file. Whoever has it has it alone, and is followed by the one who asked next: so a
 * transaction never sees, nor shows, a half-made change, and nobody waits for ever.
 */
export class SqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #connection: SqliteConnection;
  readonly #queue = new FairQueue();
  /** The version when the open transaction began. */
  #versionAtBegin: string | null = null;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#connection = new SqliteConnection(database);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (isInsideTransaction()) {
      throw new Error(
        "A query outside the transaction was started inside it, and would wait for it for ever.",
      );
    }
    await this.#queue.acquire();
    return this.#connection;
  }

  /**
   * One that only reads takes no lock: it sees the database as it is at its first look, whoever writes meanwhile. One
   * that writes waits for a writer of another process, and lets others have the connection meanwhile.
   */
  async beginTransaction(_connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode === "read only") {
      this.#connection.run("begin");
      this.#versionAtBegin = this.#connection.version();
      return;
    }
    const until = performance.now() + limits.busyMs;
    while (!this.#tryBegin(performance.now() >= until)) {
      this.#queue.release();
      await delay(limits.busyPauseMs);
      await this.#queue.acquire();
    }
  }

  /** @param last whether a lock of another process is an error now */
  #tryBegin(last: boolean): boolean {
    try {
      this.#connection.run("begin immediate");
      this.#versionAtBegin = this.#connection.version();
      return true;
    } catch (error) {
      if (last || !isBusy(error)) throw error;
      return false;
    }
  }

  async commitTransaction(): Promise<void> {
    this.#connection.run("commit");
  }

  async rollbackTransaction(): Promise<void> {
    // SQLite has rolled back by itself after some errors (a full disk), and "rollback" would then hide them.
    if (this.#database.isTransaction) this.#connection.run("rollback");
  }

  /** The version of the file as far as it is committed; null while it can't be read. */
  version(): string | null {
    if (!this.#database.isOpen) return null;
    return this.#database.isTransaction ? this.#versionAtBegin : this.#connection.version();
  }

  async releaseConnection(): Promise<void> {
    this.#queue.release();
  }

  async destroy(): Promise<void> {
    this.#database.close();
  }
}

/** Whether another process has the lock that is needed. */
export function isBusy(error: unknown): boolean {
  return (errcodeOf(error) & 0xff) === SQLITE_BUSY;
}

/** SQLite's extended code of an error; 0 for any other error. */
export function errcodeOf(error: unknown): number {
  return error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
}

interface CachedStatement {
  readonly statement: StatementSync;
  readonly returnsRows: boolean;
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new LRUCache<string, CachedStatement>({ max: CACHED_STATEMENTS });

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, returnsRows } = this.#prepare(query.sql);
    const parameters = query.parameters as SQLInputValue[];
    if (returnsRows) return { rows: statement.all(...parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  /** A stream would keep the one connection from all others for as long as its reader likes: read pages instead. */
  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Queries are not streamed here; read pages.");
  }

  /** Counts the rows that this connection changed, committed or not, and the commits of other connections. */
  version(): string | null {
    try {
      const { version } = this.#prepare(VERSION).statement.get() ?? {};
      return String(version);
    } catch (error) {
      // Another process has the file to itself for a moment.
      if (isBusy(error)) return null;
      throw error;
    }
  }

  run(sql: string): void {
    this.#prepare(sql).statement.run();
  }

  #prepare(sql: string): CachedStatement {
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, returnsRows: statement.columns().length > 0 };
    if (sql.length <= LONGEST_CACHED_SQL) this.#statements.set(sql, prepared);
    return prepared;
  }
}

/** Lets one holder at a time through, in the order in which they came. */
export class FairQueue {
  #held = false;
  readonly #waiting: (() => void)[] = [];

  /** Resolves when it is the caller's turn; the caller must call `release` in the end. */
  async acquire(): Promise<void> {
    if (!this.#held) {
      this.#held = true;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Hands the turn to the next one. */
  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#held = false;
  }
}
