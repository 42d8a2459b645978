import { subscribe, unsubscribe } from "node:diagnostics_channel";
import fastify, { type FastifyInstance, type RouteOptions } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limits as httpLimits } from "../../src/http/limits.ts";
import { chargeRoutes } from "../../src/http/plugins/charge-routes.ts";
import type { Refuser } from "../../src/http/plugins/limit-requests.ts";
import type { Price } from "../../src/http/prices.ts";
import { limits } from "../../src/limiter/limits.ts";
import { openGraphqlNode } from "../support/graphql-node.ts";
import { connectRaw, type RawConnection, requestText, say, statusOf } from "../support/raw-connection.ts";

const KiB = 1024;
/** Every route of the server, as the framework has them. */
const routes: RouteOptions[] = [];
const note = (message: unknown) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook("onRoute", (route) => void routes.push(route));
};
subscribe("fastify.initialization", note);
const node = await openGraphqlNode({
  settings: { FREEHOLD_TRUST_PROXY: "127.0.0.1", FREEHOLD_RATE_LIMIT: "0" },
});
unsubscribe("fastify.initialization", note);
let token: string;
let port: number;

beforeAll(async () => {
  token = await node.token("create:publications");
  port = Number(new URL(node.endpoint).port);
});
afterAll(() => node[Symbol.asyncDispose]());

const keysOf = ({ method, url }: RouteOptions) => [method].flat().map((one) => `${one} ${url}`);

const prices: Readonly<Record<string, Price | undefined>> = Object.fromEntries(
  routes.map((route) => [keysOf(route)[0], route.config?.price]),
);

test("every route has a price, and none is added without", () => {
  expect(routes.length).toBeGreaterThan(90);
  expect(routes.filter(({ config }) => config?.price === undefined)).toEqual([]);
  const app = fastify();
  chargeRoutes(app, node.ctx.limiter, {} as Refuser);
  expect(() => app.get("/x", async () => "")).toThrow("The route GET /x has no price.");
  expect(app.hasRoute({ method: "GET", url: "/x" })).toBe(false);
});

const boundary = "multipart/form-data; boundary=b";
const field = '--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n';
/** Types of bodies, and how each begins: what follows is held until it ends. */
const kinds = [
  ["application/json", '{"query":"'],
  ["application/x-www-form-urlencoded", "post="],
  [boundary, field],
  ["text/plain", ""],
] as const;

const writes = Object.keys(prices).flatMap((key) =>
  /^(GET|OPTIONS) /.test(key) ? [] : kinds.map(([type, start]) => [key, type, start] as const),
);
/** What comes behind the limit of a field is thrown away, and its request is refused at its end. */
const discards = `POST /api/graphql ${boundary}`;

let clients = 0;

/** Begins a request whose body does not end, as a client of its own. @param headers its size, or that it is chunked */
async function begin(key: string, type: string, headers: Record<string, string>): Promise<RawConnection> {
  clients += 1;
  const made = await connectRaw(port);
  const line = key.replace(/:\w+/g, "1").replace("*", "x");
  const from = `198.51.${clients >> 8}.${clients & 255}`;
  const sent = { "content-type": type, authorization: `Bearer ${token}`, "x-forwarded-for": from };
  made.socket.write(requestText(line, { ...sent, ...headers }));
  return made;
}

const counted = () => node.ctx.limiter.bodies.total;

test.each(writes)("%s counts as much of %s as it holds", async (key, type, start) => {
  await expect.poll(counted).toBe(0);
  using made = await begin(key, type, { "transfer-encoding": "chunked" });
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  made.socket.write(chunk(start || "x"));
  // It may be refused before it counts.
  await expect.poll(() => counted() > 0 || statusOf(made.heard()) > 0).toBe(true);
  const most = counted();
  const isOver = () => statusOf(made.heard()) > 0 || made.closed();
  for (let sent = 0; sent <= most + 128 * KiB && !isOver(); sent += 64 * KiB) {
    made.socket.write(chunk("x".repeat(64 * KiB)));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  if (`${key} ${type}` !== discards) await expect.poll(isOver).toBe(true);
});

test.each(writes)("%s counts what is declared of %s, up to what it holds", async (key, type) => {
  for (const size of [100, httpLimits.verifyFormBytes]) {
    await expect.poll(counted).toBe(0);
    using made = await begin(key, type, { "content-length": String(size) });
    made.socket.write("x");
    await expect.poll(() => counted() > 0 || statusOf(made.heard()) > 0).toBe(true);
    const { body = 0, fileBody = 0 } = prices[key] ?? {};
    expect(counted()).toBeLessThanOrEqual(Math.min(size, Math.max(body, fileBody)));
  }
});

test("120 bodies of one address that do not end are two of four MiB; others are answered", async () => {
  await expect.poll(counted).toBe(0);
  const size = httpLimits.verifyFormBytes;
  const headers = { "x-forwarded-for": "203.0.113.7", "content-type": "application/x-www-form-urlencoded" };
  const head = requestText("POST /verify", { ...headers, "content-length": String(size) });
  const held = await Promise.all(
    Array.from({ length: 120 }, async () => {
      const made = await connectRaw(port);
      made.socket.write(`${head}post=${"x".repeat(256 * KiB)}`);
      return made;
    }),
  );
  const open = () => held.filter(({ heard }) => statusOf(heard()) === 0);
  await expect.poll(() => open().length, { timeout: 30_000 }).toBe(limits.bodyBytesPerNetwork / size);
  expect(counted()).toBe(limits.bodyBytesPerNetwork);
  const refused = held.filter(({ heard }) => statusOf(heard()) === 429);
  expect(refused).toHaveLength(118);
  const other = { ...headers, "x-forwarded-for": "203.0.113.8", "content-length": "4" };
  expect(statusOf(await say(port, requestText("POST /verify", other, "of=1")))).toBe(200);
  for (const made of held) made[Symbol.dispose]();
  await expect.poll(counted).toBe(0);
});
