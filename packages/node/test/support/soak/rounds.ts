import { setTimeout as pause } from "node:timers/promises";

/** Somebody who does the same thing again and again. */
export interface Actor {
  readonly name: string;
  /** Between the end of one turn and the beginning of the next. */
  readonly everyMs: number;
  act(): Promise<unknown>;
}

/** What came of the turns of each actor. */
export type Tally = Record<string, { done: number; failed: number; lastFailure: string | null }>;

/** Lets all actors work side by side for a while; every one has ended its turn when this resolves. */
export async function runRounds(actors: readonly Actor[], tally: Tally, ms: number): Promise<void> {
  const until = performance.now() + ms;
  await Promise.all(
    actors.map(async ({ name, everyMs, act }) => {
      tally[name] ??= { done: 0, failed: 0, lastFailure: null };
      const mine = tally[name];
      while (performance.now() < until) {
        try {
          await act();
          mine.done += 1;
        } catch (error) {
          mine.failed += 1;
          mine.lastFailure = String(error);
        }
        await pause(Math.max(0, Math.min(everyMs, until - performance.now())));
      }
    }),
  );
}
