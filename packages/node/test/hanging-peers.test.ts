import { randomBytes } from "node:crypto";
import type { TLSSocket } from "node:tls";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSigner } from "../src/domain/access/signer.ts";
import { limits } from "../src/limiter/limits.ts";
import { until } from "./support/delivery-bench.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "./support/test-network.ts";
import { serveTls, type TestServer } from "./support/tls-server.ts";

let network: TestNetwork;
let hanging: TestServer;
/** What was asked of it, in order. */
let held: TLSSocket[];
beforeEach(async () => {
  network = await createTestNetwork();
  held = [];
  hanging = await serveTls(network.certificate, (socket) => held.push(socket));
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

test("URLs that hang, sent from many networks, keep no honest follow out (weaknesses: Stopped 1, 5)", async () => {
  const settings = { FREEHOLD_TRUST_PROXY: "127.0.0.1", FREEHOLD_CONNECTIONS_PER_ADDRESS: "2000" };
  const ada = await network.start({ title: "Ada", settings });
  const ben = await network.start({ title: "Ben" });
  const sources = 20;
  const most = limits.peerCalls + limits.peerCallsWaiting;
  const sent = Array.from({ length: most + 40 }, (_, index) =>
    followFromNowhere(ada, `203.0.113.${index % sources}`),
  );
  const replies: Awaited<(typeof sent)[number]>[] = [];
  for (const one of sent) void one.then((reply) => replies.push(reply));
  await until(() => replies.length >= 40);
  // When the queue is full, the answer says so, with Retry-After.
  expect(replies.map(({ status }) => status)).toEqual(Array(40).fill(429));
  expect(replies.map(({ json }) => json)).toEqual(Array(40).fill({ error: "RATE_LIMITED" }));
  expect(Number(replies[0]?.headers["retry-after"])).toBeGreaterThan(0);

  let isThrough = false;
  const following = ben.follow(ada).finally(() => {
    isThrough = true;
  });
  // Calls that hang end one by one, as they would after their ten seconds.
  while (!isThrough) {
    const before = replies.length;
    held.shift()?.destroy();
    await until(() => isThrough || replies.length > before);
  }
  expect(await following).toMatchObject({ status: "following" });
  // Each network has had a turn before Ben at the most, and by far not all who stood in the line before him.
  const turns = replies.filter(({ status }) => status === 401).length;
  expect(turns).toBeGreaterThan(0);
  expect(turns).toBeLessThan(limits.peerCallsWaiting / 2);
  await hanging[Symbol.asyncDispose]();
  const codes = (await Promise.all(sent)).map(({ status }) => status);
  // One of those who waited made room for Ben.
  expect(codes.filter((status) => status === 429).length).toBeLessThanOrEqual(41);
  expect(codes.filter((status) => status === 401).length).toBeGreaterThanOrEqual(most - 1);
});
