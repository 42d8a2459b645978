import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { afterEach, expect, test } from "vitest";
import {
  connectRaw,
  type RawConnection,
  requestText,
  say,
  statusOf,
} from "../../../test/support/raw-connection.ts";
import { readConfig } from "../../config/config.ts";
import { createLimiter } from "../../limiter/limiter.ts";
import { createQueue, type QueueOptions } from "../../limiter/queue.ts";
import { createMetrics } from "../../observability/metrics.ts";
import { createRefuser } from "./limit-requests.ts";
import { createTurns } from "./limit-work.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A server whose work takes until it is let go. */
async function serve(options: QueueOptions) {
  const app = Fastify({ forceCloseConnections: true, trustProxy: "127.0.0.1" });
  const queue = createQueue(options);
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const failurePage = (reply: { code(status: number): { send(text: string): never } }, status: number) =>
    reply.code(status).send("");
  const limiter = createLimiter(readConfig({ FREEHOLD_DATA: "/nowhere" }));
  const refuser = createRefuser({
    limiter,
    log,
    metrics: createMetrics(),
    failurePage: failurePage as never,
  });
  const turns = createTurns(queue, refuser);
  app.decorateRequest("turn", null);
  app.addHook("preHandler", turns.join).addHook("onSend", turns.end);
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  app.all("/*", async () => {
    begun += 1;
    await gate.promise;
    return "done";
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  ends.push(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const open = async (from = "192.0.2.1", path = "/"): Promise<RawConnection> => {
    const made = await connectRaw(port);
    ends.push(() => made[Symbol.dispose]());
    made.socket.write(requestText(`GET ${path}`, { "x-forwarded-for": from }));
    return made;
  };
  return { port, queue, open, finish: gate.resolve, begun: () => begun };
}

test("a client that leaves while its request waits is not worked for, and one that leaves during the work makes room", async () => {
  const { queue, open, finish, begun } = await serve({ atATime: 1, waiting: 10 });
  const working = await open();
  await expect.poll(begun).toBe(1);
  const [waiting, next] = [await open(), await open()];
  await expect.poll(() => queue.size).toBe(3);
  waiting[Symbol.dispose]();
  await expect.poll(() => queue.size).toBe(2);
  working[Symbol.dispose]();
  await expect.poll(begun).toBe(2);
  finish();
  expect(statusOf(await next.ended)).toBe(200);
  expect([queue.size, begun()]).toEqual([0, 2]);
});

test("where too many wait, the network with most is answered 503, whoever came last", async () => {
  const { port, queue, open, finish } = await serve({ atATime: 1, waiting: 2 });
  const first = [await open(), await open(), await open()];
  await expect.poll(() => queue.size).toBe(3);
  expect(statusOf(await say(port, requestText("GET /", { "x-forwarded-for": "192.0.2.1" })))).toBe(503);
  const other = await open("192.0.2.2");
  const last = await first[2]?.ended;
  expect(statusOf(last ?? "")).toBe(503);
  expect(Number(/retry-after: (\d+)/.exec(last ?? "")?.[1])).toBeGreaterThan(0);
  finish();
  expect(statusOf(await other.ended)).toBe(200);
});
