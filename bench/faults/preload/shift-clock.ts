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

/** Sets the wall clock off by so many milliseconds. What measures durations runs on, as on a machine whose clock is set. */
export function shiftClock(offsetMs: number): void {
  offset = offsetMs;
  globalThis.Date = ShiftedDate as DateConstructor;
}
