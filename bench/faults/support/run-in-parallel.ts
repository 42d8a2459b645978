import type { Tally } from "../scenario.ts";

/** Side by side, so that while one lane waits for its node to start another one's is killed. */
const lanes = 3;
/** A lane has nodes of its own to start, which is not worth it for fewer kills. */
const leastKills = 10;

/** Shares a number of kills among lanes that run side by side, and adds up what they counted. */
export async function runLanes(
  kills: number,
  run: (lane: number, kills: number) => Promise<Tally>,
): Promise<Tally> {
  const used = Math.min(lanes, Math.ceil(kills / leastKills));
  const shares = Array.from({ length: used }, (_, lane) => Math.floor((kills + lane) / used));
  return addUp(await Promise.all(shares.map(async (share, lane) => await run(lane, share))));
}

export function addUp(tallies: readonly Tally[]): Tally {
  return {
    kills: tallies.reduce((sum, { kills }) => sum + kills, 0),
    acknowledged: tallies.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    broken: tallies.flatMap(({ broken }) => broken),
  };
}
