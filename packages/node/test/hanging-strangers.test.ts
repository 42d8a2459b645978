import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSigner } from "../src/keystore/signer.ts";
import { limits } from "../src/limiter/limits.ts";
import { until } from "./support/delivery-bench.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "./support/test-network.ts";
import { serveTls, type TestServer } from "./support/tls-server.ts";

let network: TestNetwork;
let hanging: TestServer;
beforeEach(async () => {
  network = await createTestNetwork();
  hanging = await serveTls(network.certificate, () => {});
});
afterEach(async () => {
  await hanging[Symbol.asyncDispose]();
  await network[Symbol.asyncDispose]();
});

/** A follow by a fresh key, as if from that address of the internet, whose node takes connections and says nothing. */
function followFromNowhere(ada: TestNode, ip: string) {
  const signer = createSigner(randomBytes(32));
  const body = signer.sign("CreateConnection", {
    followerAddress: signer.address,
    followeeAddress: ada.signer.address,
    followerUrl: hanging.url("", "localhost").replace(/\/$/, ""),
    followeeUrl: ada.url,
    timestamp: Math.floor(Date.now() / 1000),
  });
  return ada.fetch("/ewp/connections", { method: "POST", headers: { "x-forwarded-for": ip }, body });
}

test("URLs that hang, given by strangers from everywhere, keep no honest follow out (weaknesses: Stopped 1, 5)", async () => {
  const settings = { FREEHOLD_TRUST_PROXY: "127.0.0.1", FREEHOLD_CONNECTIONS_PER_ADDRESS: "2000" };
  const ada = await network.start({ title: "Ada", settings });
  const ben = await network.start({ title: "Ben" });
  const sources = 20;
  const most = limits.peerCalls + limits.peerCallsWaiting;
  const sent: ReturnType<typeof followFromNowhere>[] = [];
  while (sent.length < most + 40) {
    sent.push(followFromNowhere(ada, `203.0.113.${sent.length % sources}`));
    // Not so many at once that the node has too much to do.
    if (sent.length % sources === 0) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const early: Awaited<(typeof sent)[number]>[] = [];
  for (const one of sent) void one.then((reply) => early.push(reply));
  await until(() => early.length >= 40);
  // Whoever finds the line full is told so, and when to come back.
  expect(early.map(({ status }) => status)).toEqual(Array(40).fill(429));
  expect(early.map(({ json }) => json)).toEqual(Array(40).fill({ error: "RATE_LIMITED" }));
  expect(Number(early[0]?.headers["retry-after"])).toBeGreaterThan(0);
  const begun = performance.now();
  expect(await ben.follow(ada)).toMatchObject({ status: "following" });
  // The first of those that hang end after their ten seconds; the line behind them is three times as long.
  expect(performance.now() - begun).toBeLessThan(25_000);
  await hanging[Symbol.asyncDispose]();
  const codes = (await Promise.all(sent)).map(({ status }) => status);
  // One of those who waited made room for Ben.
  expect(codes.filter((status) => status === 429).length).toBeLessThanOrEqual(41);
  expect(codes.filter((status) => status === 401).length).toBeGreaterThanOrEqual(most - 1);
}, 90_000);
