import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import {
  connectRaw,
  type RawConnection,
  requestText,
  say,
  statusOf,
} from "../../../test/support/raw-connection.ts";
import { limits as limiterLimits } from "../../limiter/limits.ts";
import { networkOf } from "../../limiter/network.ts";
import type { Shares } from "../../limiter/shares.ts";
import { limits } from "../limits.ts";

/** The largest answer that is prepared. One of them the system takes for a reader who does not read; not sixteen. */
const size = limits.preparedResponseBytes;
const many = limiterLimits.replyBytesPerNetwork / size;

let resources: AsyncDisposableStack;
let node: HttpNode;
let replies: Shares;
let port: number;
/** Requests that the framework answered. */
let framework: number;

beforeEach(async () => {
  resources = new AsyncDisposableStack();
  node = resources.use(
    await openHttpNode({ settings: { FREEHOLD_TRUST_PROXY: "127.0.0.1", FREEHOLD_METRICS: "any" } }),
  );
  resources.use(node.ctx.store.watch());
  await expect.poll(() => node.ctx.store.version(), { timeout: 20_000 }).not.toBeNull();
  replies = node.ctx.limiter.replies;
  node.app.addHook("onRequest", (_request, _reply, done) => {
    framework += 1;
    done();
  });
  port = await node.listen();
});
afterEach(async () => {
  vi.useRealTimers();
  await resources[Symbol.asyncDispose]();
});

const ask = (path: string, from: string, connection = "close") =>
  requestText(`GET ${path}`, { "x-forwarded-for": from, connection });

/** Has the answer to a path prepared. @returns the path */
async function prepare(bytes: number): Promise<string> {
  const { contentHash } = await node.publish(new Uint8Array(bytes).fill(0x80));
  const path = `/ewp/contents/${contentHash}`;
  for (const _ of ["makes it", "gets it"]) {
    framework = 0;
    expect(statusOf(await say(port, ask(path, "192.0.2.9")))).toBe(200);
  }
  expect(framework).toBe(0);
  await expect.poll(() => replies.total).toBe(0);
  return path;
}

const askOften = (path: string, times: number) => ask(path, "192.0.2.1", "keep-alive").repeat(times);

/** Asks over one connection, in one packet, and reads nothing. */
async function askUnread(text: string): Promise<RawConnection> {
  const unread = resources.use(await connectRaw(port));
  unread.socket.pause();
  unread.socket.write(text);
  return unread;
}

test("answers that nobody reads count until the connection closes", async () => {
  const path = await prepare(size);
  const unread = await askUnread(askOften(path, many));
  await expect.poll(() => replies.total).toBeGreaterThanOrEqual(size);
  expect(framework).toBe(0);
  unread[Symbol.dispose]();
  await expect.poll(() => replies.total).toBe(0);
});

/** Clients that left before they had their answer, as the metrics say. */
async function countLeft(): Promise<number> {
  const [, count] =
    /^freehold_http_left_total (\d+)$/m.exec(await say(port, ask("/metrics", "192.0.2.9"))) ?? [];
  expect(count).toBeDefined();
  return Number(count);
}

test("a client that leaves is counted once for each answer, from memory or made while it waited", async () => {
  const { contentHash } = await node.publish(new Uint8Array(size).fill(0x81));
  for (const [path, made] of [
    [await prepare(size), 0],
    [`/ewp/contents/${contentHash}`, many],
  ] as const) {
    const before = await countLeft();
    framework = 0;
    const unread = await askUnread(askOften(path, many));
    let held = 0;
    const isFull = () => {
      const last = held;
      held = replies.total;
      return held > (many / 4) * size && held === last;
    };
    // Until the system takes no more.
    await expect.poll(isFull, { interval: 200, timeout: 20_000 }).toBe(true);
    expect(framework).toBe(made);
    unread[Symbol.dispose]();
    await expect.poll(() => replies.total).toBe(0);
    expect(await countLeft()).toBe(before + held / size);
  }
});

test("short answers count behind unread ones, and where there is no room the connection ends", async () => {
  const [long, short] = [await prepare(size), await prepare(limits.unheldReplyBytes)];
  const unread = await askUnread(askOften(long, many / 2) + askOften(short, 5));
  await expect.poll(() => replies.total % size).toBe(5 * limits.unheldReplyBytes);
  unread[Symbol.dispose]();
  await expect.poll(() => replies.total).toBe(0);
  const others = replies.take(networkOf("192.0.2.1"), limiterLimits.replyBytesPerNetwork);
  const refused = await askUnread(askOften(short, 5));
  refused.socket.resume();
  await refused.ended;
  expect(replies.total).toBe(limiterLimits.replyBytesPerNetwork);
  if (typeof others !== "string") others.release();
});

test("a reader slower than the pace is ended when the time for an answer is over", async () => {
  const path = await prepare(size);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await askUnread(askOften(path, many));
  await vi.waitUntil(() => replies.total > 0);
  const whole = limiterLimits.slowReplyMs + (1_000 * size) / limiterLimits.replyBytesPerSecond;
  vi.advanceTimersByTime(whole - 1);
  await new Promise(setImmediate);
  expect(replies.total).toBeGreaterThanOrEqual(size);
  vi.advanceTimersByTime(1);
  await vi.waitUntil(() => replies.total === 0);
});

test("a network that has its share unread gets 503; another network gets the answer", async () => {
  const path = await prepare(size);
  const unread = replies.take(networkOf("192.0.2.1"), limiterLimits.replyBytesPerNetwork - size + 1);
  const refused = await say(port, ask(path, "192.0.2.1"));
  expect([statusOf(refused), refused.slice(-22)]).toEqual([503, '{"error":"OVERLOADED"}']);
  expect(Number(/retry-after: (\d+)/.exec(refused)?.[1])).toBeGreaterThan(0);
  expect(framework).toBe(1);
  expect(statusOf(await say(port, ask(path, "192.0.2.2")))).toBe(200);
  if (typeof unread !== "string") unread.release();
  expect(statusOf(await say(port, ask(path, "192.0.2.1")))).toBe(200);
  expect(framework).toBe(1);
});
