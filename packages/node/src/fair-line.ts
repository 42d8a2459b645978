import { LineFullError } from "./bounded-line.ts";

/** Runs work for strangers, so much at a time and so much waiting, in turns by where it comes from. */
export interface FairLine {
  /**
   * @param source who asks, as far as one can tell
   * @throws LineFullError when the waiting line is full, at once or when somebody takes the place who has fewer; and
   *   whatever the work throws
   */
  run<T>(source: string, work: () => Promise<T>): Promise<T>;
}

interface Waiter {
  proceed(): void;
  refuse(error: LineFullError): void;
}

/**
 * A line in which nobody stands in front of others with much: of one source so much at a time, and whoever comes next
 * is of the source that had its turn longest ago. Where the waiting line is full, a source that has less in it takes
 * the place of what the one with the most added last.
 *
 * @param limits.perSource how much of one source at a time
 */
export function createFairLine(limits: { atATime: number; perSource: number; waiting: number }): FairLine {
  const running = new Map<string, number>();
  /** In the order of turns: whose turn it was goes to the end. Nobody is in it without something that waits. */
  const waiting = new Map<string, Waiter[]>();
  let runningInAll = 0;
  let waitingInAll = 0;

  const hasRoom = (source: string) =>
    runningInAll < limits.atATime && (running.get(source) ?? 0) < limits.perSource;

  function begin(source: string): void {
    running.set(source, (running.get(source) ?? 0) + 1);
    runningInAll += 1;
  }

  function end(source: string): void {
    const left = (running.get(source) ?? 0) - 1;
    if (left > 0) running.set(source, left);
    else running.delete(source);
    runningInAll -= 1;
    beginNext();
  }

  function beginNext(): void {
    for (const [source, waiters] of waiting) {
      if (runningInAll >= limits.atATime) return;
      if (!hasRoom(source)) continue;
      const next = waiters.shift();
      waiting.delete(source);
      if (waiters.length > 0) waiting.set(source, waiters);
      waitingInAll -= 1;
      begin(source);
      next?.proceed();
    }
  }

  /** @throws LineFullError where nobody has more in the line than the newcomer would */
  function makeRoom(newcomer: string): void {
    let most: { source: string; waiters: Waiter[] } | null = null;
    for (const [source, waiters] of waiting) {
      if (waiters.length > (most?.waiters.length ?? 0)) most = { source, waiters };
    }
    const own = waiting.get(newcomer)?.length ?? 0;
    if (most === null || most.waiters.length <= own + 1) throw new LineFullError();
    most.waiters.pop()?.refuse(new LineFullError());
    waitingInAll -= 1;
  }

  async function enter(source: string): Promise<void> {
    if (hasRoom(source)) {
      begin(source);
      return;
    }
    if (waitingInAll >= limits.waiting) makeRoom(source);
    const { promise, resolve: proceed, reject: refuse } = Promise.withResolvers<void>();
    const waiters = waiting.get(source) ?? [];
    waiters.push({ proceed, refuse });
    waiting.set(source, waiters);
    waitingInAll += 1;
    await promise;
  }

  return {
    async run(source, work) {
      await enter(source);
      try {
        return await work();
      } finally {
        end(source);
      }
    },
  };
}
