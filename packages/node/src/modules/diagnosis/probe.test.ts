import { createHash, randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import { limits } from "../../http/limits.ts";
import { closeProbe, openProbe, probePath, readProbeCall } from "./probes.ts";

const maxContentBytes = 1000;
let node: HttpNode;
beforeEach(async () => {
  node = await openHttpNode({ settings: { FREEHOLD_MAX_CONTENT_BYTES: String(maxContentBytes) } });
});
afterEach(() => node[Symbol.asyncDispose]());

type Method = "GET" | "POST" | "PATCH" | "DELETE";
const send = (nonce: string, method: Method = "GET", payload?: Uint8Array, headers = {}) =>
  node.app.inject({
    method,
    url: `${probePath}/${nonce}`,
    headers: { ...(payload && { "content-type": "application/octet-stream" }), ...headers },
    ...(payload && { payload: Buffer.from(payload) }),
  });

it.each<Method>(["POST", "PATCH", "DELETE"])(
  "tells how much of %s came, and nothing secret",
  async (method) => {
    const nonce = await openProbe(node.ctx);
    const body = randomBytes(777);
    const reply = await send(nonce, method, body, {
      cookie: "a=hunter2",
      authorization: "Bearer hunter2",
      via: "1.1 x",
    });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers["cache-control"]).toBe("no-store");
    expect(reply.json()).toMatchObject({
      nonce,
      method,
      bytes: 777,
      sha256: createHash("sha256").update(body).digest("hex"),
      isSecure: false,
      forwardedFor: null,
      traces: ["via"],
    });
    expect(reply.body).not.toContain("hunter2");
  },
);

it("is not there without a nonce of the last minutes", async () => {
  const late = { ...node.ctx, clock: { now: () => Date.now() - 5 * 60_000 - 1 } };
  const old = await openProbe(late);
  const nonce = await openProbe(node.ctx);
  const closed = await openProbe(node.ctx);
  await closeProbe(node.ctx, closed);
  for (const wrong of [
    "0".repeat(32),
    nonce.toUpperCase(),
    nonce.slice(1),
    old,
    closed,
    "%00",
    "x".repeat(5000),
  ]) {
    for (const path of ["", "/ewp/profile"]) {
      const reply = await node.app.inject({ url: `${probePath}/${wrong}${path}` });
      expect([reply.statusCode, reply.json()], wrong).toEqual([404, { error: "NOT_FOUND" }]);
    }
  }
  expect((await send(nonce)).statusCode).toBe(200);
});

it("counts a body as long as a file may be, and refuses a longer one", async () => {
  const nonce = await openProbe(node.ctx);
  const most = maxContentBytes + limits.graphqlBytes;
  expect((await send(nonce, "POST", new Uint8Array(most))).json().bytes).toBe(most);
  const longer = await send(nonce, "POST", new Uint8Array(most + 1));
  expect([longer.statusCode, longer.json()]).toEqual([413, { error: "PAYLOAD_TOO_LARGE" }]);
});

it("notes the first call of another node, and is no node", async () => {
  const nonce = await openProbe(node.ctx);
  expect(await readProbeCall(node.ctx, nonce)).toBeNull();
  const call = (remoteAddress: string) =>
    node.app.inject({ url: `${probePath}/${nonce}/ewp/profile`, remoteAddress });
  const reply = await call("203.0.113.9");
  expect([reply.statusCode, reply.json()]).toEqual([404, { error: "NODE_NOT_FOUND" }]);
  await call("203.0.113.10");
  expect(await readProbeCall(node.ctx, nonce)).toMatchObject({ client: "203.0.113.9" });
});
