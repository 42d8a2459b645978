import { setImmediate as turnOver } from "node:timers/promises";
import { expect, test } from "vitest";
import { createLine } from "./create-line.ts";

/** A line on a clock of its own, and work that takes so many milliseconds of it without a pause. */
function open(workMs: number) {
  let ms = 0;
  const line = createLine(() => ms);
  const begun: string[] = [];
  const enter = (name: string, rank: "kept" | "guest" = "guest") =>
    line.enter(rank, () => {
      begun.push(name);
      ms += workMs;
      return true;
    });
  return {
    line,
    begun,
    enter,
    sleep: (longMs: number) => {
      ms += longMs;
    },
  };
}

test("where there is room nobody waits", async () => {
  const { line, begun, enter } = open(1);
  for (const name of ["a", "b", "c"]) enter(name);
  expect(begun).toEqual(["a", "b", "c"]);
  expect(line.wait("guest")).toBe(0);
  expect(line.standingMs).toBe(0);
  await turnOver();
  enter("d");
  expect(begun).toHaveLength(4);
});

test("who comes later in a turn that is full waits for the next one, those who are kept in front", async () => {
  const { line, begun, enter } = open(60);
  for (const name of ["first", "second", "third"]) enter(name);
  enter("kept", "kept");
  enter("fourth");
  expect(begun).toEqual(["first"]);
  expect(line.wait("guest")).toBeGreaterThan(line.wait("kept"));
  const seen: number[] = [];
  while (begun.length < 5) {
    await turnOver();
    seen.push(begun.length);
  }
  expect(begun).toEqual(["first", "kept", "second", "third", "fourth"]);
  expect(line.standingMs).toBe(0);
  // The loop comes to its sockets in between.
  expect(seen.length).toBeGreaterThan(1);
});

test("what has to be waited follows what requests take", async () => {
  const { line, begun, enter } = open(20);
  for (let one = 0; one <= 200; one += 1) enter(String(one));
  expect(begun).toHaveLength(1);
  while (begun.length <= 100) await turnOver();
  const left = 201 - begun.length;
  expect(line.wait("guest")).toBeGreaterThan(15 * left);
  expect(line.wait("guest")).toBeLessThanOrEqual(20 * left);
  expect(line.wait("kept")).toBe(0);
});

test("it is known for how long somebody has always been waiting", async () => {
  const { line, begun, enter, sleep } = open(10);
  enter("a");
  enter("b");
  sleep(50);
  expect(line.standingMs).toBe(50);
  enter("c");
  expect(line.standingMs).toBe(50);
  while (begun.length < 3) await turnOver();
  expect(line.standingMs).toBe(0);
  await turnOver();
  await turnOver();
  enter("d");
  enter("e");
  expect(line.standingMs).toBe(0);
  sleep(5);
  expect(line.standingMs).toBe(5);
});

test("who left takes nobody's turn", async () => {
  const { line, begun, enter } = open(10);
  enter("a");
  for (let one = 0; one < 1_000; one += 1) line.enter("guest", () => false);
  enter("b");
  await turnOver();
  await turnOver();
  expect(begun).toEqual(["a", "b"]);
});

test("while others connect they are let in before anything is begun, for a few milliseconds", async () => {
  const { line, begun, enter, sleep } = open(10);
  enter("a");
  enter("b");
  for (let turn = 0; turn < 20; turn += 1) {
    line.knock();
    await turnOver();
  }
  expect(begun).toEqual(["a"]);
  sleep(20);
  line.knock();
  await turnOver();
  await turnOver();
  expect(begun).toEqual(["a", "b"]);
});
