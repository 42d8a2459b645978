import { once } from "node:events";
import { createServer, request } from "node:https";
import { afterEach, beforeEach, expect, it } from "vitest";
import { limits as http } from "../src/http/limits.ts";
import { limits as delivery } from "../src/jobs/limits.ts";
import { openStore } from "../src/store/open-store.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "./support/test-network.ts";

let network: TestNetwork;
beforeEach(async () => {
  network = await createTestNetwork();
});
afterEach(() => network[Symbol.asyncDispose]());

/** A request whose body does not come to its end by itself. Resolves when the node has begun to read it. */
async function begin(node: TestNode, body: Buffer) {
  const answer = Promise.withResolvers<number | "cut off">();
  const sent = request(
    `${node.url}/ewp/connections`,
    {
      method: "POST",
      ca: network.authority,
      headers: {
        "content-type": "application/json",
        "content-length": body.length,
        expect: "100-continue",
      },
    },
    (response) => answer.resolve(response.statusCode ?? 0),
  );
  sent.on("error", () => answer.resolve("cut off"));
  sent.flushHeaders();
  await once(sent, "continue");
  sent.write(body.subarray(0, 10));
  return { answer: answer.promise, finish: () => sent.end(body.subarray(10)) };
}

it("stops while a peer and a client hang, answers open requests, and keeps undelivered rows", async () => {
  // Each of them is waited for at the same time as the others.
  expect(Math.max(delivery.stopMs, delivery.stopCatchUpMs, http.closingMs)).toBeLessThan(10_000);
  const node = await network.start();
  const follower = await network.start();
  await follower.follow(node);
  await follower.settled();
  const { port } = new URL(follower.url);
  await follower.stop();
  // In the follower's place: takes requests and never says a word.
  const silent = createServer({ ...network.certificate }, () => {});
  await once(silent.listen(Number(port), "localhost"), "listening");
  const told = once(silent, "request");
  await node.publish("Nobody takes it");
  const [notification] = await told;
  const body = Buffer.from('{"typedData":{},"signature":"0x00"}');
  const slow = await begin(node, body);
  const stuck = await begin(node, body);

  const stopped = node.stop();
  const isOpen = () =>
    node.fetch("/livez").then(
      () => true,
      () => false,
    );
  await expect.poll(isOpen).toBe(false);
  slow.finish();
  expect(await slow.answer).toBe(400);
  await stopped;
  // Cut off by the stop, which did not wait for their own deadlines: those end with a 408, and with a failed try.
  expect(await stuck.answer).toBe("cut off");
  expect(notification.socket.destroyed).toBe(true);
  silent.closeAllConnections();
  silent.close();
  await using store = await openStore(node.config);
  const rows = await store.db
    .selectFrom("outbox")
    .select(["state", "claimedBy", "kind", "attempts", "lastError"])
    .execute();
  expect(rows).toEqual([
    { state: "pending", claimedBy: null, kind: "publication", attempts: 0, lastError: null },
  ]);
});

it("answers for a while before it stops, and says that it is not ready", async () => {
  const node = await network.start({ settings: { FREEHOLD_DRAIN_MS: "1500" } });
  const began = performance.now();
  const stopped = node.stop();
  const statusOf = async (path: string) => (await node.fetch(path)).status;
  expect(await statusOf("/readyz")).toBe(503);
  expect([await statusOf("/livez"), await statusOf("/ewp/profile")]).toEqual([200, 200]);
  await stopped;
  expect(performance.now() - began).toBeGreaterThanOrEqual(1_490);
  await expect(node.fetch("/livez")).rejects.toThrow();
});
