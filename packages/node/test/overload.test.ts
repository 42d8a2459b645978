import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Agent, request } from "undici";
import { expect, test } from "vitest";
import { createNodeProcess } from "./support/node-process.ts";
import type { Measured } from "./support/node-program.ts";
import { offerLoad, quantile } from "./support/offer-load.ts";
import { signIn } from "./support/sign-in.ts";
import { createTestNetwork } from "./support/test-network.ts";
import { createWallet } from "./support/wallet.ts";

const crowd = 600;
const seconds = 10;

test("past its capacity a node turns readers away, answers /livez, keeps what it acknowledged, and is as before afterwards", async () => {
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
  const agent = new Agent();
  const call = (path: string, body?: object, token?: string) =>
    request(`${url}${path}`, {
      dispatcher: agent,
      method: body ? "POST" : "GET",
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const ask = async (query: string, variables: object, token?: string) => {
    const reply = await call("/api/graphql", { query, variables }, token);
    const answer = await reply.body.text();
    return { status: reply.statusCode, headers: reply.headers, answer };
  };
  const read = async <T>(query: string, variables: object) =>
    JSON.parse((await ask(query, variables)).answer).data as T;
  const token = await signIn(read, createWallet(key));

  // Warm, and what it takes where there is room.
  await offerLoad(url, { connections: 8, seconds: 2 });
  const alone = await offerLoad(url, { connections: 1, seconds: 2 });
  const usual = quantile(alone.served, 0.5);
  await pause(1_000);
  const before = (await node.order({ do: "measure" })) as Measured;

  let isOver = false;
  const until = async (everyMs: number, act: () => Promise<void>) => {
    while (!isOver) {
      await act();
      await pause(everyMs);
    }
  };
  const alive: number[] = [];
  const acknowledged: string[] = [];
  const refused: { status: number; answer: string; after: unknown }[] = [];
  let written = 0;
  const load = offerLoad(url, { connections: crowd, seconds }).finally(() => {
    isOver = true;
  });
  await Promise.all([
    until(25, async () => {
      const start = performance.now();
      const reply = await call("/livez");
      expect(reply.statusCode).toBe(200);
      await reply.body.dump();
      alive.push(performance.now() - start);
    }),
    until(25, async () => {
      const reply = await call("/ewp/publications");
      const answer = await reply.body.text();
      if (reply.statusCode !== 200)
        refused.push({ status: reply.statusCode, answer, after: reply.headers["retry-after"] });
    }),
    until(50, async () => {
      const slug = `under-load-${++written}`;
      const input = { type: "POST", body: `# ${slug}`, slug };
      const { status, answer } = await ask(
        "mutation M($input: CreatePublicationInput!) { createPublication(input: $input) { slug } }",
        { input },
        token,
      );
      if (status === 200 && !answer.includes("errors")) acknowledged.push(slug);
      else expect(status).toBe(503);
    }),
  ]);
  const { served, shed, failed } = await load;

  // A node that lets everybody in has the whole crowd wait for each other.
  const withoutLimit = crowd * usual;
  expect(failed).toBe(0);
  expect(shed).toBeGreaterThan(0);
  expect(served.length).toBeGreaterThan(0);
  expect(quantile(served, 0.5)).toBeLessThan(withoutLimit);
  expect(
    quantile(
      alive.sort((a, b) => a - b),
      0.5,
    ),
  ).toBeLessThan(withoutLimit / 4);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, answer, after } of refused) {
    expect([status, answer]).toEqual([503, '{"error":"OVERLOADED"}']);
    expect(Number(after)).toBeGreaterThanOrEqual(2);
    expect(Number(after)).toBeLessThanOrEqual(10);
  }

  // Everybody is let in again, and everything is there.
  await expect.poll(async () => (await readiness(call)).checks.load, { timeout: 30_000 }).toBe("ok");
  expect(acknowledged.length).toBeGreaterThan(0);
  for (const slug of acknowledged) {
    const { answer } = await ask(
      "query Q($slug: String!) { publication(slug: $slug) { slug } }",
      { slug },
      token,
    );
    expect(answer).toContain(slug);
  }
  await agent.destroy();
  await expect
    .poll(
      async () => {
        const { descriptors, timers } = (await node.order({ do: "measure" })) as Measured;
        return { isClosed: descriptors <= before.descriptors, isStill: timers <= before.timers };
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toEqual({ isClosed: true, isStill: true });
  const after = (await node.order({ do: "measure" })) as Measured;
  expect(after.live).toBeLessThan(before.live * 1.5);
});

async function readiness(call: (path: string) => ReturnType<typeof request>) {
  return (await (await call("/readyz")).body.json()) as { checks: { load: string } };
}
