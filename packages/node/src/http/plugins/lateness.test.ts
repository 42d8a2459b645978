import Fastify from "fastify";
import { afterEach, expect, test } from "vitest";
import { readConfig } from "../../config/config.ts";
import { createLimiter } from "../../limiter/limiter.ts";
import { limits } from "../../limiter/limits.ts";
import { createMetrics } from "../../observability/metrics.ts";
import { createLatenessCheck, createRefuser, limitRequests } from "./limit-requests.ts";

let app = Fastify();
afterEach(() => app.close());

/** A server whose event loop is as late as a test says. */
function serve() {
  app = Fastify();
  let time = 0;
  const timers: (() => void)[] = [];
  const limiter = createLimiter(readConfig({ FREEHOLD_DATA: "/nowhere" }));
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const needs = { limiter, log, metrics: createMetrics(), failurePage: (() => undefined) as never };
  const wait = (ms: number, then: () => void) => {
    expect(ms).toBe(limits.lateSampleMs);
    timers.push(then);
  };
  limitRequests(app, needs, createRefuser(needs), createLatenessCheck({ now: () => time, wait }));
  app.get("/livez", async () => "ok");
  app.get("/ewp/profile", async () => "ok");
  return {
    timers,
    statusOf: async (url: string) => (await app.inject({ url })).statusCode,
    /** Has the timer fire so late. */
    fire(lateMs: number) {
      time += limits.lateSampleMs + lateMs;
      timers.shift()?.();
    },
  };
}

test("a process that stays late answers 503 with Retry-After, but for /livez, until it is in time again", async () => {
  const { statusOf, fire } = serve();
  expect(await statusOf("/ewp/profile")).toBe(200);
  fire(limits.lateMs + 1);
  expect(await statusOf("/ewp/profile"), "after one pause").toBe(200);
  fire(limits.lateMs + 1);
  const refused = await app.inject({ url: "/ewp/profile" });
  expect([refused.statusCode, refused.json()]).toEqual([503, { error: "OVERLOADED" }]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(await statusOf("/livez")).toBe(200);
  fire(limits.lateMs + 1);
  expect(await statusOf("/ewp/profile")).toBe(503);
  fire(limits.lateMs);
  expect(await statusOf("/ewp/profile")).toBe(200);
});

test("a pause between measurements in time is not overload", async () => {
  const { statusOf, fire } = serve();
  for (const lateMs of [limits.lateMs + 1, limits.lateMs, 10 * limits.lateMs, 0]) {
    expect(await statusOf("/ewp/profile")).toBe(200);
    fire(lateMs);
  }
  expect(await statusOf("/ewp/profile")).toBe(200);
});

test("there is one timer while requests come or the process is late, and none otherwise", async () => {
  const { statusOf, fire, timers } = serve();
  expect(timers).toHaveLength(0);
  for (let time = 0; time < 3; time += 1) await statusOf("/ewp/profile");
  expect(timers).toHaveLength(1);
  fire(limits.lateMs + 1);
  expect(timers).toHaveLength(1);
  fire(0);
  expect(timers).toHaveLength(0);
});

test("the process's own timer measures", async () => {
  // However soon it fires, it counts as late.
  const isLate = createLatenessCheck({ lateMs: -60_000, sampleMs: 1 });
  expect(isLate()).toBe(false);
  await expect.poll(isLate).toBe(true);
});
