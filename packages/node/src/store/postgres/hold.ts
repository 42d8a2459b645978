import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { limits } from "../limits.ts";
import { unreachable } from "./dialect.ts";

/** For many at once, or for one alone. */
export type HoldMode = "shared" | "alone";

/** One number for all Freeholds: locks of a session belong to its database. */
const key = "hashtextextended('freehold.server', 0)";

/**
 * Takes a PostgreSQL database by a lock of a session of its own, until it is disposed of or the process ends, however it
 * ends. A session that breaks is made anew, and takes the lock again.
 *
 * @returns null when somebody holds the database in a way that does not go with this one
 */
export async function holdPostgres(databaseUrl: string, mode: HoldMode): Promise<AsyncDisposable | null> {
  const ended = new AbortController();
  let client: pg.Client | null = await take(databaseUrl, mode).catch((error: unknown) => {
    throw unreachable(databaseUrl, error);
  });
  if (client === null) return null;
  watch(client);
  return {
    async [Symbol.asyncDispose]() {
      ended.abort();
      await client?.end().catch(() => {});
    },
  };

  function watch(session: pg.Client): void {
    session.once("end", () => void renew());
  }

  async function renew(): Promise<void> {
    client = null;
    while (!ended.signal.aborted && client === null) {
      await pause(limits.holdPauseMs, null, { ref: false, signal: ended.signal }).catch(() => {});
      if (ended.signal.aborted) return;
      client = await take(databaseUrl, mode).catch(() => null);
    }
    if (client === null) return;
    if (ended.signal.aborted) await client.end();
    else watch(client);
  }
}

async function take(databaseUrl: string, mode: HoldMode): Promise<pg.Client | null> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: "freehold hold",
    connectionTimeoutMillis: limits.connectMs,
    keepAlive: true,
  });
  // What breaks says so by its end.
  client.on("error", () => {});
  const attempt = mode === "shared" ? "pg_try_advisory_lock_shared" : "pg_try_advisory_lock";
  try {
    await client.connect();
    const { rows } = await client.query<{ taken: boolean }>(`select ${attempt}(${key}) as taken`);
    if (rows[0]?.taken) return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  await client.end();
  return null;
}
