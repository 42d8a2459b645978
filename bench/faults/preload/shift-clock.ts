const Real = Date;
let offset = 0;

class ShiftedDate extends Real {
  constructor(...args: unknown[]) {
    if (args.length === 0) super(ShiftedDate.now());
    else super(...(args as [number]));
  }
  static override now(): number {
    return Real.now() + offset;
  }
}

/** Shifts the wall clock by some milliseconds. Clocks that measure durations are not changed, as on a machine whose clock is set. */
export function shiftClock(offsetMs: number): void {
  offset = offsetMs;
  globalThis.Date = ShiftedDate as DateConstructor;
}
