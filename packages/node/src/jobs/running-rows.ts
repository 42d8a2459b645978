import { PeerError } from "@freehold/protocol";
import type { Context } from "../context.ts";
import type { QueueRecords } from "../store/claim-due.ts";
import type { QueueName } from "../store/queue-rows.ts";
import { createLanes, type LaneLimits } from "./lanes.ts";
import { orAborted } from "./or-aborted.ts";
import { createPace } from "./pace.ts";
import { createPeerWindows } from "./peer-windows.ts";
import { isReached, type Outcome, outcomeOfPeerError } from "./retry.ts";
import type { SettledRow } from "./settle-rows.ts";

/** The rows that one worker has in hand: those under way, and those that ended and are not written yet. */
export interface RunningRows<Row extends QueueRecords[QueueName]> {
  readonly size: number;
  /** Whether `abort` was called. */
  readonly aborted: boolean;
  /** For how many more there is room. */
  readonly free: number;
  /** More is waiting than there is room for: slow work that had its time ends. */
  makeRoom(): void;
  /** How many of each peer are under way. */
  busy(): Map<string, number>;
  /** How many of a peer may be under way. */
  shareOf(peer: string): number;
  begin(row: Row): void;
  hasEnded(): boolean;
  takeEnded(): SettledRow<Row>[];
  /** Takes ended rows back that could not be written. */
  giveBack(ended: readonly SettledRow<Row>[]): void;
  /** Ends all work that is under way, without a result. */
  abort(): void;
}

interface Options<Row extends QueueRecords[QueueName]> {
  name: string;
  context: Pick<Context, "clock" | "log">;
  work: (row: Row, signal: AbortSignal) => Promise<Outcome>;
  /** Whom a row goes to. */
  targetOf: (row: Row) => string;
  leaseMs: number;
  lanes: LaneLimits;
  perPeer: number;
  /** Some work ended, or there is room for more. */
  onChange: () => void;
}

/** Others wait for the place of a call that takes long. */
const cutShort = new Error("it did not answer while others waited");

export function createRunningRows<Row extends QueueRecords[QueueName]>(
  options: Options<Row>,
): RunningRows<Row> {
  const { name, context, work, targetOf, leaseMs, perPeer, onChange } = options;
  const { clock, log } = context;
  const running = new Map<number, { row: Row; controller: AbortController }>();
  const pace = createPace();
  const lanes = createLanes(options.lanes, pace, onChange);
  const windows = createPeerWindows(perPeer);
  let ended: SettledRow<Row>[] = [];
  let aborted = false;

  async function run(row: Row, controller: AbortController): Promise<void> {
    const startedAt = clock.now();
    const began = performance.now();
    const leave = lanes.enter({
      attempts: row.attempts,
      cut: () => controller.abort(cutShort),
    });
    const timer = setTimeout(() => controller.abort(new Error("it took too long")), leaseMs);
    const outcome = await orAborted(() => work(row, controller.signal), controller.signal).catch(
      (error: unknown) => outcomeOfError(row, error, controller.signal),
    );
    clearTimeout(timer);
    leave();
    learn(targetOf(row), outcome, performance.now() - began);
    running.delete(row.id);
    if (!aborted) ended.push({ row, outcome, startedAt });
    onChange();
  }

  function learn(peer: string, outcome: Outcome, durationMs: number): void {
    if (!isReached(outcome)) {
      windows.close(peer);
      return;
    }
    windows.widen(peer);
    pace.note(durationMs);
  }

  function outcomeOfError(row: Row, error: unknown, signal: AbortSignal): Outcome {
    if (signal.reason === cutShort) {
      return { result: "later", scope: "peer", reason: cutShort.message };
    }
    if (signal.aborted) return { result: "later", scope: "row", reason: "it took too long" };
    if (error instanceof PeerError) return outcomeOfPeerError(error);
    const reason = `this node failed: ${error instanceof Error ? error.message : String(error)}`;
    if (!aborted && row.lastError !== reason)
      log.error({ queue: name, row: row.id, error }, "the work on a row failed");
    return { result: "later", scope: "row", reason };
  }

  return {
    get size() {
      return running.size;
    },
    get free() {
      return lanes.free;
    },
    makeRoom: () => lanes.makeRoom(),
    shareOf: (peer) => windows.of(peer),
    get aborted() {
      return aborted;
    },
    busy() {
      const busy = new Map<string, number>();
      for (const { row } of running.values()) {
        const target = targetOf(row);
        busy.set(target, (busy.get(target) ?? 0) + 1);
      }
      return busy;
    },
    begin(row) {
      // Claimed while the stop's time ran out: it stays undone, and its claim is given up with all others.
      if (aborted) return;
      // A lease that ran out while this process slept hands out a row that is still under way here.
      if (running.has(row.id)) return;
      const controller = new AbortController();
      running.set(row.id, { row, controller });
      void run(row, controller);
    },
    hasEnded: () => ended.length > 0,
    takeEnded() {
      const taken = ended;
      ended = [];
      return taken;
    },
    giveBack(rows) {
      ended = [...rows, ...ended];
    },
    abort() {
      aborted = true;
      for (const { controller } of running.values()) controller.abort(new Error("this node is stopping"));
    },
  };
}
