import { expect, it } from "vitest";
import { createPace } from "./pace.ts";

it("takes for slow what takes twice as long as the others, and is not moved by a third of very slow ones", () => {
  const pace = createPace();
  for (let call = 0; call < 300; call += 1) pace.note(call % 3 === 0 ? 60_000 : 500);
  expect(pace.slowAfterMs()).toBeGreaterThan(700);
  expect(pace.slowAfterMs()).toBeLessThan(1_500);
});

it("waits longer where everything takes long, for that is this node's own load", () => {
  const pace = createPace();
  const before = pace.slowAfterMs();
  for (let call = 0; call < 100; call += 1) pace.note(1_000);
  expect(pace.slowAfterMs()).toBeGreaterThan(before * 3);
});

it("keeps to its bounds, whatever it is told", () => {
  const pace = createPace();
  for (let call = 0; call < 1_000; call += 1) pace.note(0);
  expect(pace.slowAfterMs()).toBe(100);
  for (let call = 0; call < 1_000; call += 1) pace.note(10 ** 9);
  expect(pace.slowAfterMs()).toBe(3_000);
  for (let call = 0; call < 1_000; call += 1) pace.noteSlow();
  expect(pace.surplus()).toBe(2);
  for (let call = 0; call < 1_000; call += 1) pace.note(100);
  expect(pace.surplus()).toBeCloseTo(1);
});

it("begins as many more calls as turn out slow", () => {
  const pace = createPace();
  for (let call = 0; call < 1_000; call += 1) {
    if (call % 5 === 0) pace.noteSlow();
    else pace.note(100);
  }
  // A fifth is slow and holds its place twice as long: 0.2 × 2 places beside 0.8.
  expect(pace.surplus()).toBeCloseTo(1.5, 1);
});
