import { isoSeconds, proofEnvelope } from "@freehold/protocol";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { acceptVisitorFollow, submitFollow } from "../../src/domain/connections/follow.ts";
import { listPeers } from "../../src/domain/connections/peers.ts";
import { endConnection } from "../../src/domain/connections/unfollow.ts";
import {
  prepareProfileUpdate,
  takeAnyAddress,
  updateOwnProfile,
} from "../../src/domain/profile/update-profile.ts";
import { findOwnProfile, findProfile } from "../../src/store/peers/profiles.ts";
import { listOutbox } from "../../src/store/queues/outbox.ts";
import { createReferencePeer, type ReferencePeer } from "../support/reference-peer/reference-peer.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "../support/test-network.ts";

describe("what goes over the wire between this node and one of the reference form (decisions 4, 6)", () => {
  let network: TestNetwork;
  let ada: TestNode;
  let rex: ReferencePeer;
  beforeEach(async () => {
    network = await createTestNetwork();
    ada = await network.start({ title: "Ada" });
    rex = await createReferencePeer(network, { title: "Rex" });
  });
  afterEach(async () => {
    await rex.stop();
    await network[Symbol.asyncDispose]();
  });

  const context = () => ada.running.context;
  const visit = async () =>
    acceptVisitorFollow(context(), await rex.signFollow({ ...ada.signer, url: ada.url }));
  const asked = (method: string, path: string) =>
    rex.state.asked.filter((one) => one.method === method && one.path.startsWith(path));
  const knownTitle = async () => (await findProfile(context().store.db, rex.address))?.title;
  const outbox = () => listOutbox(context().store.db, { limit: 10 });

  async function update(title: string, forms?: readonly ("baseline" | "reference")[]) {
    const prepared = await prepareProfileUpdate(context(), { title });
    const signed = (forms ?? prepared.forms).map((form) =>
      ada.signer.sign("NodeProfileUpdate", prepared.meaning, form),
    );
    return { ...(await updateOwnProfile(context(), signed, takeAnyAddress)), forms: prepared.forms };
  }

  test("a follow goes to its GraphQL alone, and an unfollow in its form", async () => {
    await ada.follow(rex);
    expect(asked("POST", "/").map(({ path }) => path)).toEqual(["/api/graphql"]);
    await ada.unfollow({ signer: { ...ada.signer, address: rex.address } });
    expect(asked("DELETE", "/ewp/connections")).toHaveLength(1);
    expect(rex.state.connections).toEqual([]);
  });

  test("its index is asked for from an ISO time, a hundred entries at a time, and what is unsigned is left", async () => {
    const start = Date.now() - 1_000_000;
    for (let number = 0; number < 130; number += 1) {
      await rex.publish({ content: `post ${number}`, signed: number % 10 !== 0, createdAt: start + number });
    }
    await ada.follow(rex);
    await ada.settled();
    const queries = asked("GET", "/ewp/publications").map(({ path }) => path.split("?")[1]);
    const since = "since=1970-01-01T00%3A00%3A00.000Z";
    expect(queries).toEqual([`limit=100&page=1&${since}`, `limit=100&page=2&${since}`]);
    expect(await ada.timeline()).toHaveLength(117);
  });

  test("a notification says by both names when the profile changed, and 409 is as good as 201", async () => {
    await visit();
    const post = await ada.publish("hello");
    await ada.settled();
    const [sent] = asked("POST", "/ewp/replications");
    const updatedAt = isoSeconds((await findOwnProfile(context().store.db))?.updatedAt ?? 0);
    expect(sent?.headers).toMatchObject({
      "x-epress-node-updated": updatedAt,
      "x-epress-profile-updated": updatedAt,
    });
    expect(asked("POST", "/ewp/publications")).toEqual([]);
    expect(rex.state.publications).toMatchObject([{ content_hash: post.contentHash, type: "POST" }]);
    const again = await ada.publish("again");
    rex.state.publications.push({ ...rex.state.publications[0], ...pushed(again) } as never);
    await ada.settled();
    expect((await outbox()).map(({ kind, state }) => [kind, state]).slice(0, 2)).toEqual([
      ["publication", "done"],
      ["publication", "done"],
    ]);
  });

  function pushed({ contentHash, timestamp }: { contentHash: string; timestamp: number | null }) {
    return { content_hash: contentHash, created_at: (timestamp ?? 0) * 1000 };
  }

  test("a profile goes to it in its form, when the owner signed that too", async () => {
    await visit();
    expect(await update("Adelheid")).toMatchObject({
      forms: ["baseline", "reference"],
      recipients: 1,
      readers: 0,
    });
    await ada.settled();
    expect(asked("PATCH", "/ewp/nodes/")).toHaveLength(1);
    expect(rex.state.nodes.get(ada.signer.address)?.title).toBe("Adelheid");
  });

  test("a profile that is not signed in its form is read by it, prompted by the next publication", async () => {
    await visit();
    expect(await update("Adelheid", ["baseline"])).toMatchObject({ recipients: 0, readers: 1 });
    await ada.settled();
    expect(asked("PATCH", "/")).toEqual([]);
    expect(rex.state.nodes.get(ada.signer.address)?.title).toBe("Ada");
    await ada.publish("hello");
    await ada.settled();
    expect(rex.state.nodes.get(ada.signer.address)?.title).toBe("Adelheid");
  });

  test("an update is the same in both forms, or is refused", async () => {
    await visit();
    const { meaning } = await prepareProfileUpdate(context(), { title: "One" });
    const one = ada.signer.sign("NodeProfileUpdate", meaning);
    const other = ada.signer.sign("NodeProfileUpdate", { ...meaning, title: "Two" }, "reference");
    const refused = { name: "AppError", code: "VALIDATION_FAILED" };
    await expect(updateOwnProfile(context(), [one, other], takeAnyAddress)).rejects.toMatchObject(refused);
    await expect(updateOwnProfile(context(), [other], takeAnyAddress)).rejects.toMatchObject(refused);
    expect((await findOwnProfile(context().store.db))?.title).toBe("Ada");
  });

  test.each(["x-epress-node-updated", "x-epress-profile-updated", "x-service-node-updated"])(
    "its profile is read again before the pull when the header %s says so",
    async (header) => {
      await ada.follow(rex);
      await ada.settled();
      Object.assign(rex.state.node, { title: "King", updated_at: Date.now() - 60_000 });
      const followers = rex.state.connections;
      rex.state.connections = [];
      const { signature } = await rex.publish({ content: "hello" });
      rex.state.connections = followers;
      const post = rex.state.publications[0];
      if (!post || signature === null) throw new Error("Nothing was published.");
      const { content_hash: contentHash, created_at } = post;
      const timestamp = Math.floor(created_at / 1000);
      const before = asked("GET", "/").length;
      const encodeType = "StatementOfSource(bytes32 contentHash,address publisherAddress,uint64 timestamp)";
      const proof = { contentHash, publisherAddress: rex.address, timestamp, signature, encodeType };
      const reply = await ada.fetch("/ewp/replications", {
        method: "POST",
        body: proofEnvelope(proof),
        headers: { [header]: new Date(Date.now() - 60_000).toISOString() },
      });
      expect([reply.status, reply.json]).toEqual([201, { status: "replicated" }]);
      expect(await knownTitle()).toBe("King");
      const reads = rex.state.asked.filter(({ method }) => method === "GET").slice(before);
      expect(reads.map(({ path }) => path.split(/[?]|0x/)[0])).toEqual(["/ewp/profile", "/ewp/contents/"]);
    },
  );

  test("the owner sees which node speaks which form", async () => {
    const ben = await network.start({ title: "Ben" });
    await ada.follow(rex);
    await ada.follow(ben);
    const peers = await Array.fromAsync(listPeers(context()));
    expect(peers.map(({ title, form }) => [title, form])).toEqual([
      ["Rex", "reference"],
      ["Ben", "baseline"],
    ]);
  });

  test("a message signed in the other form is refused with a message, before anything is sent", async () => {
    const timestamp = Math.floor(Date.now() / 1000);
    const pair = { followerAddress: ada.signer.address, followeeAddress: rex.address, timestamp };
    const words = {
      code: "VALIDATION_FAILED",
      message: expect.stringContaining("Rex uses the reference form of the protocol"),
    };
    const follow = ada.signer.sign("CreateConnection", {
      ...pair,
      followeeUrl: rex.url,
      followerUrl: ada.url,
    });
    await expect(submitFollow(context(), follow)).rejects.toMatchObject(words);
    await ada.follow(rex);
    const end = ada.signer.sign("DestroyConnection", pair);
    await expect(endConnection(context(), end)).rejects.toMatchObject(words);
    expect(rex.state.connections).toHaveLength(1);
    expect(asked("DELETE", "/")).toEqual([]);
  });
});
