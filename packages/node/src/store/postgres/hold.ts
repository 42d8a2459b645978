import type pg from "pg";
import { unreachable } from "./dialect.ts";
import { keepSession, openSession } from "./lasting-session.ts";

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
  const first = await take(databaseUrl, mode).catch((error: unknown) => {
    throw unreachable(databaseUrl, error);
  });
  return first && keepSession(() => take(databaseUrl, mode), first);
}

async function take(databaseUrl: string, mode: HoldMode): Promise<pg.Client | null> {
  const attempt = mode === "shared" ? "pg_try_advisory_lock_shared" : "pg_try_advisory_lock";
  return await openSession(databaseUrl, "freehold hold", async (client) => {
    const { rows } = await client.query<{ taken: boolean }>(`select ${attempt}(${key}) as taken`);
    return rows[0]?.taken === true;
  });
}
