import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLanes, type LaneLimits } from "./lanes.ts";
import type { Pace } from "./pace.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Calls are slow after 100 ms. */
const steady: Pace = { note() {}, noteSlow() {}, slowAfterMs: () => 100, surplus: () => 1 };

function open(limits: Partial<LaneLimits> = {}, pace = steady) {
  const seen = { room: 0, cut: [] as string[] };
  const lanes = createLanes({ quick: 2, slow: 2, patienceMs: 1_000, ...limits }, pace, () => {
    seen.room += 1;
  });
  const enter = (name: string, attempts = 0) => {
    const leave = lanes.enter({
      attempts,
      cut: () => {
        seen.cut.push(name);
        leave();
      },
    });
    return leave;
  };
  return { lanes, enter, seen };
}

it("gives a slow call's place to the next, as long as the slow lane has room", () => {
  const { lanes, enter, seen } = open();
  for (const name of ["a", "b"]) enter(name);
  expect(lanes.free).toBe(0);
  vi.advanceTimersByTime(100);
  expect(lanes.free).toBe(2);
  expect(seen.room).toBe(2);
  for (const name of ["c", "d"]) enter(name);
  vi.advanceTimersByTime(100);
  expect(lanes.free).toBe(0);
});

it("lets a late call go over as soon as a slow one ends", () => {
  const { lanes, enter } = open();
  const [leave] = [enter("a"), enter("b")];
  vi.advanceTimersByTime(100);
  enter("c");
  vi.advanceTimersByTime(100);
  expect(lanes.free).toBe(1);
  leave?.();
  expect(lanes.free).toBe(2);
});

it("ends the calls that are slow for longest where places are wanted, after their time and not before", () => {
  const { lanes, enter, seen } = open();
  enter("a");
  vi.advanceTimersByTime(50);
  enter("b");
  vi.advanceTimersByTime(100);
  for (const name of ["c", "d"]) enter(name);
  vi.advanceTimersByTime(100);
  lanes.makeRoom();
  expect(seen.cut).toEqual([]);
  vi.advanceTimersByTime(750);
  lanes.makeRoom();
  expect(seen.cut).toEqual(["a"]);
  expect(lanes.free).toBe(1);
  vi.advanceTimersByTime(50);
  lanes.makeRoom();
  expect(seen.cut).toEqual(["a", "b"]);
  expect(lanes.free).toBe(2);
});

it("ends nobody where nobody waits for a place", () => {
  const { lanes, enter, seen } = open();
  for (const name of ["a", "b"]) enter(name);
  vi.advanceTimersByTime(60_000);
  lanes.makeRoom();
  expect(seen.cut).toEqual([]);
});

it("tells when a slow call has had its time and another waits for its place", () => {
  const { enter, seen } = open({ slow: 1, quick: 1 });
  enter("a");
  vi.advanceTimersByTime(100);
  enter("b");
  vi.advanceTimersByTime(100);
  const before = seen.room;
  vi.advanceTimersByTime(799);
  expect(seen.room).toBe(before);
  vi.advanceTimersByTime(1);
  expect(seen.room).toBe(before + 1);
});

it("has twice the patience with each try there was before, so that who is merely slow gets through", () => {
  const { lanes, enter, seen } = open({ slow: 1, quick: 1 });
  enter("a", 2);
  vi.advanceTimersByTime(100);
  enter("b");
  vi.advanceTimersByTime(3_899);
  lanes.makeRoom();
  expect(seen.cut).toEqual([]);
  vi.advanceTimersByTime(1);
  lanes.makeRoom();
  expect(seen.cut).toEqual(["a"]);
});

it("leaves calls in peace for ever where it is told to", () => {
  const { lanes, enter, seen } = open({ slow: 1, quick: 1, patienceMs: null });
  enter("a");
  vi.advanceTimersByTime(100);
  enter("b");
  vi.advanceTimersByTime(86_400_000);
  lanes.makeRoom();
  expect(seen.cut).toEqual([]);
  expect(lanes.free).toBe(0);
});

it("opens more places where many turn out slow", () => {
  expect(open({}, { ...steady, surplus: () => 1.5 }).lanes.free).toBe(3);
});
