import autocannon from "autocannon";

/** One side of a comparison. */
export interface Contestant {
  name: string;
  url: string;
}

/**
 * Asks both for the same thing in turns, so that a noisy machine is noisy for both.
 *
 * @returns the median of requests a second for each, in the order given
 */
export async function measureInTurns(
  contestants: readonly Contestant[],
  { rounds = 5, seconds = 2, connections = 16 } = {},
): Promise<number[]> {
  const results = contestants.map((): number[] => []);
  for (const { url } of contestants) await load(url, { seconds: 1, connections });
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { url }] of contestants.entries()) {
      results[index]?.push(await load(url, { seconds, connections }));
    }
  }
  return results.map(median);
}

async function load(url: string, { seconds, connections }: { seconds: number; connections: number }) {
  const result = await autocannon({ url, duration: seconds, connections });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} failed.`);
  }
  return result.requests.average;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
