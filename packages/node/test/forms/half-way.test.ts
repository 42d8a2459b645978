import type { IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { acceptVisitorFollow, prepareVisitorFollow } from "../../src/domain/connections/follow.ts";
import { deleteConnection, findConnection } from "../../src/store/peers/connections.ts";
import { listOutbox } from "../../src/store/queues/outbox.ts";
import { createReferencePeer, type ReferencePeer } from "../support/reference-peer/reference-peer.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "../support/test-network.ts";

describe("a follow that fails half-way, with a node of the reference form (decisions 3)", () => {
  const clock = { aheadMs: 0, now: () => Date.now() + clock.aheadMs };
  let network: TestNetwork;
  let ada: TestNode;
  let rex: ReferencePeer;
  beforeEach(async () => {
    clock.aheadMs = 0;
    network = await createTestNetwork();
    ada = await network.start({ title: "Ada", clock });
    rex = await createReferencePeer(network, { title: "Rex", clock });
  });
  afterEach(async () => {
    await rex.stop();
    await network[Symbol.asyncDispose]();
  });

  const isGraphql = ({ url }: IncomingMessage) => url === "/api/graphql";
  const isFollow = ({ method, url }: IncomingMessage) => method === "POST" && url === "/ewp/connections";
  const store = () => ada.running.context.store;
  const follows = async () => (await findConnection(store().db, ada.signer.address, rex.address)) !== null;
  const isFollowed = async () => (await findConnection(store().db, rex.address, ada.signer.address)) !== null;
  const visit = async () =>
    acceptVisitorFollow(ada.running.context, await rex.signFollow({ ...ada.signer, url: ada.url }));

  /** Everything that waits is tried again. */
  async function later(minutes: number): Promise<void> {
    clock.aheadMs += minutes * 60_000;
    ada.running.queues?.outbox.nudge();
    await ada.settled();
  }

  test("a post at which its node fails waits alone: later ones arrive", async () => {
    await visit();
    await ada.settled();
    await ada.publish("# Zero\n");
    await ada.settled();
    // As an earlier version of this node let it have a slug that it gave again: it answers 500 to the second one.
    const [zero] = rex.state.publications;
    if (zero) zero.slug = "one";
    await ada.publish("# One\n", { slug: "one" });
    const third = await ada.publish("# Three\n");
    await ada.settled();
    expect(rex.state.publications.at(-1)?.content_hash).toBe(third.contentHash);
    expect(await listOutbox(store().db, { state: "pending", limit: 10 })).toHaveLength(1);
  });

  test("the follow stands when its node made it and only the answer is lost", async () => {
    rex.intercept = async (request, response, answer) => {
      if (!isGraphql(request)) return await answer();
      response.end = () => response.destroy();
      await answer();
    };
    expect(await ada.follow(rex)).toEqual({ status: "following" });
    expect(await follows()).toBe(true);
    expect(rex.state.connections).toHaveLength(1);
  });

  test("a node that lost its record gets it again, in both forms", async () => {
    const ben = await network.start({ title: "Ben", clock });
    const known = async (node: TestNode) =>
      (await findConnection(node.running.context.store.db, ada.signer.address, node.signer.address)) !== null;
    expect(await ada.follow(ben)).toEqual({ status: "following" });
    await ben.running.context.store.transaction((tx) =>
      deleteConnection(tx, ada.signer.address, ben.signer.address),
    );
    clock.aheadMs += 1_000;
    expect(await ada.follow(ben)).toEqual({ status: "following" });
    expect([await known(ben), await follows()]).toEqual([true, false]);
    expect(await ada.follow(rex)).toEqual({ status: "following" });
    rex.state.connections.splice(0);
    clock.aheadMs += 1_000;
    await ada.follow(rex);
    expect([rex.state.connections.length, await follows()]).toEqual([1, true]);
    // Once more, and nothing is lost or written twice.
    expect(await ada.follow(ben)).toEqual({ status: "following" });
    expect([await known(ben), await follows()]).toEqual([true, true]);
  });

  test("nothing stands when its node refuses after it called back", async () => {
    rex.intercept = async (request, response, answer) => {
      if (!isGraphql(request)) return await answer();
      const { variables } = Object(await json(request));
      const called = await network.fetch(`${ada.url}/ewp/connections`, { method: "POST", body: variables });
      expect(called.status).toBe(201);
      response.end(JSON.stringify({ errors: [{ message: "x", extensions: { code: "FORBIDDEN" } }] }));
    };
    await expect(ada.follow(rex)).rejects.toMatchObject({
      code: "PEER_FAILED",
      message: expect.stringMatching(/400 FORBIDDEN/),
    });
    expect(await follows()).toBe(false);
  });

  test("it waits while the GraphQL API does not answer, and is made when that does", async () => {
    rex.intercept = async (request, response, answer) => {
      if (isGraphql(request)) response.destroy();
      else await answer();
    };
    expect(await ada.follow(rex)).toMatchObject({ status: "waiting" });
    expect(await follows()).toBe(false);
    rex.intercept = null;
    await later(5);
    expect(await follows()).toBe(true);
    expect(rex.state.connections).toHaveLength(1);
  });

  test("it is given up after an hour, with a message", async () => {
    rex.intercept = async (request, response, answer) => {
      if (isGraphql(request)) response.destroy();
      else await answer();
    };
    await ada.follow(rex);
    await later(61);
    const [entry] = await listOutbox(store().db, { kind: "connection.create", limit: 1 });
    expect(entry).toMatchObject({ state: "refused", lastError: expect.stringMatching(/hour ran out/) });
    expect(await follows()).toBe(false);
  });

  test("a visitor's follow waits for the visitor's node, and is recorded when that has it", async () => {
    rex.intercept = async (request, response, answer) => {
      if (isFollow(request)) response.destroy();
      else await answer();
    };
    await expect(visit()).rejects.toMatchObject({ code: "PEER_FAILED", reason: "NOT_YET" });
    expect(await isFollowed()).toBe(false);
    rex.intercept = null;
    await later(5);
    expect(await isFollowed()).toBe(true);
    expect(rex.state.connections).toHaveLength(1);
  });

  test("a visitor's follow is recorded when the visitor's node has it already", async () => {
    rex.state.connections.push({ follower: rex.address, followee: ada.signer.address });
    expect(await visit()).toEqual({ address: rex.address, url: rex.url, title: "Rex" });
    expect(await isFollowed()).toBe(true);
  });

  test("a visitor whose node lost the follow, which stands here, makes it again", async () => {
    await visit();
    rex.state.connections = [];
    clock.aheadMs += 1_000;
    await visit();
    expect(rex.state.connections).toHaveLength(1);
  });

  test("a visitor's follow that the visitor's node answers with 500 fails, and its reason is shown", async () => {
    rex.intercept = async (request, response, answer) => {
      if (!isFollow(request)) return await answer();
      request.resume();
      response.writeHead(500).end('{"error":"INTERNAL_ERROR"}');
    };
    const query =
      "mutation ($typedData: JSON!, $signature: String!) { createConnection(typedData: $typedData, signature: $signature) { url } }";
    const variables = await rex.signFollow({ ...ada.signer, url: ada.url });
    const call = { method: "POST", body: { query, variables } } as const;
    const refused = (await ada.fetch("/api/graphql", call)).json;
    const error = {
      message: expect.stringMatching(/it answered 500 INTERNAL_ERROR\. This node tries again/),
      extensions: { code: "PEER_FAILED", reason: "NOT_YET" },
    };
    expect(refused).toMatchObject({ data: { createConnection: null }, errors: [error] });
    expect([await isFollowed(), rex.state.connections]).toEqual([false, []]);
    rex.intercept = null;
    expect((await ada.fetch("/api/graphql", call)).json).toEqual({
      data: { createConnection: { url: rex.url } },
    });
    expect([await isFollowed(), rex.state.connections.length]).toEqual([true, 1]);
  });

  test("a visitor's follow that is ended while it waits is not made any more", async () => {
    rex.intercept = async (request, response, answer) => {
      if (isFollow(request)) response.end = () => response.destroy();
      await answer();
    };
    await expect(visit()).rejects.toMatchObject({ reason: "NOT_YET" });
    // It is tried once more at once.
    await ada.settled();
    expect([await isFollowed(), rex.state.connections.length]).toEqual([false, 1]);
    rex.intercept = null;
    clock.aheadMs += 1_000;
    await rex.unfollow(ada.signer.address);
    await later(5);
    expect([await isFollowed(), rex.state.connections]).toEqual([false, []]);
    const [entry] = await listOutbox(store().db, { kind: "connection.create", limit: 1 });
    expect(entry).toMatchObject({ state: "refused", lastError: "the follow was ended meanwhile" });
  });

  test("a follow whose node fails after it called back waits, and is made when it does not", async () => {
    rex.intercept = async (request, response, answer) => {
      if (!isGraphql(request)) return await answer();
      const { variables } = Object(await json(request));
      await network.fetch(`${ada.url}/ewp/connections`, { method: "POST", body: variables });
      response.end(JSON.stringify({ data: null, errors: [{ message: "The database refuses it." }] }));
    };
    expect(await ada.follow(rex)).toMatchObject({ status: "waiting" });
    expect(await follows()).toBe(false);
    rex.intercept = null;
    await later(5);
    expect([await follows(), rex.state.connections.length]).toEqual([true, 1]);
  });

  test("a visitor's follow that the visitor's node refuses is not recorded", async () => {
    rex.intercept = async (request, response, answer) => {
      if (!isFollow(request)) return await answer();
      request.resume();
      response.writeHead(401).end('{"error":"FOLLOWEE_IDENTITY_MISMATCH","message":"x"}');
    };
    await expect(visit()).rejects.toMatchObject({
      code: "PEER_FAILED",
      message: expect.stringMatching(/FOLLOWEE_IDENTITY_MISMATCH/),
    });
    expect(await isFollowed()).toBe(false);
  });
});

describe("a visitor's follow is refused (decisions 2, 3)", () => {
  const clock = { aheadMs: 0, now: () => Date.now() + clock.aheadMs };
  let network: TestNetwork;
  let ada: TestNode;
  let rex: ReferencePeer;
  beforeEach(async () => {
    clock.aheadMs = 0;
    network = await createTestNetwork();
    ada = await network.start({ title: "Ada", clock });
    rex = await createReferencePeer(network, { clock });
  });
  afterEach(async () => {
    await rex.stop();
    await network[Symbol.asyncDispose]();
  });
  const visit = (body: unknown) => acceptVisitorFollow(ada.running.context, body);
  const nobody = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

  test("of another node, or of this one elsewhere", async () => {
    const mismatch = { code: "FOLLOWEE_IDENTITY_MISMATCH" };
    await expect(visit(await rex.signFollow({ address: nobody, url: ada.url }))).rejects.toMatchObject(
      mismatch,
    );
    const elsewhere = { address: ada.signer.address, url: "https://elsewhere.example" };
    await expect(visit(await rex.signFollow(elsewhere))).rejects.toMatchObject(mismatch);
    expect(rex.state.asked).toEqual([]);
  });

  test("by another address than the follower's URL serves", async () => {
    const signed = await rex.signFollow({ address: ada.signer.address, url: ada.url });
    const other = await createReferencePeer(network);
    rex.state.node.address = other.address;
    await other.stop();
    await expect(visit(signed)).rejects.toMatchObject({ code: "FOLLOWER_IDENTITY_MISMATCH" });
  });

  test("in a form that the visitor's node does not speak", async () => {
    const ben = await network.start({ title: "Ben" });
    const { meaning, form } = await prepareVisitorFollow(ada.running.context, ben.url);
    expect(form).toBe("baseline");
    await expect(visit(ben.signer.sign("CreateConnection", meaning, "reference"))).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      message: expect.stringContaining("baseline form"),
    });
    expect(await visit(ben.signer.sign("CreateConnection", meaning))).toEqual({
      address: ben.signer.address,
      url: ben.url,
      title: "Ben",
    });
    for (const { running } of [ada, ben]) {
      const { db } = running.context.store;
      expect(await findConnection(db, ben.signer.address, ada.signer.address)).not.toBeNull();
    }
  });

  test("signed by somebody else than the owner of the node that it names", async () => {
    const { fetch } = network;
    const meaning = {
      followerAddress: ada.signer.address,
      followeeAddress: rex.address,
      followeeUrl: rex.url,
      followerUrl: ada.url,
      timestamp: Math.floor(clock.now() / 1000),
    };
    const ben = await network.start({ title: "Ben" });
    for (const form of ["baseline", "reference"] as const) {
      const body = ben.signer.sign("CreateConnection", meaning, form);
      const reply = await fetch(`${ada.url}/ewp/connections`, { method: "POST", body });
      expect([form, reply.status, reply.json]).toEqual([form, 400, { error: "INVALID_SIGNATURE" }]);
    }
    expect(await findConnection(ada.running.context.store.db, ada.signer.address, rex.address)).toBeNull();
  });

  test("signed before the visitor ended it", async () => {
    const signed = await rex.signFollow({ address: ada.signer.address, url: ada.url });
    await visit(signed);
    clock.aheadMs += 1_000;
    await rex.unfollow(ada.signer.address);
    await expect(visit(signed)).rejects.toMatchObject({ code: "STALE_REQUEST" });
  });
});
