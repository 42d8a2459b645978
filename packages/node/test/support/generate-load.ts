import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { Agent } from "undici";

/** What came back under a load. */
export interface LoadResult {
  /** Milliseconds of each request that was answered 2xx, in order of size. */
  readonly served: number[];
  /** How many were answered 503. */
  readonly shed: number;
  /** How many were answered otherwise, or not at all. */
  readonly failed: number;
}

const query = "{ publications(first: 50) { nodes { id slug contentHash timestamp } } }";

/** Asks GraphQL for a page of 50 posts. */
const pageRequest = {
  path: "/api/graphql",
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ query }),
} as const;

/** Makes this request again and again, from so many connections, as fast as it is answered. */
export async function sendFromConnections(
  url: string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<LoadResult> {
  const served: number[] = [];
  let shed = 0;
  let failed = 0;
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const { path, ...how } = pageRequest;
  const options = { ...how, url: `${url}${path}`, connections, duration: seconds, timeout: 60 };
  const running = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
  running.on("response", (_client, status, _bytes, ms) => {
    if (status >= 200 && status < 300) served.push(ms);
    else if (status === 503) shed += 1;
    else failed += 1;
  });
  const { errors } = await promise;
  return { served: served.sort((a, b) => a - b), shed, failed: failed + errors };
}

/** Of sorted values; 0 where there are none. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** As many as a crowd of readers holds open; more would wait for a connection. */
const connections = 1_024;

/**
 * Asks for the same page at an even rate, whether what was asked before is answered or not, as independent readers do, who don't know
 * of each other. A wait counts from when its request was due, so that a node which holds up its clients can't look fast.
 *
 * @param rate requests a second
 * @param isNew each comes by a connection of its own, as readers do whom no proxy brings
 */
export async function sendAtRate(
  url: string,
  { rate, seconds, isNew }: { rate: number; seconds: number; isNew: boolean },
): Promise<LoadResult> {
  const agent = new Agent({
    connections,
    pipelining: isNew ? 0 : 1,
    bodyTimeout: 60_000,
    headersTimeout: 60_000,
  });
  const served: number[] = [];
  let shed = 0;
  let failed = 0;
  const start = performance.now();
  const read = async (): Promise<number> => {
    const reply = await agent.request({ origin: url, ...pageRequest });
    await reply.body.dump();
    return reply.statusCode;
  };
  const ask = async (index: number): Promise<void> => {
    const due = start + (index * 1_000) / rate;
    const status = await read().catch(() => 0);
    if (status >= 200 && status < 300) served.push(performance.now() - due);
    else if (status === 503) shed += 1;
    else failed += 1;
  };
  const asked: Promise<void>[] = [];
  while (asked.length < rate * seconds) {
    const due = Math.min(rate * seconds, ((performance.now() - start) * rate) / 1_000);
    while (asked.length < due) asked.push(ask(asked.length));
    await pause(1);
  }
  await Promise.all(asked);
  await agent.destroy();
  return { served: served.sort((a, b) => a - b), shed, failed };
}
