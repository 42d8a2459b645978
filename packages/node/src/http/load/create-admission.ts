import type { Line } from "./create-line.ts";
import { limits } from "./limits.ts";

/** A process that is later than `busyMs` has too much to do, until it is later than this no more. In between nothing changes. */
export const calmMs = 40;
/** How much pressure grows in a busy window, and how much it falls in a calm one. */
export const steps = { rise: 0.2, fall: 0.1 } as const;
/** With fewer requests at once, in line or in a window, lateness comes from something else: turning away would not help. */
export const crowd = { open: 32, waiting: 32, arrivals: 100, kept: 25 } as const;

/** `kept`: protocol writes and the owner's own requests, which are let in longer than `guest`s, who only read. */
export type Rank = "kept" | "guest";

/** Why a request is turned away: it would wait too long or the process is late, or too many are worked on. */
export type ShedReason = "late" | "open";

/** Who is let in. */
export interface Admission {
  /** Counts a request that came, and says why it is turned away; null: it is let in. */
  refuses(rank: Rank): ShedReason | null;
  /** The work on a request begins, and ends: while it sends its body, or reads the reply, it costs little. */
  begin(): void;
  end(): void;
  /** Told, at the end of each window, by how much the process was late in it. */
  note(delayMs: number): void;
  /** 0: everybody is let in; 1: no guests; 2: nobody. */
  readonly pressure: number;
  readonly open: number;
  /** Whether requests are being turned away: since the window before this one. */
  readonly isTurning: boolean;
}

/**
 * Turns away as many as it takes for nobody to wait long, and no more. What waits for its turn is known beforehand: a crowd
 * that comes at once is let in for as long as it can be answered soon; a line that does not end is kept short. Where the
 * process is late for other reasons, a share of the guests is turned away first, which grows and falls by steps, and only when
 * none of them is let in any more a share of the others.
 */
export function createAdmission(line: Pick<Line, "ahead" | "wait" | "standingMs">): Admission {
  let pressure = 0;
  let open = 0;
  let turned = { now: false, before: false };
  const arrivals: Record<Rank, number> = { guest: 0, kept: 0 };
  const owed: Record<Rank, number> = { guest: 0, kept: 0 };

  /** Of so many, spread evenly. */
  function isDrawn(rank: Rank): boolean {
    const share = rank === "guest" ? Math.min(1, pressure) : Math.max(0, pressure - 1);
    // In hundredths, which add up without a remainder.
    owed[rank] = share === 0 ? 0 : owed[rank] + Math.round(share * 100);
    if (owed[rank] < 100) return false;
    owed[rank] -= 100;
    return true;
  }

  function findReason(rank: Rank): ShedReason | null {
    if (open >= (rank === "guest" ? limits.openGuests : limits.openRequests)) return "open";
    const patience = line.standingMs > limits.burstMs ? limits.busyMs : limits.burstWaitMs;
    const isLong = line.ahead(rank) >= crowd.waiting && line.wait(rank) > patience;
    return isLong || isDrawn(rank) ? "late" : null;
  }

  return {
    refuses(rank) {
      arrivals[rank] += 1;
      const reason = findReason(rank);
      if (reason !== null) turned.now = true;
      return reason;
    },
    begin() {
      open += 1;
    },
    end() {
      open -= 1;
    },
    note(delayMs) {
      turned = { now: false, before: turned.now };
      const isCrowd = open >= crowd.open || arrivals.guest + arrivals.kept >= crowd.arrivals;
      // A few who are kept are not what makes the process late, even if answering so many guests with a no does.
      const most = arrivals.kept >= crowd.kept ? 2 : 1;
      arrivals.guest = 0;
      arrivals.kept = 0;
      if (delayMs > limits.busyMs && isCrowd) pressure = round(Math.min(most, pressure + steps.rise));
      else if (delayMs < calmMs || !isCrowd) pressure = round(Math.max(0, pressure - steps.fall));
    },
    get pressure() {
      return pressure;
    },
    get open() {
      return open;
    },
    get isTurning() {
      return pressure > 0 || turned.now || turned.before;
    },
  };
}

/** Steps add up to whole numbers. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}
