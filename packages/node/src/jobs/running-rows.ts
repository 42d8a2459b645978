import { PeerError } from "@freehold/protocol";
import { LRUCache } from "lru-cache";
import type { Context } from "../context.ts";
import { limits } from "./limits.ts";
import { isReached, type Outcome, outcomeOfPeerError } from "./retry.ts";

const provenPeers = 1_000; // peers known to have answered their last call

/** The fields of a row that a worker needs. */
export interface QueueRow {
  readonly id: number | string;
  /** Failed attempts before this one. */
  readonly attempts: number;
  readonly lastError: string | null;
}

/** A row whose attempt has ended. */
export interface EndedRow<Row> {
  row: Row;
  outcome: Outcome;
  /** When the attempt began (ms). */
  startedAt: number;
}

export interface RowLimits {
  /** How many rows are worked on side by side. While some are slow, up to twice as many others. */
  concurrency: number;
  /** How many rows of one peer. A peer that has not answered lately gets one. */
  perPeer: number;
  /** The same for a peer that answers quickly: its share grows with each such answer. `perPeer` by default. */
  perQuickPeer?: number;
  /** The longest attempt (ms). */
  leaseMs: number;
  slow: {
    /** How many slow rows do not count towards `concurrency`. */
    atATime: number;
    /** A slow row is aborted after this time (ms), doubled with each failed attempt, when others wait; null: never. */
    abortAfterMs: number | null;
    /** An attempt is slow after this time (ms). */
    afterMs?: number;
  };
}

interface Options<Row> extends RowLimits {
  name: string;
  context: Pick<Context, "clock" | "log">;
  work: (row: Row, signal: AbortSignal) => Promise<Outcome>;
  targetOf: (row: Row) => string;
  /** Some work ended, or there is room for more. */
  onChange: () => void;
}

const cutShort = new Error("it did not answer while others waited");

/** The time of a slow row doubles this often at most. */
const mostDoublings = 6;

/** The rows of one worker: those under way, and those that ended and are not written yet. */
export function createRunningRows<Row extends QueueRow>(options: Options<Row>) {
  const { name, context, work, targetOf, leaseMs, concurrency, perPeer, onChange } = options;
  const { perQuickPeer = perPeer } = options;
  const { atATime, abortAfterMs, afterMs = limits.slowAfterMs } = options.slow;
  const { clock, log } = context;
  /** In the order in which they began. */
  const running = new Map<Row["id"], { row: Row; controller: AbortController; began: number }>();
  /** The shares of the peers that answered their last call. */
  const answering = new LRUCache<string, number>({ max: provenPeers });
  /** The time (ms) until which a peer asked for no calls. */
  const paused = new LRUCache<string, number>({ max: provenPeers });
  let ended: EndedRow<Row>[] = [];
  let aborted = false;

  async function run(row: Row, { signal }: AbortController, endLease: () => void): Promise<void> {
    const startedAt = clock.now();
    const timers = [setTimeout(onChange, afterMs), setTimeout(endLease, leaseMs)];
    const outcome = await orAborted(() => work(row, signal), signal).catch((error: unknown) =>
      outcomeOfError(row, error, signal),
    );
    for (const timer of timers) clearTimeout(timer);
    const isQuick = performance.now() - (running.get(row.id)?.began ?? 0) < afterMs;
    noteShare(targetOf(row), isReached(outcome) ? isQuick : null);
    notePause(targetOf(row), outcome);
    running.delete(row.id);
    if (!aborted) ended.push({ row, outcome, startedAt });
    onChange();
  }

  /** @param isQuick how its last call was answered; null: not at all */
  function noteShare(peer: string, isQuick: boolean | null): void {
    if (isQuick === null) answering.delete(peer);
    else if (!isQuick) answering.set(peer, perPeer);
    else
      answering.set(
        peer,
        Math.min(Math.max(perQuickPeer, perPeer), (answering.get(peer) ?? perPeer - 1) + 1),
      );
  }

  /** A peer that asks for no calls asks for all peers at its host. */
  function notePause(peer: string, outcome: Outcome): void {
    if (outcome.result !== "later" || outcome.scope !== "peer" || !outcome.afterMs) return;
    const until = clock.now() + outcome.afterMs;
    if ((paused.get(peer) ?? 0) >= until) return;
    paused.set(peer, until);
    if (outcome.afterMs < limits.pollMs) setTimeout(onChange, outcome.afterMs).unref();
  }

  const isPaused = (peer: string) => (paused.get(peer) ?? 0) > clock.now();

  function outcomeOfError(row: Row, error: unknown, signal: AbortSignal): Outcome {
    if (signal.reason === cutShort) return { result: "later", scope: "peer", reason: cutShort.message };
    if (signal.aborted) return { result: "later", scope: "row", reason: "it took too long" };
    if (error instanceof PeerError) return outcomeOfPeerError(error);
    const reason = `this node failed: ${error instanceof Error ? error.message : String(error)}`;
    if (!aborted && row.lastError !== reason)
      log.error({ queue: name, row: row.id, error }, "the work on a row failed");
    return { result: "later", scope: "row", reason };
  }

  function listSlow() {
    const since = performance.now() - afterMs;
    return [...running.values()].filter(({ began }) => began <= since);
  }

  return {
    get size() {
      return running.size;
    },
    /** Whether `abort` was called. */
    get aborted() {
      return aborted;
    },
    /**
     * How many more rows may begin. Slow rows do not count, and one more row may begin for each. So a peer that hangs does
     * not hold up the others, and the rate stays the same.
     */
    get free() {
      const slow = Math.min(listSlow().length, atATime);
      return concurrency + Math.min(slow, concurrency) - (running.size - slow);
    },
    /** Aborts the oldest slow rows beyond `slow.atATime` that had their time: others wait. */
    makeRoom() {
      if (abortAfterMs === null) return;
      const slow = listSlow();
      const excess = slow.length - atATime;
      const now = performance.now();
      const overdue = slow.filter(
        ({ row, began }) => now - began >= abortAfterMs * 2 ** Math.min(row.attempts, mostDoublings),
      );
      for (const { controller } of overdue.slice(0, Math.max(excess, 0))) controller.abort(cutShort);
    },
    /** How many rows of each peer are under way. */
    busy() {
      const busy = new Map<string, number>();
      for (const { row } of running.values()) {
        const target = targetOf(row);
        busy.set(target, (busy.get(target) ?? 0) + 1);
      }
      return busy;
    },
    /** How many rows of a peer may run; none while it asks for no calls. */
    shareOf: (peer: string) => (isPaused(peer) ? 0 : (answering.get(peer) ?? 1)),
    begin(row: Row) {
      // A row claimed while the stop's time ran out stays undone; its claim is released with all others.
      // A row whose lease ran out while this process slept may still be under way here.
      if (aborted || running.has(row.id)) return;
      const controller = new AbortController();
      running.set(row.id, { row, controller, began: performance.now() });
      void run(row, controller, () => controller.abort(new Error("it took too long")));
    },
    /** The running rows, and those whose end is not written yet. */
    ids: (): ReadonlySet<Row["id"]> => new Set([...running.keys(), ...ended.map(({ row }) => row.id)]),
    hasEnded: () => ended.length > 0,
    /** Whether three quarters or more of the rows have ended since results were last taken. */
    isMostEnded: () => running.size * 3 <= ended.length,
    takeEnded() {
      const taken = ended;
      ended = [];
      return taken;
    },
    /** Takes ended rows back that could not be written. */
    giveBack(rows: readonly EndedRow<Row>[]) {
      ended = [...rows, ...ended];
    },
    /** Ends all work without a result. */
    abort() {
      aborted = true;
      for (const { controller } of running.values()) controller.abort(new Error("this node is stopping"));
    },
  };
}

/** The work's result, or a rejection at the signal, even if the work ignores it. After the signal the work does not begin. */
async function orAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return await new Promise<T>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    // Inside a promise, so that a synchronous error is a rejection too.
    Promise.resolve().then(work).then(resolve, reject);
  });
}
