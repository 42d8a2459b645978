import { once } from "node:events";
import { createServer, request } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openStore } from "../src/store/store.ts";
import { createTestNetwork, type TestNetwork } from "./support/test-network.ts";

let network: TestNetwork;
beforeEach(async () => {
  network = await createTestNetwork();
});
afterEach(() => network[Symbol.asyncDispose]());

it("stops within ten seconds beside a peer that hangs, answers what is under way, and keeps what was not delivered", async () => {
  const node = await network.start();
  const follower = await network.start();
  await follower.follow(node);
  await follower.settled();
  const { port } = new URL(follower.url);
  await follower.stop();
  // In the follower's place: takes connections and never says a word.
  const silent = createServer({ ...network.certificate }, () => {});
  await once(silent.listen(Number(port), "localhost"), "listening");
  await node.publish("Nobody takes it");
  await pause(500);

  const body = Buffer.from('{"typedData":{},"signature":"0x00"}');
  const reply = Promise.withResolvers<number>();
  const slow = request(
    `${node.url}/ewp/connections`,
    {
      method: "POST",
      ca: network.authority,
      headers: { "content-type": "application/json", "content-length": body.length },
    },
    (response) => reply.resolve(response.statusCode ?? 0),
  );
  slow.on("error", reply.reject);
  slow.write(body.subarray(0, 10));
  await pause(300);

  const startedAt = performance.now();
  const stopped = node.stop();
  await pause(300);
  slow.end(body.subarray(10));
  expect(await reply.promise).toBe(400);
  await stopped;
  expect(performance.now() - startedAt).toBeLessThan(12_000);
  silent.closeAllConnections();
  silent.close();
  await using store = await openStore(node.config);
  const rows = await store.db.selectFrom("outbox").select(["state", "claimed_by", "kind"]).execute();
  expect(rows).toEqual([{ state: "pending", claimed_by: null, kind: "publication" }]);
});
