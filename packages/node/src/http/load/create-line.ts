import { setImmediate } from "node:timers";
import type { Rank } from "./create-admission.ts";
import { limits } from "./limits.ts";

/** For so long requests are begun in one turn of the event loop, if what it did for its sockets before did not take longer. */
const turnMs = 5;
/** For so long those who connect are let in before any is begun. */
const doorMs = 20;
/** How many may be begun in a turn. */
const mostInTurn = 128;
/** How much the last turn counts in what a request takes on average. */
const weight = 0.05;
/** What a request is taken to last before one was measured. */
const unmeasuredMs = 1;

/** Where requests wait for their turn. */
export interface Line {
  /**
   * Begins the work on a request: at once where nobody waits, or else in its turn.
   *
   * @param begin says whether there was anything to do: not for a client that left
   */
  enter(rank: Rank, begin: () => boolean): void;
  /** Somebody connected: more may stand at the door, of whom a turn lets one in. */
  knock(): void;
  /** How many stand before who enters now. */
  ahead(rank: Rank): number;
  /** For how long who enters now will wait, in milliseconds. */
  wait(rank: Rank): number;
  /** For how long, in milliseconds, somebody has always been waiting. */
  readonly standingMs: number;
}

/** From one look at the sockets to the end of the work that was begun after it. */
interface Turn {
  readonly at: number;
  /** When the first of the line was begun. */
  startedAt: number | null;
  begun: number;
  /** The sockets are looked at once more before any is begun. */
  isPutOff: boolean;
}

/**
 * Has requests begun one after the other. Almost all work is done without a pause, and what is begun at once is finished at
 * once: the last of five hundred would hold up everybody's first byte, and those who come meanwhile would not even be told
 * no. In a line they are begun in a few milliseconds a turn, and it is known what the next one has to wait.
 */
export function createLine(now: () => number = () => performance.now()): Line {
  const waiting: Record<Rank, (() => boolean)[]> = { kept: [], guest: [] };
  let meanMs = unmeasuredMs;
  /** Since when there has always been somebody. */
  let standingSince = 0;
  let turn: Turn | null = null;
  let hasKnocked = false;

  const length = () => waiting.kept.length + waiting.guest.length;
  const ahead = (rank: Rank) => (rank === "kept" ? waiting.kept.length : length());

  /** What is asked of one turn is done in it, each with all that follows from it before the next. */
  function open(places: number, at = now()): Turn {
    for (let place = 0; place < places; place += 1) setImmediate(beginNext);
    setImmediate(close);
    turn = { at, startedAt: null, begun: 0, isPutOff: false };
    return turn;
  }

  function beginNext(): void {
    if (!turn || turn.isPutOff || length() === 0) return;
    const ms = now();
    if (turn.startedAt === null && hasKnocked && ms - turn.at < doorMs) {
      hasKnocked = false;
      turn.isPutOff = true;
      return;
    }
    turn.startedAt ??= ms;
    // As long as its sockets took: less would starve those who were let in, more those who stand at the door unseen.
    if (ms - turn.startedAt >= Math.max(turnMs, turn.startedAt - turn.at)) return;
    for (let begin = take(); begin; begin = take()) {
      if (!begin()) continue;
      turn.begun += 1;
      return;
    }
  }

  function close(): void {
    if (!turn) return;
    const { at, begun, isPutOff } = turn;
    if (begun > 0) meanMs += (Math.min((now() - at) / begun, limits.busyMs) - meanMs) * weight;
    turn = null;
    if (length() > 0) open(Math.min(length(), mostInTurn), isPutOff ? at : now());
  }

  function take(): (() => boolean) | undefined {
    return waiting.kept.shift() ?? waiting.guest.shift();
  }

  return {
    enter(rank, begin) {
      if (length() === 0) {
        const opened = turn ?? open(1);
        // With others at the door it is not known how many wait.
        if (!hasKnocked && now() - opened.at < turnMs) {
          if (begin()) opened.begun += 1;
          return;
        }
        standingSince = now();
      }
      waiting[rank].push(begin);
    },
    knock() {
      hasKnocked = true;
    },
    ahead,
    wait: (rank) => meanMs * ahead(rank),
    get standingMs() {
      return length() === 0 ? 0 : now() - standingSince;
    },
  };
}
