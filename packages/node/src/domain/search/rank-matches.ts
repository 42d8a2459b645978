import type { SearchMatch } from "../../store/search.ts";

/** What is new counts a quarter more than what is very old; half of that is gone after half a year. */
const freshness = 0.25;
const halfLifeSeconds = 182 * 24 * 60 * 60;

export type TimedMatch = SearchMatch & { readonly time: number };

/** The best match first; of those that are equally good the newest. `now` and each match's `time` in seconds. */
export function rankMatches(matches: readonly TimedMatch[], now: number): TimedMatch[] {
  const scored = matches.map((match) => ({ match, score: scoreOf(match, now) }));
  return scored.sort((a, b) => b.score - a.score || b.match.id - a.match.id).map(({ match }) => match);
}

function scoreOf({ relevance, time }: TimedMatch, now: number): number {
  const age = Math.max(0, now - time);
  return relevance * (1 + freshness * 2 ** (-age / halfLifeSeconds));
}
