import type { Address } from "@freehold/protocol";
import { expect, it } from "vitest";
import { createEvents } from "../context.ts";
import { limits } from "./limits.ts";
import { createVisitors, touchVisitor } from "./visitors.ts";

const addressOf = (number: number): Address => `0x${String(number).padStart(40, "0")}`;
const [one, two, three] = [addressOf(1), addressOf(2), addressOf(3)];

function start(limit?: number) {
  let time = 1_000_000;
  const visitors = createVisitors({ now: () => time }, limit);
  return { visitors, pass: (ms: number) => (time += ms) };
}

it("forgets whoever was quiet for fifteen minutes, and nobody else", () => {
  const { visitors, pass } = start();
  visitors.touch(one);
  pass(1);
  visitors.touch(two);
  pass(limits.visitorQuietMs - 1);
  expect(visitors.list().map(({ address }) => address)).toEqual([two]);
  expect(visitors.remove(one)).toBe(false);
  visitors.touch(two);
  pass(limits.visitorQuietMs - 1);
  expect(visitors.list()).toHaveLength(1);
  pass(1);
  expect(visitors.list()).toEqual([]);
});

it("lets the one who was quiet longest make room, not the one who came first", () => {
  const { visitors } = start(2);
  visitors.touch(one);
  visitors.touch(two);
  visitors.touch(one);
  expect(visitors.touch(three)).toMatchObject({ isNew: true, evicted: true });
  expect(visitors.list().map(({ address }) => address)).toEqual([three, one]);
});

it("needs no room for whoever is gone", () => {
  const { visitors, pass } = start(1);
  visitors.touch(one);
  pass(limits.visitorQuietMs);
  expect(visitors.touch(two).evicted).toBe(false);
});

it("tells of a visitor when they come, and not with each heartbeat", () => {
  const { visitors, pass } = start();
  const events = createEvents();
  const told: string[] = [];
  events.on("visitor.arrived", ({ address }) => told.push(address));
  touchVisitor({ visitors, events }, one);
  pass(60_000);
  touchVisitor({ visitors, events }, one);
  expect(told).toEqual([one]);
  pass(limits.visitorQuietMs);
  touchVisitor({ visitors, events }, one);
  expect(told).toEqual([one, one]);
});
