import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDriver,
  type PostgresPool,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import { codeOf, shortageError } from "../../errors/errors.ts";
import { limits } from "../limits.ts";
import { classifyWrite } from "../public-writes.ts";
import type { PostgresChanges } from "./changes.ts";

type PostgresConnection = Parameters<PostgresDriver["releaseConnection"]>[0];

/** Behind a pooler a connection can't have its own settings, so each transaction sets them. */
const setTimeouts = CompiledQuery.raw(
  `set local statement_timeout = ${limits.statementMs}; ` +
    `set local idle_in_transaction_session_timeout = ${limits.idleTransactionMs}`,
);

/** Kysely's driver; commits that changed public tables are counted, and told to other processes. */
export class CountingDriver extends PostgresDriver {
  readonly #changes: PostgresChanges;
  readonly #isPooled: boolean;

  constructor(pool: PostgresPool, changes: PostgresChanges, isPooled: boolean) {
    super({ pool });
    this.#changes = changes;
    this.#isPooled = isPooled;
  }

  override async acquireConnection(
    options?: Parameters<PostgresDriver["acquireConnection"]>[0],
  ): Promise<DatabaseConnection> {
    const connection = (await super.acquireConnection(options).catch(rethrow)) as PostgresConnection;
    return new CountingConnection(connection, this.#changes);
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await super.beginTransaction(connection, settings).catch(rethrow);
    if (this.#isPooled) await connection.executeQuery(setTimeouts);
    countingOf(connection).isInTransaction = true;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const counting = countingOf(connection);
    counting.isInTransaction = false;
    if (counting.isPublicWrite) await counting.commitAndNotify();
    else await super.commitTransaction(connection).catch(rethrow);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(countingOf(connection).inner).catch(rethrow);
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    await super.releaseConnection(countingOf(connection).inner);
  }
}

/** A connection for the time for which it is taken out of the pool. */
class CountingConnection implements DatabaseConnection {
  readonly inner: PostgresConnection;
  readonly #changes: PostgresChanges;
  isInTransaction = false;
  /** Whether the open transaction wrote a public table. */
  isPublicWrite = false;

  constructor(inner: PostgresConnection, changes: PostgresChanges) {
    this.inner = inner;
    this.#changes = changes;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.inner.executeQuery<R>(query).catch(rethrow);
    const write = classifyWrite(query.sql);
    if (write === "none" || (write === "rows" && result.numAffectedRows === 0n)) return result;
    if (this.isInTransaction) this.isPublicWrite = true;
    else {
      await this.inner.executeQuery(CompiledQuery.raw(this.#changes.notification)).catch(rethrow);
      this.#changes.countOwn();
    }
    return result;
  }

  async commitAndNotify(): Promise<void> {
    try {
      await this.inner.executeQuery(CompiledQuery.raw(`${this.#changes.notification}; commit`));
      this.#changes.countOwn();
    } catch (error) {
      this.#changes.countLater();
      throw orAway(error);
    }
  }

  /** Not in use: read pages instead. */
  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Queries are not streamed here; read pages.");
  }
}

function countingOf(connection: DatabaseConnection): CountingConnection {
  if (connection instanceof CountingConnection) return connection;
  throw new Error("This connection is of another driver.");
}

/** Error codes of the operating system, and of a server that stops, starts, has no free connections, or exceeds the time of a statement. */
const awayCodes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57014|57P0[123]|25P03|08\w{3}|53300)$/;
/** Messages of the client for errors of connections that have no code. */
const awayMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout e(xceeded|xpired)|Query read timeout)/;

function rethrow(error: unknown): never {
  throw orAway(error);
}

/** The error itself, or AppError BUSY if the server can't be reached. */
function orAway(error: unknown): unknown {
  const isAway =
    awayCodes.test(codeOf(error)) || (error instanceof Error && awayMessages.test(error.message));
  return isAway ? shortageError("server", { cause: error }) : error;
}
