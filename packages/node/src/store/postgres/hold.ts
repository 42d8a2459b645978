import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { keepSession, openSession } from "./lasting-session.ts";
import { type PostgresLocation, sessionUrl } from "./pooler.ts";
import { unreachable } from "./unreachable.ts";

/** Shared by many, or exclusive. */
export type HoldMode = "shared" | "alone";

/** The tasks of a process of a node. */
export interface Duties {
  /** It answers requests. */
  readonly answers?: boolean;
}

/** The right to work on the data of a node, until it is disposed of. */
export interface Hold extends AsyncDisposable {
  /** The id of this process while it holds the lock. */
  readonly id: string;
  /**
   * Counts this process among the workers, until it ends. It waits while another one joins.
   *
   * @param ifFirst is done before that, where no other process is a worker
   */
  joinWorkers(ifFirst: () => Promise<unknown>): Promise<void>;
  /**
   * Which of these processes hold no more: they have ended, or their session broke a moment ago. None while this is
   * unknown.
   */
  findEnded(ids: readonly string[]): Promise<string[]>;
  /** How many processes that answer requests hold now; null while this is unknown. */
  countWeb(): Promise<number | null>;
  /**
   * Does `work` while no other process of the node does work of that name.
   *
   * @param options.keeps whether this process alone does it from now on, until it ends or its session breaks
   * @returns false where another one is at it, or the session for the lock is away just now: then nothing was done
   */
  doAlone(name: string, work: () => Promise<unknown>, options?: { keeps?: boolean }): Promise<boolean>;
}

/** One number for all Freeholds: locks of a session belong to its database. */
const key = "hashtextextended('freehold.server', 0)";
/** Held by all that answer requests, so that they can be counted. */
const webKey = "hashtextextended('freehold.web', 0)";
/** Held by all that work on the queues. */
const workerKey = "hashtextextended('freehold.worker', 0)";
// Between two looks whether another worker has joined.
const joinPauseMs = 50;

/**
 * Takes a PostgreSQL database by a lock of a session of its own, until it is disposed of or the process ends, however it
 * ends. A session that breaks is made again, and takes the lock again.
 *
 * @returns null when somebody holds the database in a way that does not go with this one
 */
export async function holdPostgres(
  location: PostgresLocation,
  mode: HoldMode,
  duties: Duties = {},
): Promise<Hold | null> {
  const id = randomUUID();
  let current: pg.Client | null = null;
  let isWorker = false;
  const renew = async () => {
    current = await take(location, mode, async (client) => {
      await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [`freehold.process.${id}`]);
      if (duties.answers) await client.query(`select pg_advisory_lock_shared(${webKey})`);
      if (isWorker) await client.query(`select pg_advisory_lock_shared(${workerKey})`);
    });
    return current;
  };
  const first = await renew().catch((error: unknown) => {
    throw unreachable(sessionUrl(location), error);
  });
  if (!first) return null;
  const session = keepSession(renew, first);
  let turn: Promise<unknown> = Promise.resolve();
  /** One at a time, as the driver wants it. */
  const ask: Ask = (text, values) => {
    const answer = turn.then(async () => {
      const client = current;
      try {
        return (await client?.query(text, values))?.rows ?? null;
      } catch {
        // A server that leaves a question unanswered may never end the session. The next one is another.
        void client?.end().catch(() => {});
        return null;
      }
    });
    turn = answer;
    return answer;
  };
  /** The sessions that have the locks of tasks. */
  const tasks = new Map<string, pg.Client | null>();
  const takeTask = async (name: string): Promise<boolean> => {
    const session = current;
    const isKept = tasks.get(name) === session;
    const taken = await ask(isKept ? "select 1" : takeLock, isKept ? [] : [taskKey(name)]);
    if (!taken || taken.length === 0) return false;
    tasks.set(name, session);
    return true;
  };
  const leaveTask = async (name: string): Promise<void> => {
    tasks.delete(name);
    await ask("select pg_advisory_unlock(hashtextextended($1, 0))", [taskKey(name)]);
  };
  const doAlone: Hold["doAlone"] = async (name, work, { keeps = false } = {}) => {
    if (!(await takeTask(name))) return false;
    try {
      await work();
    } finally {
      // A session that broke has lost it.
      if (!keeps) await leaveTask(name);
    }
    return true;
  };
  return {
    id,
    async joinWorkers(ifFirst) {
      const join = async () => {
        const taken = await ask(`select 1 where pg_try_advisory_lock(${workerKey})`, []);
        // The session is away: once more with the next one.
        if (taken === null) return;
        const isFirst = taken.length > 0;
        if (isFirst) await ifFirst();
        isWorker = true;
        await ask(`select pg_advisory_lock_shared(${workerKey})`, []);
        if (isFirst) await ask(`select pg_advisory_unlock(${workerKey})`, []);
      };
      // One after another: the first one has finished its work, or was killed and the next one is the first.
      for (;;) {
        await doAlone("join", join);
        if (isWorker) return;
        await pause(joinPauseMs, null, { ref: false });
      }
    },
    async findEnded(ids) {
      const ended = await ask(selectEnded, [ids]);
      return ended?.flatMap((row) => row.id ?? []) ?? [];
    },
    async countWeb() {
      const counted = await ask(selectWeb, []);
      return counted && Number(counted[0]?.count);
    },
    doAlone,
    [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
  };
}

/** Asks on the session that holds. @returns the rows; null while it is away */
type Ask = (text: string, values: unknown[]) => Promise<Record<string, string>[] | null>;

/** The number of a session's lock is in two halves. */
const selectEnded = `
  select id from unnest($1::text[]) as asked (id)
  where hashtextextended('freehold.process.' || id, 0) not in (
    select (classid::bigint << 32) | objid::bigint from pg_locks
    where locktype = 'advisory' and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
  )`;

const selectWeb = `
  select count(*) as count from pg_locks
  where locktype = 'advisory' and objsubid = 1 and granted
    and (classid::bigint << 32) | objid::bigint = ${webKey}
    and database = (select oid from pg_database where datname = current_database())`;

/** The lock is one of the session: it ends with the process, however that ends. */
const takeLock = "select 1 where pg_try_advisory_lock(hashtextextended($1, 0))";
const taskKey = (name: string) => `freehold.task.${name}`;

async function take(
  location: PostgresLocation,
  mode: HoldMode,
  join: (client: pg.Client) => Promise<unknown>,
): Promise<pg.Client | null> {
  const attempt = mode === "shared" ? "pg_try_advisory_lock_shared" : "pg_try_advisory_lock";
  return await openSession(location, "freehold hold", async (client) => {
    const { rows } = await client.query<{ taken: boolean }>(`select ${attempt}(${key}) as taken`);
    await join(client);
    return rows[0]?.taken === true;
  });
}
