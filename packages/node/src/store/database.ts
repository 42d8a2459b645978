import { AsyncLocalStorage } from "node:async_hooks";
import type { Dialect, DialectAdapter, Kysely, Transaction } from "kysely";
import type { Resource } from "../errors/errors.ts";
import type { DueQueue, OnDue } from "./due-queues.ts";
import type { SearchRequest, SearchTerms } from "./search/search-query.ts";
import type { Tables } from "./tables/tables.ts";

/** The handle for reading queries. A Tx is one too. */
export type Reader = Kysely<Tables>;

/** The handle for writing queries, so that a write outside a transaction does not compile. */
export type Tx = Transaction<Tables>;

/** The beginning of a statement that writes private rows of a public table (`public-writes.ts`). */
export const privateWrite = "/* private */";

export interface Store extends AsyncDisposable {
  readonly db: Reader;
  readonly dialect: DialectTraits;
  /**
   * Differs after every commit, by any process, that may have changed the data of a public read (`public-writes.ts`). An
   * own commit is in it before its `transaction` resolves. Read it before the data that it stands for. It costs as much as
   * one small query of SQLite at the most.
   *
   * @returns null while the database can't tell; on PostgreSQL this is so without `watch`
   */
  version(): string | null;
  /**
   * The same, where SQLite is asked once in a turn of the event loop: an own commit is always in it, that of another process
   * from the next turn on. Who asks after the commit comes with a later turn.
   */
  versionInTurn(): string | null;
  /**
   * Calls `listener` after each commit that may have made rows of a queue due (`markDue`), by any process while `watch` is
   * on, else by this one. It must not throw.
   *
   * @returns a function that ends it
   */
  onDue(queue: DueQueue, listener: () => void): () => void;
  /**
   * Sends a message to the other processes of the node, at once. It is not stored: a process that does not listen now never gets
   * it. On SQLite there is no other process.
   *
   * @param message up to 7,000 bytes
   */
  tell(message: string): Promise<void>;
  /**
   * Calls `listener` with messages of other processes, and with null when this process begins to listen, also again after a lost
   * connection. The listener must not throw.
   *
   * @returns a function that ends it
   */
  onTold(listener: OnTold): () => void;
  /** Listens for the commits of other processes, until the result is disposed of. It does not wait for the connection. */
  watch(): AsyncDisposable;
  /**
   * Runs `work` in one transaction: its writes are durable when this resolves, and undone when it throws. On SQLite those
   * that arrive together share one commit; it sees the writes of the earlier ones, and is rejected if that commit fails. A
   * shortage of the machine (room on the disk, the lock of the database) is an AppError NO_SPACE or BUSY. The work touches
   * nothing but the transaction, for it is run again after a deadlock; it starts no other one.
   *
   * @param options.isRepeatable whether all of it would be done again if it were lost: then it need not be on the disk at
   *   once
   * @throws AppError READ_ONLY where the store was opened to be read alone
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: { isRepeatable?: boolean }): Promise<T>;
}

/** Called with a message of another process, or with null when this process begins to listen. */
export type OnTold = (message: string | null) => void;

/** The place of a database: PostgreSQL at `databaseUrl`, or SQLite in the folder `dataDir` if that is null. */
export interface DatabaseLocation {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** PostgreSQL itself, where `databaseUrl` leads through a pooler. */
  readonly databaseDirectUrl?: string | null;
}

/** The differences of one kind of database. All other code of the store is the same for both. */
export interface DialectTraits {
  readonly name: "sqlite" | "postgres";
  /** True where one process at a time is meant to work on the database. */
  readonly singleProcess: boolean;
  /** True where transactions that wait together share one commit (`sqlite/group-writes.ts`). Elsewhere the server does this. */
  readonly sharesCommits: boolean;
  /** True where a `select` inside a transaction has to lock its rows (`for update`) to keep other writers off them. */
  readonly rowLocks: boolean;
  readonly ddl: DdlTraits;
  /** The full text index. */
  readonly search: FullTextIndex;
  /** A query for the size of the database on disk: one row with `bytes`. */
  readonly sizeQuery: string;
  /** A query for the name and version of the database: one row with `engine`. */
  readonly engineQuery: string;
  /** Whether an error means that a row with the same unique key is there already. */
  isUniqueViolation(error: unknown): boolean;
  /** Whether a transaction failed for a reason that is gone when it is run again (a deadlock). */
  isTransient(error: unknown): boolean;
  /** The resource whose shortage made a transaction fail, or null. */
  shortageOf(error: unknown): Resource | null;
  /** Lets one transaction at a time through that asks for `name`; the others wait until that one ends. */
  lock(tx: Tx, name: string): Promise<void>;
  /**
   * Makes the rest of this transaction read the first rows of an index from the index, in its order. Without statistics PostgreSQL
   * assumes that a table has few rows, and would collect and sort all of them.
   */
  readInOrder(tx: Tx): Promise<void>;
  /** Lets the statements of this transaction, and the pauses between them, take as long as they need. */
  liftTimeouts(tx: Tx): Promise<void>;
  /** Reads the whole database and returns its faults, a line each; none if it is sound. */
  findDamage(db: Reader): Promise<string[]>;
  /**
   * Sets the sequence of a table after rows were inserted with given ids, so that the next id is free.
   *
   * @param last the next id is also above this one
   */
  raiseIds(tx: Tx, table: string, last?: number): Promise<void>;
  /** The last id that a table has used, also for a deleted row; 0 for none. */
  lastId(db: Reader, table: string): Promise<number>;
}

/** How the columns of a table are declared. */
export interface DdlTraits {
  /** A primary key that the database counts up and never gives out twice. */
  readonly id: string;
  /** An integer of at least 53 bits. */
  readonly integer: string;
  /** Text that is compared byte by byte. */
  readonly text: string;
  readonly bytes: string;
  /** The text behind the closing bracket of `create table`. */
  readonly tableOptions: string;
  /** The statements that make the full text index. */
  readonly searchIndex: readonly string[];
  readonly searchWords: readonly string[];
  /** The statements that rename a table that counts its ids. Its indexes stay, except that of its key. */
  renameTable(from: string, to: string): readonly string[];
  /** The statements that remove checks of a table that counts its ids. Nothing may refer to it. */
  dropChecks(table: CheckedTable): readonly string[];
}

/** A table as it is without some of its checks. */
export interface CheckedTable {
  readonly name: string;
  /** The text between the brackets of `create table`. */
  readonly definition: string;
  /** The columns that hold data, the id among them. */
  readonly columns: readonly string[];
  /** The statements that make its indexes. */
  readonly indexes: readonly string[];
  /** The names of the checks, where checks have names. */
  readonly checks: readonly string[];
}

/** One step from one shape of the tables to the next. A released step is never changed. */
export interface Migration {
  /** Four digits, so that the order by name is the order. */
  readonly name: string;
  statements(ddl: DdlTraits): readonly string[];
}

/** The full text index of one kind of database. */
export interface FullTextIndex {
  /** The statements that make it. */
  readonly ddl: readonly string[];
  /** The statements that make a list of its words, where it needs one. */
  readonly wordsDdl: readonly string[];
  insert(tx: Tx, entry: { id: number; forReaders: boolean; terms: SearchTerms }): Promise<void>;
  /** An id that is not there is passed over. */
  remove(tx: Tx, id: number): Promise<void>;
  /**
   * The ids of matches: first those with every word in their title, then those with some of them, then the others; of equals
   * the highest id first.
   */
  find(db: Reader, request: SearchRequest): Promise<number[]>;
  /** Up to `limit` terms that begin with these letters, in no particular order: of all texts, or of the newest with such a term. */
  listTerms(
    db: Reader,
    beginning: string,
    request: { readersOnly: boolean; limit: number },
  ): Promise<string[]>;
}

/** The parts of an opened database. */
export interface OpenDialect {
  readonly dialect: Dialect;
  readonly traits: DialectTraits;
  readonly version: Store["version"];
  readonly versionInTurn: Store["versionInTurn"];
  /** @param onDue called after commits of other processes that may have made rows of queues due */
  watch(onDue: OnDue, onTold: OnTold): AsyncDisposable;
  /** As `Store.tell`; it never rejects. */
  tell(message: string): Promise<void>;
  /**
   * Tells the other processes of queues that may have due rows now; it never rejects. Resolves when no notification is left
   * to send.
   */
  announceDue(queues: ReadonlySet<DueQueue>): Promise<void>;
  /** Call it when Kysely has ended; Kysely closes nothing that it never used. */
  close(): Promise<void>;
}

/** A query may be given no more than a Tx, and still needs the traits of its database. */
const traitsOf = new WeakMap<DialectAdapter, DialectTraits>();

/** Has `dialectOf` know a database that was opened. */
export function setDialect(db: Reader, traits: DialectTraits): void {
  traitsOf.set(db.getExecutor().adapter, traits);
}

/** The traits of the dialect that `db` speaks. */
export function dialectOf(db: Reader): DialectTraits {
  const traits = traitsOf.get(db.getExecutor().adapter);
  if (!traits) throw new Error("This database was not opened by openStore.");
  return traits;
}

const scopes = new AsyncLocalStorage<{ open: boolean }>();

/** Runs the work of a transaction. Meanwhile `isInsideTransaction` is true for it and for all that it calls. */
export async function runWork<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const scope = { open: true };
  try {
    return await scopes.run(scope, () => work(tx));
  } finally {
    scope.open = false;
  }
}

/** Whether the caller runs inside the work of a transaction that has not ended. */
export function isInsideTransaction(): boolean {
  return scopes.getStore()?.open === true;
}
