import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { afterEach, expect, test, vi } from "vitest";
import {
  connectRaw,
  type RawConnection,
  requestText,
  say,
  statusOf,
} from "../../../test/support/raw-connection.ts";
import { readConfig } from "../../config/config.ts";
import { createLimiter } from "../../limiter/limiter.ts";
import { limits } from "../../limiter/limits.ts";
import { networkOf } from "../../limiter/network.ts";
import { createMetrics } from "../../observability/metrics.ts";
import { limitBytes } from "./limit-bytes.ts";
import { createRefuser } from "./limit-requests.ts";

const MiB = 1024 * 1024;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const end of ends.splice(0).reverse()) await end();
});

/**
 * A server that takes bodies of up to 64 KiB, at `/large` as much as a network may send, and answers with as many MiB as its
 * path says.
 */
async function serve() {
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 64 * 1024, trustProxy: "127.0.0.1" });
  const limiter = createLimiter(readConfig({ FREEHOLD_DATA: "/nowhere" }), () => 0);
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const failurePage = (reply: { code(status: number): { send(text: string): never } }, status: number) =>
    reply.code(status).send("");
  const refuser = createRefuser({
    limiter,
    log,
    metrics: createMetrics(),
    failurePage: failurePage as never,
  });
  limitBytes(app, limiter, refuser);
  app.addContentTypeParser("*", { parseAs: "buffer" }, async (_request: unknown, body: Buffer) => body);
  app.post("/", async () => "taken");
  app.post("/large", { bodyLimit: limits.bodyBytesPerNetwork }, async () => "taken");
  app.get<{ Params: { size: string } }>("/:size", async ({ params }, reply) =>
    reply.send(Buffer.alloc(Number(params.size) * MiB)),
  );
  await app.listen({ host: "127.0.0.1", port: 0 });
  ends.push(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const open = async (text: string): Promise<RawConnection> => {
    const made = await connectRaw(port);
    ends.push(() => made[Symbol.dispose]());
    made.socket.write(text);
    return made;
  };
  return { port, limiter, open };
}

const size = 64 * 1024;
const body = (from: string) =>
  requestText("POST /", { "x-forwarded-for": from, "content-length": String(size), "content-type": "a/b" });

test("bodies of one network that do not end are bounded; there is room for others, and again for it", async () => {
  const { port, limiter, open } = await serve();
  const most = limits.bodyBytesPerNetwork / size;
  const held = await Promise.all(Array.from({ length: most }, () => open(body("192.0.2.1"))));
  await expect.poll(() => limiter.bodies.total).toBe(limits.bodyBytesPerNetwork);
  expect(statusOf(await say(port, body("192.0.2.1")))).toBe(429);
  const whole = (from: string) => say(port, body(from) + "x".repeat(size));
  expect(statusOf(await whole("192.0.2.2"))).toBe(200);
  for (const one of held) one[Symbol.dispose]();
  await expect.poll(() => limiter.bodies.total).toBe(0);
  expect(statusOf(await whole("192.0.2.1"))).toBe(200);
});

test("a body counts as requests by its size", async () => {
  const { port, limiter } = await serve();
  const bytes = 10 * limits.bodyBytesPerToken;
  const headers = { "content-length": String(bytes), "content-type": "a/b" };
  expect(statusOf(await say(port, requestText("POST /large", headers, "x".repeat(bytes))))).toBe(200);
  let left = 0;
  while (limiter.requests.take(networkOf("127.0.0.1")) === 0) left += 1;
  expect(left).toBe(limits.requestBurst - 10);
});

test("a chunked body counts as much as its route reads, and one that is too long as nothing more", async () => {
  const { limiter, open } = await serve();
  await open(requestText("POST /", { "transfer-encoding": "chunked", "content-type": "a/b" }));
  await expect.poll(() => limiter.bodies.total).toBe(size);
});

test("where all bodies take too much, the network with most is refused, and a new one is not", async () => {
  const { port, limiter, open } = await serve();
  const large = limits.bodyBytesPerNetwork - MiB;
  const begin = (from: string, bytes: number) =>
    open(requestText("POST /large", { "x-forwarded-for": from, "content-length": String(bytes) }));
  const count = Math.floor(limits.bodyBytes / large);
  for (let n = 1; n <= count; n += 1) await begin(`192.0.2.${n}`, large);
  await expect.poll(() => limiter.bodies.total).toBe(count * large);
  // A little more than there is for all.
  const rest = limits.bodyBytes - count * large + size;
  await begin("198.51.100.1", rest);
  await expect.poll(() => limiter.bodies.total).toBe(limits.bodyBytes + size);
  const whole = (from: string) => say(port, body(from) + "x".repeat(size));
  const refused = await whole("192.0.2.1");
  expect(statusOf(refused)).toBe(503);
  expect(Number(/retry-after: (\d+)/.exec(refused)?.[1])).toBeGreaterThan(0);
  expect(statusOf(await whole("198.51.100.2"))).toBe(200);
  // More than an even part is for nobody.
  for (let n = 3; n <= 20; n += 1) {
    const text = requestText("POST /large", {
      "x-forwarded-for": `198.51.100.${n}`,
      "content-length": String(large),
    });
    expect(statusOf(await say(port, text))).toBe(503);
  }
  expect(limiter.bodies.total).toBe(limits.bodyBytes + size);
});

/** More than the system takes for a reader who does not read. */
const large = limits.replyBytesPerNetwork / MiB - 1;
const ask = (from: string, mebibytes = large) =>
  requestText(`GET /${mebibytes}`, { "x-forwarded-for": from });

test("replies that a network does not read are bounded; others get theirs", async () => {
  const { port, limiter, open } = await serve();
  const unread = await open("");
  unread.socket.pause();
  unread.socket.write(ask("192.0.2.1"));
  await expect.poll(() => limiter.replies.total).toBe(large * MiB);
  expect(statusOf(await say(port, ask("192.0.2.1", 2)))).toBe(503);
  expect(statusOf(await say(port, ask("192.0.2.1", 1)))).toBe(200);
  expect(statusOf(await say(port, ask("192.0.2.2", 2)))).toBe(200);
  unread[Symbol.dispose]();
  await expect.poll(() => limiter.replies.total).toBe(0);
  expect(statusOf(await say(port, ask("192.0.2.1", 2)))).toBe(200);
});

test("where all unread replies take too much, the network with most is refused, and a new one is not", async () => {
  const { port, limiter, open } = await serve();
  const hold = async (from: string, mebibytes: number) => {
    const unread = await open("");
    unread.socket.pause();
    unread.socket.write(ask(from, mebibytes));
    return unread;
  };
  const count = Math.floor(limits.replyBytes / MiB / large);
  const held = [];
  for (let n = 1; n <= count; n += 1) held.push(await hold(`192.0.2.${n}`, large));
  await expect.poll(() => limiter.replies.total).toBe(count * large * MiB);
  const even = Math.floor(limits.replyBytes / MiB / (count + 1));
  held.push(await hold("198.51.100.1", even));
  const total = (count * large + even) * MiB;
  await expect.poll(() => limiter.replies.total).toBe(total);
  expect(total).toBeGreaterThan(limits.replyBytes);
  const refused = await say(port, ask("192.0.2.1", 1));
  expect([statusOf(refused), refused.slice(-22)]).toEqual([503, '{"error":"OVERLOADED"}']);
  expect(Number(/retry-after: (\d+)/.exec(refused)?.[1])).toBeGreaterThan(0);
  expect(statusOf(await say(port, ask("198.51.100.2", 1)))).toBe(200);
  // More than an even part is for nobody.
  for (let n = 3; n <= 20; n += 1) {
    expect(statusOf(await say(port, ask(`198.51.100.${n}`, even)))).toBe(503);
  }
  expect(limiter.replies.total).toBe(total);
  for (const one of held) one[Symbol.dispose]();
  await expect.poll(() => limiter.replies.total).toBe(0);
  expect(statusOf(await say(port, ask("192.0.2.1", 1)))).toBe(200);
});

test("a reader slower than the pace is ended when the time for the whole reply is over", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { limiter, open } = await serve();
  const unread = await open("");
  unread.socket.pause();
  unread.socket.write(ask("192.0.2.1"));
  await vi.waitUntil(() => limiter.replies.total > 0);
  const whole = limits.slowReplyMs + (1_000 * large * MiB) / limits.replyBytesPerSecond;
  vi.advanceTimersByTime(whole - 1);
  await new Promise(setImmediate);
  expect(limiter.replies.total).toBe(large * MiB);
  vi.advanceTimersByTime(1);
  await vi.waitUntil(() => limiter.replies.total === 0);
});
