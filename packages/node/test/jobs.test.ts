import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listNotifications } from "../src/modules/notifications/notification.ts";
import { subscribeNotification } from "../src/modules/notifications/push-devices.ts";
import { webhookEventTypes } from "../src/modules/webhooks/webhook-events.ts";
import { createWebhook } from "../src/modules/webhooks/webhooks.ts";
import { databases } from "./support/databases.ts";
import { createHandClock, until } from "./support/delivery-bench.ts";
import { createNodeProcess } from "./support/node-process.ts";
import { createPushDevice } from "./support/push-device.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "./support/test-network.ts";
import { serveHttps, type TestServer } from "./support/tls-server.ts";

const hourMs = 60 * 60 * 1000;

describe.each(databases)("notifications of the owner, on %s", (database) => {
  let network: TestNetwork;
  let receiver: TestServer;
  let posted: { path: string; body: Buffer }[];
  beforeEach(async () => {
    network = await createTestNetwork();
    posted = [];
    receiver = await serveHttps(network.certificate, (request, response) => {
      void buffer(request).then((body) => {
        posted.push({ path: request.url ?? "", body });
        response.writeHead(201).end();
      });
    });
  });
  afterEach(async () => {
    await network[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  });

  const events = () =>
    posted.filter(({ path }) => path === "/hook").map(({ body }) => JSON.parse(String(body)));
  const listenTo = ({ running }: TestNode) =>
    createWebhook(running.context, { url: receiver.url("/hook"), events: webhookEventTypes });
  const told = async ({ running }: TestNode) =>
    (await listNotifications(running.context, { first: 100 })).items;

  test("a follower, what is signed and what is replicated, by webhook and by push", async () => {
    const ada = await network.start({ title: "Ada", database });
    const bob = await network.start({ title: "Bob", database });
    const device = createPushDevice();
    await subscribeNotification(ada.running.context, { endpoint: receiver.url("/push"), keys: device.keys });
    await listenTo(ada);
    await bob.follow(ada);
    await ada.settled();
    expect(await told(ada)).toMatchObject([
      { type: "follower", data: { address: bob.signer.address, title: "Bob", url: bob.url } },
    ]);
    expect(events()).toMatchObject([
      { type: "follower.created", data: { address: bob.signer.address, url: bob.url } },
    ]);
    const pushes = posted.filter(({ path }) => path === "/push");
    expect(pushes.map(({ body }) => JSON.parse(device.open(body)))).toMatchObject([
      { type: "follower", body: `Bob (${bob.url})` },
    ]);

    await listenTo(bob);
    const { contentHash, timestamp } = await ada.publish("Hello.", { slug: "hello" });
    await ada.settled();
    await bob.settled();
    const about = { publisherAddress: ada.signer.address, contentHash, timestamp };
    const signed = { type: "publication.signed", data: { ...about, slug: "hello" } };
    expect(events().slice(1)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...signed, data: expect.objectContaining(signed.data) }),
        expect.objectContaining({ type: "publication.replicated", data: expect.objectContaining(about) }),
      ]),
    );
    const added = events()
      .slice(1)
      .map(({ type }) => type);
    expect(added.sort()).toEqual(["publication.published", "publication.replicated", "publication.signed"]);

    await bob.unfollow(ada);
    await ada.settled();
    expect(events().at(-1)).toMatchObject({
      type: "follower.removed",
      data: { address: bob.signer.address },
    });
    expect(await told(bob)).toEqual([]);
  });

  test("a node that could not be reached for a day", async () => {
    const clock = createHandClock(Date.now());
    const ada = await network.start({ title: "Ada", database, clock });
    const bob = await network.start({ title: "Bob", database });
    await bob.follow(ada);
    await listenTo(ada);
    await bob.stop();
    await ada.publish("Is anybody there?");
    await ada.settled();
    for (let hour = 0; hour < 60; hour += 4) {
      clock.advance(4 * hourMs);
      await ada.settled();
    }
    const failing = (await told(ada)).filter(({ type }) => type === "failed-peer");
    expect(failing).toMatchObject([{ data: { address: bob.signer.address, title: "Bob", url: bob.url } }]);
    expect(events().filter(({ type }) => type === "peer.failing")).toMatchObject([
      { data: { address: bob.signer.address, url: bob.url } },
    ]);
  });

  test("a visitor, who comes over HTTP", async () => {
    const ada = await network.start({ database });
    const address = createVisitorAddress();
    const visit = { method: "POST", body: { address } } as const;
    expect(await ada.fetch("/api/visitors", visit)).toMatchObject({ status: 200 });
    await until(async () => (await told(ada)).length === 1);
    expect(await told(ada)).toMatchObject([{ type: "visitor", data: { address } }]);
  });
});

test("an event survives kill -9 before it was taken", async () => {
  const network = await createTestNetwork();
  const posted: string[] = [];
  let open = false;
  const receiver = await serveHttps(network.certificate, (request, response) => {
    void buffer(request).then((body) => {
      // Until it opens it takes what is sent and never answers.
      if (!open) return;
      posted.push(String(body));
      response.writeHead(204).end();
    });
  });
  const ada = await createNodeProcess(network);
  try {
    await ada.start();
    await ada.order({ do: "install", url: ada.url, title: "Ada" });
    await ada.order({ do: "webhook", url: receiver.url("/hook"), events: ["publication.signed"] });
    await ada.publish("Hello.");
    await receiver.untilConnected();
    await ada.kill();
    expect(posted).toEqual([]);
    open = true;
    await ada.start();
    await until(() => posted.length > 0);
    expect(posted.map((body) => JSON.parse(body))).toMatchObject([{ type: "publication.signed" }]);
  } finally {
    await ada[Symbol.asyncDispose]();
    await network[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  }
});

function createVisitorAddress(): string {
  return `0x${"11".repeat(20)}`;
}
