import { isFull } from "./full.ts";

/** How much processor time a piece of work takes as what it works on grows. */
export interface Growth {
  /** The length that was reached. */
  readonly length: number;
  /** Milliseconds, for all of it and for a quarter; at most as much where all of it is too little to be measured. */
  readonly whole: number;
  readonly quarter: number;
  /** Whether four times as much took less than eight times as long, or too little to be measured or to matter. */
  readonly isLinear: boolean;
}

const measurableMs = 8;
/**
 * A text that takes less when it is as long as it may be makes nobody wait. Memory makes steps of this size on a busy machine:
 * what is too large for the young generation costs page faults.
 */
const bearableMs = 150;
/** The system counts a thread's time in ticks of up to 4 ms: so much of it is measured to a fifth. */
const enoughMs = 20;
const shortest = 2_048;
/** Something that grows by the square does so each time; garbage that was collected just then is not there another time. */
const attempts = 6;

/**
 * Doubles what is worked on until it takes long enough to be measured, or is as long as it may be; then compares it with a
 * quarter of it. Where that looks steep it is looked at again, with more of it where there may be more.
 *
 * @param work what is measured
 * @param make something to work on, of about so many characters
 * @param most what the path takes at most; outside of a full run a quarter of it is reached
 */
export function measureGrowth(
  work: (input: string) => unknown,
  make: (length: number) => string,
  most: number,
): Growth {
  const longest = isFull ? most : Math.ceil(most / 4);
  let length = shortest;
  for (;;) {
    const passed = wallTimeOf(work, make(length));
    if (passed >= measurableMs) break;
    // What passed on the wall's clock is no less than what the processor took.
    if (length === longest) return { length, whole: passed, quarter: passed, isLinear: true };
    length = Math.min(longest, length * 2);
  }
  let growth = compare(work, make, length);
  while (length < longest && growth.whole < measurableMs) {
    length = Math.min(longest, length * 2);
    growth = compare(work, make, length);
  }
  for (let attempt = 1; attempt < attempts && !growth.isLinear; attempt += 1) {
    length = Math.min(longest, length * 2);
    growth = compare(work, make, length);
  }
  if (length === longest && growth.whole < bearableMs) return { ...growth, isLinear: true };
  return growth;
}

/** Milliseconds, on a busy machine more than it takes. */
function wallTimeOf(work: (input: string) => unknown, input: string): number {
  const since = performance.now();
  work(input);
  return performance.now() - since;
}

function compare(work: (input: string) => unknown, make: (length: number) => string, length: number): Growth {
  const whole = timeOf(work, make(length));
  if (whole < measurableMs) return { length, whole, quarter: whole, isLinear: true };
  const quarter = timeOf(work, make(Math.floor(length / 4)));
  return { length, whole, quarter, isLinear: whole < 8 * quarter };
}

/** Milliseconds of processor time, of which a busy machine takes no more: the mean of as many times as are enough. */
function timeOf(work: (input: string) => unknown, input: string): number {
  const since = process.threadCpuUsage();
  for (let times = 1; ; times += 1) {
    work(input);
    const { user, system } = process.threadCpuUsage(since);
    const ms = (user + system) / 1_000;
    if (ms >= enoughMs) return ms / times;
  }
}
