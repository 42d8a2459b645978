import type { Transaction } from "kysely";
import { Kysely } from "kysely";
import { readOnlyError, shortageError } from "../errors.ts";
import type { DialectFacts, OpenDialect } from "./dialects/facts.ts";
import { openPostgres } from "./dialects/postgres.ts";
import { openSqlite } from "./dialects/sqlite.ts";
import { isInsideTransaction, runTransactionScope } from "./dialects/transaction-scope.ts";
import type { Tables } from "./tables/tables.ts";

/** What a reading query takes. A Tx is one too. */
export type Reader = Kysely<Tables>;

/** What a writing query takes, so that a write outside a transaction does not compile. */
export type Tx = Transaction<Tables>;

export interface Store extends AsyncDisposable {
  readonly db: Reader;
  readonly dialect: DialectFacts;
  /**
   * Runs `work` in one transaction: what it wrote is durable when this resolves, and undone when it throws.
   * What the machine lacks just now (room on the disk, the lock of the database) is an AppError NO_SPACE or BUSY.
   * The work touches nothing but the transaction, for it is run again after a deadlock; it starts no other one.
   *
   * @throws AppError READ_ONLY where the store was opened to be read alone
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** Where a database is: PostgreSQL at `databaseUrl`, or SQLite in the folder `dataDir` when that is null. */
export interface DatabasePlace {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
}

const ATTEMPTS = 4;

/**
 * Opens the database. It does not make the tables; `migrate` does.
 *
 * @param options.readOnly nothing is written, not even by the database itself
 * @throws Error in words when the database can't be opened or reached.
 */
export async function openStore(options: DatabasePlace & { readOnly?: boolean }): Promise<Store> {
  const { dataDir, databaseUrl, readOnly = false } = options;
  const opened =
    databaseUrl === null ? openSqlite({ dataDir, readOnly }) : await openPostgres({ databaseUrl, readOnly });
  return createStore(opened, readOnly);
}

/** A store on a dialect that is open. */
export function createStore({ dialect, facts, close }: OpenDialect, readOnly: boolean): Store {
  const db = new Kysely<Tables>({ dialect });
  return {
    db,
    dialect: facts,
    async transaction(work) {
      if (isInsideTransaction()) throw new Error("A transaction was started inside another one.");
      if (readOnly) throw readOnlyError();
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await runTransactionScope((wrap) => db.transaction().execute((tx) => wrap(() => work(tx))));
        } catch (error) {
          const shortage = facts.shortageOf(error);
          if (shortage !== null) throw shortageError(shortage, { cause: error });
          if (attempt === ATTEMPTS || !facts.isTransient(error)) throw error;
        }
      }
    },
    async [Symbol.asyncDispose]() {
      await db.destroy();
      await close();
    },
  };
}
