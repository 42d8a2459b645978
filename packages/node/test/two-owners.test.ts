import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blockPeer, prepareBlock, unblockPeer } from "../src/domain/connections/block.ts";
import { prepareSignature } from "../src/domain/publications/signing/prepare-signatures.ts";
import { signPublication } from "../src/domain/publications/signing/sign.ts";
import { updatePublication } from "../src/domain/publications/update.ts";
import { destroyPublication } from "../src/domain/trash/destroy.ts";
import { webhookEventTypes } from "../src/modules/webhooks/webhook-events.ts";
import { createWebhook } from "../src/modules/webhooks/webhooks.ts";
import { findConnection } from "../src/store/peers/connections.ts";
import { commentByWallet } from "./support/commenters.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "./support/test-network.ts";
import { serveHttps, type TestServer } from "./support/tls-server.ts";

/** One story of two nodes: each test continues where the previous one ended. Ada's webhook receiver gets all events. */
let network: TestNetwork;
let receiver: TestServer;
let ada: TestNode;
let ben: TestNode;
/** The received webhooks: the ids under which each event came. */
const told = new Map<string, Set<string>>();

beforeAll(async () => {
  network = await createTestNetwork();
  receiver = await serveHttps(network.certificate, (request, response) => {
    void json(request).then((body) => {
      const { type, data } = body as { type: string; data: Record<string, unknown> };
      const what = `${type} ${data.contentHash ?? data.address ?? data.commentId}`;
      told.set(what, (told.get(what) ?? new Set()).add(String(request.headers["x-freehold-delivery"])));
      response.writeHead(204).end();
    });
  });
  [ada, ben] = [await network.start({ title: "Ada" }), await network.start({ title: "Ben" })];
  await createWebhook(ada.running.context, { url: receiver.url("/hook"), events: webhookEventTypes });
});
afterAll(async () => {
  await network[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

async function settle(): Promise<void> {
  for (const node of [ada, ben, ada, ben]) await node.settled();
}

/** Whether Ben follows Ada, by the records of each of them. */
async function follows(): Promise<boolean[]> {
  const has = async ({ running }: TestNode) =>
    (await findConnection(running.context.store.db, ben.signer.address, ada.signer.address)) !== null;
  return [await has(ben), await has(ada)];
}

const bodies = async () => (await ben.timeline()).map(({ body }) => body);
/** How often Ada's receiver got an event, without repetitions under the same id. */
const countOf = (what: string) => told.get(what)?.size ?? 0;

test("a draft is Ada's alone until she has changed and signed it", async () => {
  expect(await ben.follow(ada)).toEqual({ status: "following" });
  const { context } = ada.running;
  const { id } = await ada.draft("A thought");
  await settle();
  expect(await bodies()).toEqual([]);
  const changed = await updatePublication(context, id, { body: "A better thought" });
  const statement = await prepareSignature(context, id);
  await signPublication(context, id, ada.signer.sign("StatementOfSource", statement));
  await settle();
  expect(await bodies()).toEqual(["A better thought"]);
  expect(countOf(`publication.signed ${changed.contentHash}`)).toBe(1);
});

test("a comment stands below the post, once", async () => {
  const { context } = ada.running;
  const { id } = await ada.publish("What do you think?");
  await commentByWallet(context, { key: 7, name: "Cleo", body: "Of what, please?", publicationId: id });
  await settle();
  const page = (await ada.fetch(`/publications/${id}`)).body.toString();
  expect(page.split("Of what, please?")).toHaveLength(2);
});

test("what Ada deletes is gone from her index and her pages", async () => {
  const { context } = ada.running;
  const { id, contentHash } = await ada.publish("I take it back");
  await settle();
  await destroyPublication(context, id);
  const index = async () => JSON.stringify((await ada.fetch("/ewp/publications?limit=100")).json);
  await expect.poll(index).not.toContain(contentHash);
  await expect.poll(async () => (await ada.fetch(`/ewp/contents/${contentHash}`)).status).toBe(404);
  await expect.poll(async () => (await ada.fetch(`/publications/${id}`)).status).toBe(410);
});

test("Ben unfollows, hears nothing, follows again, and has everything once", async () => {
  await ben.unfollow(ada);
  await settle();
  expect(await follows()).toEqual([false, false]);
  const before = await bodies();
  await ada.publish("While you did not listen");
  await settle();
  expect(await bodies()).toEqual(before);
  // A follow must be in a later second than the end of the previous one.
  await expect.poll(() => ben.follow(ada).catch(String)).toEqual({ status: "following" });
  await ada.publish("Now that you listen");
  await settle();
  expect(await follows()).toEqual([true, true]);
  expect(await bodies()).toEqual(["Now that you listen", "While you did not listen", ...before]);
  const { address } = ben.signer;
  expect([countOf(`follower.created ${address}`), countOf(`follower.removed ${address}`)]).toEqual([2, 1]);
});

test("Ada blocks Ben, who can't follow her until she has unblocked him", async () => {
  const { context } = ada.running;
  const { address } = ben.signer;
  const ends = await prepareBlock(context, address);
  const proofs = ends.map(({ meaning, form }) => ada.signer.sign("DestroyConnection", meaning, form));
  await blockPeer(context, { address, proofs });
  await settle();
  expect(await follows()).toEqual([false, false]);
  await expect(ben.follow(ada)).rejects.toMatchObject({ code: "PEER_FAILED" });
  await unblockPeer(context, address);
  await expect.poll(() => ben.follow(ada).catch(String)).toEqual({ status: "following" });
  await ada.publish("Welcome back");
  await settle();
  expect((await bodies())[0]).toBe("Welcome back");
  expect(await follows()).toEqual([true, true]);
});

test("Ada was told of nothing twice", () => {
  const { address } = ben.signer;
  const again = [...told].filter(([what, ids]) => ids.size > 1 && !what.endsWith(address));
  expect(again).toEqual([]);
  expect([countOf(`follower.created ${address}`), countOf(`follower.removed ${address}`)]).toEqual([3, 2]);
});
