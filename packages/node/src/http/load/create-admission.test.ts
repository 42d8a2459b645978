import { expect, test } from "vitest";
import { calmMs, createAdmission, crowd, type Rank, steps } from "./create-admission.ts";
import { limits } from "./limits.ts";

const late = limits.busyMs + 1;
const calm = calmMs - 1;

/** Nobody waits. */
const noLine = { ahead: () => 0, wait: () => 0, standingMs: 0 };
const ahead = () => crowd.waiting;

/** How many of so many requests are turned away. */
function shedOf(admission: ReturnType<typeof createAdmission>, rank: Rank, count: number): number {
  return Array.from({ length: count }, () => admission.refuses(rank)).filter((reason) => reason === "late")
    .length;
}

/** Windows with a crowd at the door. */
function come(admission: ReturnType<typeof createAdmission>, windows: number, delayMs: number): void {
  for (let window = 0; window < windows; window += 1) {
    for (let one = 0; one < crowd.arrivals; one += 1) admission.refuses("kept");
    admission.note(delayMs);
  }
}

test("everybody is let in while the process is in time, and while it is late for a few", () => {
  const admission = createAdmission(noLine);
  come(admission, 5, calm);
  expect(shedOf(admission, "guest", 1_000)).toBe(0);
  const alone = createAdmission(noLine);
  for (let window = 0; window < 50; window += 1) {
    for (let one = 1; one < crowd.arrivals; one += 1) alone.refuses("guest");
    alone.note(10 * late);
  }
  expect(alone.pressure).toBe(0);
});

test("a crowd that makes the process late is turned away by shares, guests first", () => {
  const admission = createAdmission(noLine);
  come(admission, 1, late);
  expect(admission.pressure).toBe(steps.rise);
  expect(shedOf(admission, "guest", 1_000)).toBe(1_000 * steps.rise);
  expect(shedOf(admission, "kept", 1_000)).toBe(0);
  come(admission, Math.round(1 / steps.rise) - 1, late);
  expect(admission.pressure).toBe(1);
  expect(shedOf(admission, "guest", 100)).toBe(100);
  expect(shedOf(admission, "kept", 100)).toBe(0);
  come(admission, 1, late);
  expect(shedOf(admission, "kept", 1_000)).toBe(1_000 * steps.rise);
  come(admission, 100, late);
  expect(admission.pressure).toBe(2);
  expect(shedOf(admission, "kept", 10)).toBe(10);
});

test("a few who are kept are let in, however many guests there are", () => {
  const admission = createAdmission(noLine);
  for (let window = 0; window < 50; window += 1) {
    for (let one = 0; one < 1_000; one += 1) admission.refuses("guest");
    for (let one = 1; one < crowd.kept; one += 1) expect(admission.refuses("kept")).toBeNull();
    admission.note(10 * late);
  }
  expect(admission.pressure).toBe(1);
});

test("between busy and calm nothing changes; when it is calm, everybody is let in again step by step", () => {
  const admission = createAdmission(noLine);
  come(admission, 3, late);
  const { pressure } = admission;
  come(admission, 50, (limits.busyMs + calmMs) / 2);
  expect(admission.pressure).toBe(pressure);
  come(admission, 1, calm);
  expect(admission.pressure).toBeCloseTo(pressure - steps.fall);
  come(admission, 50, calm);
  expect(admission.pressure).toBe(0);
  come(admission, 3, late);
  // Nobody comes any more, whatever else it is that makes the process late.
  for (let window = 0; window < 50; window += 1) admission.note(late);
  expect(admission.pressure).toBe(0);
});

test("so many are worked on at a time, and of those who only read fewer", () => {
  const admission = createAdmission(noLine);
  for (let one = 0; one < limits.openGuests - 1; one += 1) admission.begin();
  expect(admission.refuses("guest")).toBeNull();
  admission.begin();
  expect(admission.refuses("guest")).toBe("open");
  expect(admission.refuses("kept")).toBeNull();
  for (let one = limits.openGuests; one < limits.openRequests; one += 1) admission.begin();
  expect(admission.refuses("kept")).toBe("open");
  admission.end();
  expect(admission.refuses("kept")).toBeNull();
});

test("a crowd that comes at once is let in while it can be answered soon", () => {
  const line = {
    ahead,
    wait: (rank: Rank) => (rank === "guest" ? limits.burstWaitMs : 0),
    standingMs: limits.burstMs,
  };
  expect(createAdmission(line).refuses("guest")).toBeNull();
  const longer = { ...line, wait: (rank: Rank) => (rank === "guest" ? limits.burstWaitMs + 1 : 0) };
  expect(createAdmission(longer).refuses("guest")).toBe("late");
  expect(createAdmission(longer).refuses("kept")).toBeNull();
});

test("a line that does not end is kept short", () => {
  const line = { ahead, wait: () => limits.busyMs, standingMs: limits.burstMs + 1 };
  expect(createAdmission(line).refuses("guest")).toBeNull();
  const longer = createAdmission({ ...line, wait: () => limits.busyMs + 1 });
  expect(longer.isTurning).toBe(false);
  expect(longer.refuses("guest")).toBe("late");
  expect(longer.refuses("kept")).toBe("late");
  const few = {
    ahead: () => crowd.waiting - 1,
    wait: () => 10 * limits.burstWaitMs,
    standingMs: limits.burstMs + 1,
  };
  expect(createAdmission(few).refuses("guest")).toBeNull();
  longer.note(calm);
  expect(longer.isTurning).toBe(true);
  longer.note(calm);
  expect(longer.isTurning).toBe(false);
});
