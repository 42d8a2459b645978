import type { Pace } from "./pace.ts";

/** One call that is under way. */
export interface Call {
  /** How many tries there were before this one. */
  readonly attempts: number;
  /** Ends it, for others wait. */
  cut(): void;
}

export interface LaneLimits {
  /** How many calls that are not slow and, where some turn out to be, up to twice as many. */
  quick: number;
  /** How many slow ones beside them. */
  slow: number;
  /**
   * So long (ms) a slow call is left in peace when its place is wanted, and twice as long with each try there was before; null: for
   * ever.
   */
  patienceMs: number | null;
}

/** The calls under way, in two lanes. */
export interface Lanes {
  /** Places in the quick lane that are free. */
  readonly free: number;
  /** Puts a call into the quick lane, from which it goes to the slow one after a while. @returns what takes it out again */
  enter(call: Call): () => void;
  /** Makes places in the quick lane, by ending slow calls that had their time. */
  makeRoom(): void;
}

interface Place {
  readonly call: Call;
  readonly since: number;
  timer: NodeJS.Timeout;
}

/** The patience with a call doubles that often at the most. */
const mostDoublings = 6;

/**
 * Keeps slow calls from holding the places of others. A call begins in the quick lane. When it takes long beside what calls take, it
 * goes on in the slow lane, and its place is free for the next; and as many more are begun as turn out slow, so that as many go through at
 * a time as if none were. When the slow lane is full too, and more is waiting, the call that has
 * been slow for longest is ended, if it had its time: its row is tried again later, with more patience. So peers that hang hold no more
 * than a bounded number of places for a bounded time, even where nothing is known of any of them, and peers that are merely slow
 * get through.
 *
 * @param onRoom called when there may be room that there was not
 */
export function createLanes(limits: LaneLimits, pace: Pace, onRoom: () => void): Lanes {
  const late = new Set<Place>();
  const slow = new Set<Place>();
  let under = 0;

  /** Late calls go over as far as there is room. */
  function moveOver(): void {
    for (const place of late) {
      if (slow.size >= limits.slow) return;
      late.delete(place);
      slow.add(place);
      const patience = patienceOf(place.call);
      if (patience !== null) {
        const left = patience - (performance.now() - place.since);
        place.timer = setTimeout(onPatience, Math.max(left, 0));
      }
      onRoom();
    }
  }

  function onPatience(): void {
    if (late.size > 0) onRoom();
  }

  function onLate(place: Place): void {
    pace.noteSlow();
    late.add(place);
    moveOver();
  }

  function patienceOf({ attempts }: Call): number | null {
    const { patienceMs } = limits;
    return patienceMs === null ? null : patienceMs * 2 ** Math.min(attempts, mostDoublings);
  }

  return {
    get free() {
      return Math.round(limits.quick * pace.surplus()) - (under - slow.size);
    },
    enter(call) {
      under += 1;
      const place: Place = {
        call,
        since: performance.now(),
        timer: setTimeout(() => onLate(place), pace.slowAfterMs()),
      };
      return () => {
        under -= 1;
        clearTimeout(place.timer);
        late.delete(place);
        slow.delete(place);
        moveOver();
      };
    },
    makeRoom() {
      const now = performance.now();
      let wanted = late.size;
      for (const place of slow) {
        if (wanted === 0) return;
        const patience = patienceOf(place.call);
        if (patience === null || now - place.since < patience) continue;
        wanted -= 1;
        place.call.cut();
      }
    },
  };
}
