import type { Tally } from "../scenario.ts";

/** Side by side, so that while one part waits for its node to start another one's is killed. */
const mostParallel = 3;
/** A part has nodes of its own to start, which is not worth it for fewer kills. */
const leastKills = 10;

/** Shares a number of kills among lanes that run side by side, and adds up what they counted. */
export async function runInParallel(
  kills: number,
  run: (part: number, kills: number) => Promise<Tally>,
): Promise<Tally> {
  const used = Math.min(mostParallel, Math.ceil(kills / leastKills));
  const shares = Array.from({ length: used }, (_, part) => Math.floor((kills + part) / used));
  return addUp(await Promise.all(shares.map(async (share, part) => await run(part, share))));
}

export function addUp(tallies: readonly Tally[]): Tally {
  return {
    kills: tallies.reduce((sum, { kills }) => sum + kills, 0),
    acknowledged: tallies.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    broken: tallies.flatMap(({ broken }) => broken),
  };
}
