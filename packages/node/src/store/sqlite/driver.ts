import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from "kysely";
import { LRUCache } from "lru-cache";
import { isInsideTransaction } from "../database.ts";
import { limits } from "../limits.ts";
import { classifyWrite, type PublicWrite } from "../public-writes.ts";

const busyPauseMs = 50; // between two tries to get SQLite's lock

const SQLITE_BUSY = 5;
const CACHED_STATEMENTS = 500;
/** Longer texts are lists of values that hardly come again in the same length. */
const LONGEST_CACHED_SQL = 4_000;

/**
 * One connection to one SQLite file. One holder at a time, in the order of the requests: so a transaction never sees or
 * shows a half-made change, and nobody waits for ever.
 */
export class SqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #connection: SqliteConnection;
  readonly #queue = new FairQueue();
  readonly #busyMs: number;
  /** The version when the open transaction began. */
  #versionAtBegin: string | null = null;

  /** @param busyMs how long a transaction that writes waits for another process's lock */
  constructor(database: DatabaseSync, busyMs: number = limits.busyMs) {
    this.#database = database;
    this.#busyMs = busyMs;
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
   * A reader takes no lock: it sees the database as it was at its first read, even if others write meanwhile. One that
   * writes waits for a writer of another process, and lets others have the connection meanwhile.
   */
  async beginTransaction(_connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode === "read only") {
      this.#connection.run("begin");
      this.#versionAtBegin = this.#connection.version();
      return;
    }
    const until = performance.now() + this.#busyMs;
    while (!this.#tryBegin(performance.now() >= until)) {
      this.#queue.release();
      await delay(busyPauseMs);
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
    this.#connection.endTransaction(true);
  }

  async rollbackTransaction(): Promise<void> {
    // SQLite has rolled back by itself after some errors (a full disk), and "rollback" would then hide them.
    if (this.#database.isTransaction) this.#connection.run("rollback");
    this.#connection.endTransaction(false);
  }

  /** Differs after each commit that may have changed a public table; null while the file can't be read. */
  version(when: "now" | "in turn" = "now"): string | null {
    if (!this.#database.isOpen) return null;
    return this.#database.isTransaction ? this.#versionAtBegin : this.#connection.version(when);
  }

  /** Differs after each commit of another process; null while the file can't be read. */
  foreignVersion(): number | null {
    return this.#database.isOpen ? this.#connection.foreignVersion() : null;
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
  /** The names of the columns; none if it returns no rows. */
  readonly names: readonly string[];
  readonly write: PublicWrite;
}

const changesTables = /^\s*(?:create|alter|drop)\b/i;

/** The objects that `all` makes itself have no prototype, and to read or copy such a one takes several times as long. */
function toObject(names: readonly string[], row: readonly unknown[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (let index = 0; index < names.length; index += 1) object[names[index] as string] = row[index];
  return object;
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new LRUCache<string, CachedStatement>({ max: CACHED_STATEMENTS });
  /** Reads the number of the last commit of another connection. */
  readonly #foreign: StatementSync;
  /** Whether the open transaction wrote a public table. */
  #isPublicWrite = false;
  /** Own commits that wrote public tables. */
  #ownCommits = 0;
  #version = { own: -1, foreign: -1, text: "" };
  /** The foreign version, once it was read in this turn of the event loop. */
  #inTurn: { readonly foreign: number | null } | null = null;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#foreign = database.prepare("pragma data_version");
    this.#foreign.setReturnArrays(true);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, names, write } = this.#prepare(query.sql);
    const parameters = query.parameters as SQLInputValue[];
    if (names.length > 0) {
      const rows = (statement.all(...parameters) as unknown as unknown[][]).map((row) =>
        toObject(names, row),
      );
      this.#noteWrite(write, rows.length);
      return { rows: rows as R[] };
    }
    const { changes, lastInsertRowid } = statement.run(...parameters);
    this.#noteWrite(write, changes);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  /** A stream would keep the one connection from all others for as long as its reader likes: read pages instead. */
  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Queries are not streamed here; read pages.");
  }

  #noteWrite(write: PublicWrite, changes: number | bigint): void {
    if (write === "none" || (write === "rows" && Number(changes) === 0)) return;
    if (this.#database.isTransaction) this.#isPublicWrite = true;
    else this.#ownCommits += 1;
  }

  endTransaction(isCommitted: boolean): void {
    if (isCommitted && this.#isPublicWrite) this.#ownCommits += 1;
    this.#isPublicWrite = false;
  }

  /** The own commits of public tables, and all commits of other connections. */
  version(when: "now" | "in turn" = "now"): string | null {
    const foreign = when === "now" ? this.foreignVersion() : this.#foreignInTurn();
    if (foreign === null) return null;
    const own = this.#ownCommits;
    if (this.#version.own !== own || this.#version.foreign !== foreign) {
      this.#version = { own, foreign, text: `${own}.${foreign}` };
    }
    return this.#version.text;
  }

  /** To read it takes two locks of the file, a tenth of the time of an answer from memory. */
  #foreignInTurn(): number | null {
    if (this.#inTurn === null) {
      this.#inTurn = { foreign: this.foreignVersion() };
      setImmediate(() => {
        this.#inTurn = null;
      });
    }
    return this.#inTurn.foreign;
  }

  foreignVersion(): number | null {
    try {
      return (this.#foreign.get() as unknown as [number])[0];
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
    statement.setReturnArrays(true);
    const names = statement.columns().map(({ name }) => name);
    const prepared = { statement, names, write: classifyWrite(sql) };
    // The columns of a table may be others after this.
    if (changesTables.test(sql)) this.#statements.clear();
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
