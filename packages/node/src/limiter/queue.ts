import { AppError } from "../errors/errors.ts";
import { type Network, widestPrefix } from "./network.ts";

const fullQueueMs = 5_000; // the `Retry-After` of a full queue

/** A queue of work with a bound on how much runs at a time, fair between networks. */
export interface Queue {
  /** Joins the queue. @param network null where all are one @throws AppError RATE_LIMITED when it is full */
  join(network: Network | null): Turn;
  /** Runs work in its turn. @throws AppError RATE_LIMITED when the queue is full; and whatever the work throws */
  run<T>(network: Network | null, work: () => Promise<T>): Promise<T>;
  /** How much waits or runs. */
  readonly size: number;
}

/** A place in a queue. */
export interface Turn {
  /** Resolves when the work may begin; rejects with AppError RATE_LIMITED when another network takes the place. */
  readonly begun: Promise<void>;
  /** Ends the turn, or the waiting for it. A second call does nothing. */
  end(): void;
}

interface Waiter {
  readonly network: Network;
  begin(): void;
  refuse(): void;
}

export interface QueueOptions {
  readonly atATime: number;
  /** The most places of one IPv4 address or IPv6 /64; wider prefixes get a multiple. By default all places. */
  readonly perNetwork?: number;
  readonly waiting: number;
  /**
   * Leaves time for other requests: within a turn of the event loop, work begins only after the work before it has ended,
   * and none begins after this number of milliseconds. With 0 one begins in each turn; without a value all begin at once.
   */
  readonly sliceMs?: number;
  /** A clock that never goes back, in milliseconds. */
  readonly now?: () => number;
}

const everybody: Network = [{ key: "", factor: 1 }];

/**
 * A queue that is fair between networks, by their widest prefix: next is the network whose last turn is longest ago.
 * In a full queue, a network with fewer entries takes the place of the last entry of the network with the most.
 */
export function createQueue(options: QueueOptions): Queue {
  const { atATime, perNetwork = atATime, waiting: most, sliceMs = null } = options;
  const { now = () => performance.now() } = options;
  /** By prefix. */
  const running = new Map<string, number>();
  /** In the order of turns: a network goes to the end after its turn. None is here without something that waits. */
  const waiting = new Map<string, Waiter[]>();
  let runningInAll = 0;
  let waitingInAll = 0;
  /** Whether the next one has to wait for the end of one that began in this turn of the event loop, or for the next turn. */
  let hasBegunOne = false;
  /** When the first one began in this turn; null where none has. */
  let turnBegan: number | null = null;

  const hasRoom = (network: Network) =>
    !hasBegunOne &&
    runningInAll < atATime &&
    network.every(({ key, factor }) => (running.get(key) ?? 0) < perNetwork * factor);

  function begin(network: Network): void {
    for (const { key } of network) running.set(key, (running.get(key) ?? 0) + 1);
    runningInAll += 1;
    if (sliceMs === null) return;
    hasBegunOne = true;
    if (turnBegan !== null) return;
    turnBegan = now();
    setImmediate(() => {
      turnBegan = null;
      hasBegunOne = false;
      beginNext();
    });
  }

  function end(network: Network): void {
    for (const { key } of network) {
      const left = (running.get(key) ?? 0) - 1;
      if (left > 0) running.set(key, left);
      else running.delete(key);
    }
    runningInAll -= 1;
    if (turnBegan !== null && sliceMs !== null && now() - turnBegan < sliceMs) hasBegunOne = false;
    beginNext();
  }

  function beginNext(): void {
    for (const [key, waiters] of waiting) {
      if (hasBegunOne || runningInAll >= atATime) return;
      const next = waiters.find(({ network }) => hasRoom(network));
      if (!next) continue;
      remove(key, next);
      const rest = waiting.get(key);
      if (rest && waiting.delete(key)) waiting.set(key, rest);
      begin(next.network);
      next.begin();
    }
  }

  function remove(key: string, waiter: Waiter): void {
    const waiters = waiting.get(key) ?? [];
    waiters.splice(waiters.indexOf(waiter), 1);
    if (waiters.length === 0) waiting.delete(key);
    waitingInAll -= 1;
  }

  /** @throws AppError RATE_LIMITED where no network has more waiting than the newcomer would */
  function makeRoom(newcomer: string): void {
    const own = waiting.get(newcomer)?.length ?? 0;
    let most = { key: newcomer, waiters: [] as Waiter[] };
    for (const [key, waiters] of waiting) if (waiters.length > most.waiters.length) most = { key, waiters };
    const last = most.waiters.at(-1);
    if (!last || most.waiters.length <= own + 1) throw full();
    remove(most.key, last);
    last.refuse();
  }

  function wait(key: string, waiter: Waiter): void {
    if (waitingInAll >= most) makeRoom(key);
    const waiters = waiting.get(key) ?? [];
    waiters.push(waiter);
    waiting.set(key, waiters);
    waitingInAll += 1;
  }

  function join(from: Network | null): Turn {
    const network = from ?? everybody;
    const key = widestPrefix(network);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let state: "waiting" | "running" | "over" = "waiting";
    const waiter: Waiter = {
      network,
      begin() {
        state = "running";
        resolve();
      },
      refuse() {
        state = "over";
        reject(full());
      },
    };
    // A network with room begins at once: the requests that wait belong to networks without room.
    if (hasRoom(network)) {
      begin(network);
      waiter.begin();
    } else {
      wait(key, waiter);
    }
    return {
      begun: promise,
      end() {
        if (state === "waiting") remove(key, waiter);
        else if (state === "running") end(network);
        state = "over";
      },
    };
  }

  return {
    join,
    async run(network, work) {
      const turn = join(network);
      try {
        await turn.begun;
        return await work();
      } finally {
        turn.end();
      }
    },
    get size() {
      return runningInAll + waitingInAll;
    },
  };
}

function full(): AppError {
  return new AppError("RATE_LIMITED", "Too many requests are waiting. Try again later.", {
    retryAfter: fullQueueMs / 1000,
  });
}
