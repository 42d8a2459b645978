import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";
import { shortageError } from "../../errors/errors.ts";
import { limits } from "../limits.ts";

/** Lifts the time limits of its transaction in the client and the server: the statements may take any time. */
export const liftLimits =
  "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0";

/**
 * A pool that closes a connection when the server does not answer a statement. The server's own time limit does not help if the
 * server hangs, or if the network loses all packets.
 *
 * It makes another connection only if statements have had to wait for a while: most are over sooner than a connection is made, which
 * costs the server a process.
 */
export class AnsweringPool implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #answerMs: number;
  /** The functions that wait for a connection while there could be more connections; each is called once. */
  readonly #waiting: (() => void)[] = [];
  /** Runs for as long as somebody waits. */
  #growth: NodeJS.Timeout | null = null;

  constructor(pool: pg.Pool, answerMs: number) {
    this.#pool = pool;
    this.#answerMs = answerMs;
    // The pool tells it just before the connection is free.
    pool.on("release", () => queueMicrotask(() => this.#letOneGo()));
  }

  get options(): object {
    return this.#pool.options;
  }

  async connect(): Promise<AnsweringClient> {
    return new AnsweringClient(await this.#take(), this.#answerMs);
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

  #take(): Promise<pg.PoolClient> {
    const { idleCount, waitingCount, totalCount } = this.#pool;
    const isFree = this.#waiting.length === 0 && idleCount > waitingCount;
    // The pool itself makes the first connection, and lets statements wait, in order and not for ever, where it has all.
    if (isFree || totalCount === 0 || totalCount >= limits.connections) return this.#pool.connect();
    return new Promise((resolve) => {
      this.#waiting.push(() => resolve(this.#pool.connect()));
      this.#growth ??= setTimeout(() => this.#grow(), limits.growMs);
    });
  }

  #letOneGo(): void {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0 || this.#growth === null) return;
    clearTimeout(this.#growth);
    this.#growth = null;
  }

  /** Lets one statement ask while no connection is free, so that the pool makes one. */
  #grow(): void {
    this.#growth = null;
    const { totalCount } = this.#pool;
    // With none left, as where the server is away, there is nothing to wait for either.
    const nothingToWaitFor = totalCount === 0 || totalCount >= limits.connections;
    do this.#letOneGo();
    while (nothingToWaitFor && this.#waiting.length > 0);
    if (this.#waiting.length > 0) this.#growth = setTimeout(() => this.#grow(), limits.growMs);
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
