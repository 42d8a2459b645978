import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";
import { shortageError } from "../../errors/errors.ts";

/** Lifts the time limits of its transaction in the client and the server: the statements may take any time. */
export const liftLimits =
  "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0";

/**
 * A pool that closes a connection when the server does not answer a statement. The server's own time limit does not help if the
 * server hangs, or if the network loses all packets.
 */
export class AnsweringPool implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #answerMs: number;

  constructor(pool: pg.Pool, answerMs: number) {
    this.#pool = pool;
    this.#answerMs = answerMs;
  }

  get options(): object {
    return this.#pool.options;
  }

  async connect(): Promise<PostgresPoolClient> {
    return new AnsweringClient(await this.#pool.connect(), this.#answerMs);
  }

  /** Runs one statement on any connection. */
  async query(sql: string, parameters: readonly unknown[]): Promise<void> {
    const client = await this.connect();
    try {
      await client.query(sql, parameters);
    } finally {
      client.release();
    }
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }
}

/** A connection for the time for which it is taken out of the pool. */
class AnsweringClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #answerMs: number;
  #isUnlimited = false;
  #isReleased = false;

  constructor(client: pg.PoolClient, answerMs: number) {
    this.#client = client;
    this.#answerMs = answerMs;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    sql: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof sql !== "string") throw new Error("Cursors are not in use here.");
    return this.#ask(sql, parameters);
  }

  #ask<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (sql === liftLimits) this.#isUnlimited = true;
    const asked = this.#client.query(sql, [...parameters]) as unknown as Promise<PostgresQueryResult<R>>;
    if (this.#isUnlimited) return asked;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        // Removing it from the pool closes it.
        this.release(true);
        reject(shortageError("server"));
      }, this.#answerMs);
      asked.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  release(destroy = false): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#client.release(destroy);
  }
}
