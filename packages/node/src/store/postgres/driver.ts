import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDriver,
  type PostgresPool,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import { classifyWrite } from "../public-writes.ts";
import type { PostgresChanges } from "./changes.ts";

type PostgresConnection = Parameters<PostgresDriver["releaseConnection"]>[0];

/** Kysely's driver; commits that changed public tables are counted, and told to other processes. */
export class CountingDriver extends PostgresDriver {
  readonly #changes: PostgresChanges;

  constructor(pool: PostgresPool, changes: PostgresChanges) {
    super({ pool });
    this.#changes = changes;
  }

  override async acquireConnection(
    options?: Parameters<PostgresDriver["acquireConnection"]>[0],
  ): Promise<DatabaseConnection> {
    const connection = (await super.acquireConnection(options)) as PostgresConnection;
    return new CountingConnection(connection, this.#changes);
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await super.beginTransaction(connection, settings);
    countingOf(connection).isInTransaction = true;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const counting = countingOf(connection);
    counting.isInTransaction = false;
    if (counting.isPublicWrite) await counting.commitAndNotify();
    else await super.commitTransaction(connection);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(countingOf(connection).inner);
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
    const result = await this.inner.executeQuery<R>(query);
    const write = classifyWrite(query.sql);
    if (write === "none" || (write === "rows" && result.numAffectedRows === 0n)) return result;
    if (this.isInTransaction) this.isPublicWrite = true;
    else {
      await this.inner.executeQuery(CompiledQuery.raw(this.#changes.notification));
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
      throw error;
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
