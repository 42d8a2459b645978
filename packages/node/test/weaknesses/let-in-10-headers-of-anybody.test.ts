import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../support/http-node.ts";

const forged: readonly Record<string, string>[] = [
  { "x-forwarded-for": "192.0.2.1" },
  { "x-forwarded-for": "192.0.2.1, 192.0.2.2, 192.0.2.3" },
  { forwarded: "for=192.0.2.1;proto=https" },
  { "x-real-ip": "192.0.2.1" },
  { "cf-connecting-ip": "192.0.2.1" },
  { "true-client-ip": "192.0.2.1" },
  { "x-client-ip": "192.0.2.1" },
];

/** A request as it comes from an address, with headers of the client's own. */
async function ask(node: HttpNode, headers: Record<string, string>, remoteAddress = "198.51.100.7") {
  return await node.app.inject({
    method: "POST",
    url: "/ewp/connections",
    headers,
    remoteAddress,
    payload: {},
  });
}

const addressesInLog = (node: HttpNode) =>
  node.lines.map(({ fields }) => fields.ip).filter((ip) => ip !== undefined);

describe("without a trusted proxy", () => {
  let node: HttpNode;
  beforeAll(async () => {
    node = await openHttpNode({ settings: { FREEHOLD_RATE_LIMIT: "20" }, now: () => 0 });
  });
  afterAll(() => node[Symbol.asyncDispose]());

  test("no header changes a client's address, for limits and in the log", async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 30; count += 1) {
      const lie = Object.entries(forged[count % forged.length] ?? {}).map(([name, value]) => [
        name,
        value.replaceAll("192.0.2", `192.0.${count}`),
      ]);
      statuses.push((await ask(node, Object.fromEntries(lie))).statusCode);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect(new Set(addressesInLog(node))).toEqual(new Set(["198.51.100.7"]));
  });

  test("a header can't add a line to the log", async () => {
    const bad = '192.0.2.1\\n{"level":"fatal"}';
    await ask(node, { "x-forwarded-for": bad, "x-request-id": bad }, "198.51.100.8");
    expect(JSON.stringify(node.lines)).not.toContain('fatal\\\\"}');
    expect(node.lines.every(({ fields }) => !String(fields.id).includes("192.0.2.1"))).toBe(true);
  });
});

describe("behind one trusted proxy", () => {
  let node: HttpNode;
  beforeAll(async () => {
    const settings = { FREEHOLD_RATE_LIMIT: "5", FREEHOLD_TRUST_PROXY: "10.0.0.1" };
    node = await openHttpNode({ settings, now: () => 0 });
  });
  afterAll(() => node[Symbol.asyncDispose]());

  test("addresses that the client wrote before the proxy's are ignored", async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 8; count += 1) {
      const headers = { "x-forwarded-for": `203.0.113.${count}, 198.51.100.9` };
      statuses.push((await ask(node, headers, "10.0.0.1")).statusCode);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
    expect(new Set(addressesInLog(node))).toEqual(new Set(["198.51.100.9"]));
  });

  test("the same header from another sender is ignored", async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 8; count += 1) {
      const headers = { "x-forwarded-for": `198.51.100.${count + 100}` };
      statuses.push((await ask(node, headers, "203.0.113.77")).statusCode);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  });

  test("invalid addresses all count as one client", async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 8; count += 1) {
      const headers = { "x-forwarded-for": `nobody-${count}` };
      statuses.push((await ask(node, headers, "10.0.0.1")).statusCode);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  });
});

test("behind two counted proxies, the third address from the end is ignored", async () => {
  const settings = { FREEHOLD_RATE_LIMIT: "5", FREEHOLD_TRUST_PROXY: "2" };
  await using node = await openHttpNode({ settings, now: () => 0 });
  const statuses: number[] = [];
  for (let count = 0; count < 8; count += 1) {
    const headers = { "x-forwarded-for": `192.0.2.${count}, 198.51.100.9, 10.0.0.2` };
    statuses.push((await ask(node, headers, "10.0.0.1")).statusCode);
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  expect(new Set(addressesInLog(node))).toEqual(new Set(["198.51.100.9"]));
});
