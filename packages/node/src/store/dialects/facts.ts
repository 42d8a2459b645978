import type { Dialect, DialectAdapter } from "kysely";
import type { Resource } from "../../errors.ts";
import type { Reader, Tx } from "../store.ts";
import type { SearchFacts } from "./search-facts.ts";

/** What one kind of database does differently from another. All other code of the store is the same for each. */
export interface DialectFacts {
  readonly name: "sqlite" | "postgres";
  /** True where one process at a time is meant to work on the database. */
  readonly singleProcess: boolean;
  /** True where a `select` inside a transaction has to lock its rows (`for update`) to keep other writers off them. */
  readonly rowLocks: boolean;
  readonly ddl: DdlFacts;
  /** The full text index. */
  readonly search: SearchFacts;
  /** A query for what the database takes on disk: one row with `bytes`. */
  readonly sizeQuery: string;
  /** A query for the name and version of the database: one row with `engine`. */
  readonly engineQuery: string;
  /** Whether an error means that a row with the same unique key is there already. */
  isUniqueViolation(error: unknown): boolean;
  /** Whether a transaction failed for a reason that is gone when it is run again (a deadlock). */
  isTransient(error: unknown): boolean;
  /** What a transaction failed for that the machine lacks just now, or null. */
  shortageOf(error: unknown): Resource | null;
  /** Lets one transaction at a time through that asks for `name`; the others wait until that one ends. */
  lock(tx: Tx, name: string): Promise<void>;
  /** Lets the statements of this transaction, and the pauses between them, take as long as they need. */
  liftTimeouts(tx: Tx): Promise<void>;
  /** Reads the whole database and tells what is broken in it, a line each; nothing where it is sound. */
  findDamage(db: Reader): Promise<string[]>;
  /** After rows were put into a table with the ids that they have: the next id is one that is free. */
  raiseIds(tx: Tx, table: string): Promise<void>;
}

/** How the columns of a table are declared. */
export interface DdlFacts {
  /** A primary key that the database counts up and never gives out twice. */
  readonly id: string;
  /** An integer of at least 53 bits. */
  readonly integer: string;
  /** Text that is compared byte by byte. */
  readonly text: string;
  /** What stands behind the closing bracket of `create table`. */
  readonly tableOptions: string;
  /** The statements that make the full text index. */
  readonly searchIndex: readonly string[];
}

/** What opening a database of one dialect gives. */
export interface OpenDialect {
  readonly dialect: Dialect;
  readonly facts: DialectFacts;
  /** To be called when Kysely is done with it, which closes nothing that it never used. */
  close(): Promise<void>;
}

/** A Kysely adapter that carries the facts, so that a query which was handed no more than a Tx finds them. */
export interface FactsAdapter extends DialectAdapter {
  readonly facts: DialectFacts;
}

/** The facts of the dialect that `db` speaks. */
export function dialectOf(db: Reader): DialectFacts {
  const { adapter } = db.getExecutor();
  if (!carriesFacts(adapter)) throw new Error("This database was not opened by openStore.");
  return adapter.facts;
}

function carriesFacts(adapter: DialectAdapter): adapter is FactsAdapter {
  return "facts" in adapter;
}
