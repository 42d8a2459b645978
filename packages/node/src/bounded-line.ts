/** Too much work is waiting already. */
export class LineFullError extends Error {
  constructor() {
    super("Too much work of this kind is waiting already.");
    this.name = "LineFullError";
  }
}

/** Runs work, so much at a time and so much waiting, first come first served. */
export interface BoundedLine {
  /** @throws LineFullError at once when the waiting line is full, and whatever the work throws */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function createBoundedLine(limits: { atATime: number; waiting: number }): BoundedLine {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function enter(): Promise<void> {
    if (running < limits.atATime) {
      running += 1;
      return;
    }
    if (waiting.length >= limits.waiting) {
      throw new LineFullError();
    }
    await new Promise<void>((proceed) => waiting.push(proceed));
  }

  /** Whoever waits longest takes the place over, so that nobody slips in between. */
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) {
      running -= 1;
    } else {
      next();
    }
  }

  return {
    async run(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
