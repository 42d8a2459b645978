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

/** Requests that ask GraphQL for the same page again and again, from so many connections, as fast as they are answered or at a rate. */
export async function offerLoad(
  url: string,
  { connections, seconds, rate }: { connections: number; seconds: number; rate?: number },
): Promise<Answered> {
  const served: number[] = [];
  let shed = 0;
  let failed = 0;
  const query = "{ publications(first: 50) { nodes { id slug contentHash timestamp } } }";
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const options = {
    url: `${url}/api/graphql`,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query }),
    connections,
    duration: seconds,
    timeout: 60,
    ...(rate !== undefined && { overallRate: Math.max(1, Math.round(rate)) }),
  } as const;
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
