import Fastify from "fastify";
import { afterEach, expect, test } from "vitest";
import { readConfig } from "../../config/config.ts";
import { createLimiter } from "../../limiter/limiter.ts";
import { createMetrics } from "../../observability/metrics.ts";
import { createLatenessCheck } from "./lateness.ts";
import { createRefuser, limitRequests } from "./limit-requests.ts";

const app = Fastify();
afterEach(() => app.close());

/** Keeps the event loop busy. */
function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Lets timers run that are due. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

test("a process that stays late answers 503 with Retry-After, but for /livez, until it is in time again", async () => {
  const limiter = createLimiter(readConfig({ FREEHOLD_DATA: "/nowhere" }));
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const needs = { limiter, log, metrics: createMetrics(), failurePage: (() => undefined) as never };
  const isLate = createLatenessCheck({ lateMs: 300, sampleMs: 300 });
  limitRequests(app, needs, createRefuser(needs), isLate);
  app.get("/livez", async () => "ok");
  app.get("/ewp/profile", async () => "ok");
  const statusOf = async (url: string) => (await app.inject({ url })).statusCode;

  expect(await statusOf("/ewp/profile")).toBe(200);
  block(700);
  await turn();
  expect(await statusOf("/ewp/profile"), "after one pause").toBe(200);

  block(700);
  await turn();
  const refused = await app.inject({ url: "/ewp/profile" });
  expect([refused.statusCode, refused.json()]).toEqual([503, { error: "OVERLOADED" }]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(await statusOf("/livez")).toBe(200);

  await expect.poll(() => statusOf("/ewp/profile")).toBe(200);
});
