import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { limits } from "../limits.ts";
import { type PostgresLocation, refusePooler, sessionUrl } from "./pooler.ts";

const holdPauseMs = 2_000; // between two tries to reach PostgreSQL again
const silentSessionMs = 10_000; // silence on a connection for news

// The first pause; each is twice as long as the one before, up to `holdPauseMs`.
const firstPauseMs = 50;
// As Node asks, once a second, and gives up after the tenth time.
const [everySeconds, times] = [1, 10];
const idleSeconds = silentSessionMs / 1000;

/** Without it, the locks of a lost machine would be held for hours. */
const askClient = [
  `set tcp_keepalives_idle = ${idleSeconds}`,
  `set tcp_keepalives_interval = ${everySeconds}`,
  `set tcp_keepalives_count = ${times}`,
  `set tcp_user_timeout = '${idleSeconds + everySeconds * times}s'`,
].join("; ");

/**
 * Opens a connection outside the pool.
 *
 * @param prepare the first work of the connection. When it is false or throws, the connection is closed again
 * @throws AppError BAD_CONFIGURATION where a pooler is in between
 */
export async function openSession(
  location: PostgresLocation,
  name: string,
  prepare: (client: pg.Client) => Promise<boolean>,
): Promise<pg.Client | null> {
  const client = new pg.Client({
    connectionString: sessionUrl(location),
    application_name: name,
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: limits.answerMs,
    keepAlive: true,
    // Without it, a silently lost connection would be noticed after hours.
    keepAliveInitialDelayMillis: silentSessionMs,
  });
  // A broken connection is noticed by its end.
  client.on("error", () => {});
  try {
    await client.connect();
    await refusePooler(client, location);
    await client.query(askClient);
    if (await prepare(client)) return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  await client.end();
  return null;
}

/** Keeps a session until it is disposed of: one that breaks, or can't be opened, is opened again. */
export function keepSession(
  open: () => Promise<pg.Client | null>,
  first: pg.Client | null = null,
): AsyncDisposable {
  const ended = new AbortController();
  let client = first;
  if (client) client.once("end", renew);
  else renew();
  return {
    async [Symbol.asyncDispose]() {
      // An attempt that is under way is not waited for: it may take as long as the server is away.
      ended.abort();
      await client?.end().catch(() => {});
    },
  };

  function renew(): void {
    client = null;
    void openAgain();
  }

  async function openAgain(): Promise<void> {
    for (let pauseMs = firstPauseMs; client === null && !ended.signal.aborted; pauseMs *= 2) {
      client = await open().catch(() => null);
      if (client && ended.signal.aborted) await client.end().catch(() => {});
      else if (client) client.once("end", renew);
      else {
        const ms = Math.min(pauseMs, holdPauseMs);
        await pause(ms, null, { ref: false, signal: ended.signal }).catch(() => {});
      }
    }
  }
}
