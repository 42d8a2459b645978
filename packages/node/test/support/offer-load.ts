import autocannon from "autocannon";

/** What came back under a load. */
export interface Answered {
  /** Milliseconds of each request that was answered 2xx, in order of size. */
  readonly served: number[];
  /** How many were answered 503. */
  readonly shed: number;
  /** How many were answered otherwise, or not at all. */
  readonly failed: number;
}

const query = "{ publications(first: 50) { nodes { id slug contentHash timestamp } } }";

/** Asks GraphQL for a page of 50 posts. */
export const pageRequest = {
  path: "/api/graphql",
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ query }),
} as const;

/** Makes this request again and again, from so many connections, as fast as it is answered. */
export async function offerLoad(
  url: string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Answered> {
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
