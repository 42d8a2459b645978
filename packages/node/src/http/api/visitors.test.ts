import type { Address } from "@freehold/protocol";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";

let node: HttpNode;
beforeEach(async () => {
  node = await openHttpNode();
});
afterEach(() => node[Symbol.asyncDispose]());

const checksummed = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const url = "/api/visitors";
const call = (method: "GET" | "POST" | "DELETE", payload?: object) =>
  node.app.inject({ method, url, ...(payload && { payload }) });

it("notes, lists and removes a visitor, whatever the case of the address", async () => {
  const before = Date.now();
  const first = await call("POST", { address: checksummed.toLowerCase() });
  expect(first.statusCode).toBe(200);
  expect(first.json()).toEqual({ success: true, address: checksummed, lastActive: expect.any(Number) });
  expect(first.json().lastActive).toBeGreaterThanOrEqual(before);
  await call("POST", { address: checksummed });
  await call("POST", { address: `0x${checksummed.slice(2).toUpperCase()}` });
  const list = await call("GET");
  expect(list.json()).toEqual({
    success: true,
    visitors: [{ address: checksummed, lastActive: expect.any(Number) }],
    count: 1,
    limit: 1_000,
  });
  expect(list.headers["cache-control"]).toBe("no-store");
  const gone = await call("DELETE", { address: checksummed.toLowerCase() });
  expect(gone.json()).toEqual({ success: true, address: checksummed, existed: true });
  expect((await call("DELETE", { address: checksummed })).json()).toMatchObject({ existed: false });
  expect((await call("GET")).json()).toMatchObject({ visitors: [], count: 0 });
});

it.each([
  {},
  { address: null },
  { address: [checksummed] },
  { address: "ada.eth" },
  { address: checksummed.slice(0, -1) },
  { address: checksummed.replace("aAeb", "AAeb") },
  { address: `${checksummed}\n` },
])("refuses %j", async (payload) => {
  for (const method of ["POST", "DELETE"] as const) {
    const reply = await call(method, payload);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({ success: false, error: expect.stringContaining("address") });
  }
  expect((await call("GET")).json().count).toBe(0);
});

it.each(["", "null", "{", "address"])("refuses the body %j", async (payload) => {
  const headers = { "content-type": "application/json" };
  const reply = await node.app.inject({ method: "POST", url, headers, payload });
  expect([reply.statusCode, reply.json().success]).toEqual([400, false]);
});

it("says when somebody made room, and never grows over its limit", async () => {
  const addressOf = (number: number): Address => `0x${number.toString(16).padStart(40, "0")}`;
  // Not a thousand requests: on a machine that is busy the node would turn some of them away.
  for (let number = 1; number < 1_000; number += 1) node.ctx.visitors.touch(addressOf(number));
  expect((await call("POST", { address: addressOf(1_000) })).json()).not.toHaveProperty("evicted");
  expect((await call("POST", { address: addressOf(1) })).json()).not.toHaveProperty("evicted");
  expect((await call("POST", { address: addressOf(1_001) })).json()).toMatchObject({ evicted: true });
  const { visitors, count } = (await call("GET")).json();
  expect([count, visitors.length]).toEqual([1_000, 1_000]);
  const here = new Set(visitors.map(({ address }: { address: string }) => address.toLowerCase()));
  expect([addressOf(1), addressOf(2), addressOf(1_001)].map((address) => here.has(address))).toEqual([
    true,
    false,
    true,
  ]);
});
