import { randomBytes } from "node:crypto";
import { Agent, request } from "undici";
import { expect, test } from "vitest";
import { limits } from "../src/limiter/limits.ts";
import { sendFromConnections } from "./support/generate-load.ts";
import { createNodeProcess } from "./support/node-process.ts";
import type { Measured } from "./support/node-program.ts";
import { signIn } from "./support/sign-in.ts";
import { createTestNetwork } from "./support/test-network.ts";
import { createWallet } from "./support/wallet.ts";

const crowd = limits.expensiveWaiting + 100;
const seconds = 5;
/** Connections of the crowd whose answers are looked at. */
const connections = 10;

test("requests beyond what may wait are answered 503; others are served, acknowledged writes stay, and nothing leaks", async () => {
  await using network = await createTestNetwork();
  const key = randomBytes(32);
  await using node = await createNodeProcess(network, {
    FREEHOLD_TLS_CERT: "",
    FREEHOLD_TLS_KEY: "",
    FREEHOLD_CONNECTIONS_PER_ADDRESS: "0",
    TEST_PRIVATE_KEY: key.toString("hex"),
  });
  await node.start();
  await node.order({ do: "install", url: node.url, title: "Overloaded" });
  for (let post = 1; post <= 50; post += 1) await node.publish(`# Post ${post}\n`);
  const url = node.url.replace("https:", "http:");
  // The crowd comes from 127.0.0.1.
  const agents = {
    "127.0.0.2": new Agent({ localAddress: "127.0.0.2" }),
    crowd: new Agent({ localAddress: "127.0.0.1", connections }),
  };
  const call = async (
    path: string,
    body?: object,
    token?: string,
    from: keyof typeof agents = "127.0.0.2",
  ) => {
    const reply = await request(`${url}${path}`, {
      dispatcher: agents[from],
      method: body ? "POST" : "GET",
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: reply.statusCode, headers: reply.headers, answer: await reply.body.text() };
  };
  const ask = (query: string, variables: object, token?: string) =>
    call("/api/graphql", { query, variables }, token);
  const read = async <T>(query: string, variables: object) =>
    JSON.parse((await ask(query, variables)).answer).data as T;
  const token = await signIn(read, createWallet(key));
  await sendFromConnections(url, { connections: 8, seconds: 1 });
  const before = (await node.order({ do: "measure" })) as Measured;

  // A new connection would wait behind those of the crowd: Node takes one in each turn of its loop.
  await Promise.all(Array.from({ length: connections }, () => call("/", undefined, undefined, "crowd")));
  let isOver = false;
  const load = sendFromConnections(url.replace("localhost", "127.0.0.1"), {
    connections: crowd,
    seconds,
  }).finally(() => {
    isOver = true;
  });
  const others: number[] = [];
  const refused: Awaited<ReturnType<typeof call>>[] = [];
  const acknowledged: string[] = [];
  const askAsOneOfTheCrowd = async () => {
    while (!isOver) {
      const reply = await call("/api/graphql", { query: "{ __typename }" }, undefined, "crowd");
      if (reply.status !== 200) refused.push(reply);
    }
  };
  const crowded = Promise.all(Array.from({ length: connections }, askAsOneOfTheCrowd));
  while (!isOver) {
    for (const path of ["/livez", "/", "/ewp/publications"]) others.push((await call(path)).status);
    const slug = `under-load-${acknowledged.length}`;
    const input = { type: "POST", body: `# ${slug}`, slug };
    const { answer } = await ask(
      "mutation M($input: CreatePublicationInput!) { createPublication(input: $input) { slug } }",
      { input },
      token,
    );
    expect(answer).toContain(slug);
    acknowledged.push(slug);
  }
  await crowded;
  const { served, shed, failed } = await load;

  expect(failed).toBe(0);
  expect(shed).toBeGreaterThan(0);
  expect(served.length).toBeGreaterThan(0);
  expect(new Set(others)).toEqual(new Set([200]));
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, answer, headers } of refused) {
    expect([status, answer]).toEqual([503, '{"error":"OVERLOADED"}']);
    expect(Number(headers["retry-after"])).toBeGreaterThanOrEqual(limits.retryAfterLeast);
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(limits.retryAfterMost);
  }

  // The crowd is let in again, and everything is there.
  await expect.poll(async () => JSON.parse((await call("/readyz")).answer).checks.load).toBe("ok");
  expect((await call("/", undefined, undefined, "crowd")).status).toBe(200);
  for (const slug of acknowledged) {
    const { answer } = await ask(
      "query Q($slug: String!) { publication(slug: $slug) { slug } }",
      { slug },
      token,
    );
    expect(answer).toContain(slug);
  }
  for (const agent of Object.values(agents)) await agent.destroy();
  await expect
    .poll(
      async () => {
        const { descriptors, timers } = (await node.order({ do: "measure" })) as Measured;
        return { isClosed: descriptors <= before.descriptors, isStill: timers <= before.timers };
      },
      { timeout: 60_000, interval: 500 },
    )
    .toEqual({ isClosed: true, isStill: true });
  const after = (await node.order({ do: "measure" })) as Measured;
  expect(after.live).toBeLessThan(before.live * 1.5);
});
