import { type Hash, PeerError } from "@freehold/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CannedPeer, jsonReply } from "../../../test/support/canned-peer.ts";
import { createReplicaBench, type ReplicaBench } from "../../../test/support/replica-bench.ts";
import { hashOf, listPulls, signedOf, storePublication } from "../../../test/support/store-records.ts";
import { createPeerHealth } from "../../jobs/peer-health.ts";
import { createQueue } from "../../jobs/queue.ts";
import { saveContent } from "../../store/contents.ts";
import { findPeer, scheduleCatchUp } from "../../store/peers/peers.ts";
import { insertPublicationTombstone } from "../../store/publications/publication-tombstones.ts";
import { insertPublication, type NewPublication } from "../../store/publications/publications.ts";
import { readTimeline } from "../../store/publications/timeline.ts";
import type { Pull } from "../../store/queues/pulls.ts";
import { countByState, finishRows } from "../../store/queues/queue-rows.ts";
import { acceptProof } from "./accept-proof.ts";
import { catchUp, scheduleAllCatchUps } from "./catch-up.ts";
import { pullPublication } from "./pull-publication.ts";

describe("catch-up", () => {
  let bench: ReplicaBench;
  let ada: CannedPeer;
  beforeEach(async () => {
    bench = await createReplicaBench();
    ada = await bench.followed(2);
  });
  afterEach(() => bench[Symbol.asyncDispose]());

  const run = (random = 0.5) => catchUp(bench.context, ada.address, { random: () => random });
  const pulls = async () => (await listPulls(bench.context.store.db, { limit: 10_000 })).reverse();
  const key = ({ contentHash, timestamp }: Pick<Pull, "contentHash" | "timestamp">) =>
    `${contentHash}:${timestamp}`;
  const state = () => findPeer(bench.context.store.db, ada.address);

  it("queues the whole index in its order, over all its pages, and nothing twice", async () => {
    for (let number = 0; number < 2_345; number += 1)
      ada.publish(`post ${number}`, { timestamp: 1_000 + (number >> 2) });
    expect(await run()).toMatchObject({ status: "caught-up", counts: { entries: 2_345, queued: 2_345 } });
    expect((await pulls()).map(key)).toEqual(ada.publications.map(key));
    expect(ada.requests.filter((request) => request.includes("publications"))).toHaveLength(3);
    expect(await run()).toMatchObject({ counts: { entries: 2_345, queued: 0 } });
    expect(await pulls()).toHaveLength(2_345);
  });

  it("has what came in another order stand as it does in the index, within its second", async () => {
    const { store } = bench.context;
    const listed = [5, 6, 6, 6, 6, 7].map((timestamp, number) =>
      ada.publish(`post ${number}`, { timestamp }),
    );
    const hashes = listed.map(({ entry }) => entry.contentHash);
    // The fifth is not here yet, and what another node published in that second is none of its business.
    const arrived = async (publication: NewPublication) =>
      await store.transaction(async (tx) => {
        await saveContent(tx, { hash: publication.contentHash, size: 1, now: 0 });
        await insertPublication(tx, publication);
      });
    for (const [seq, number] of [3, 1, 2, 5, 0].entries()) {
      const { timestamp = 0, contentHash = hashOf(0) } = listed[number]?.entry ?? {};
      const row = signedOf(2, 1, Number(timestamp), seq === 1 ? 0 : seq);
      await arrived({ ...row, contentHash: contentHash as Hash, publisherAddress: ada.address });
    }
    await store.transaction((tx) => storePublication(tx, signedOf(3, 77, 6, 1)));
    const order = async () =>
      (await readTimeline(store.db, { publisher: ada.address, limit: 9 }))
        .map(({ contentHash }) => hashes.indexOf(contentHash))
        .reverse();
    expect(await order()).toEqual([0, 3, 1, 2, 5]);
    await run();
    expect(await order()).toEqual([0, 1, 2, 3, 5]);
    const before = await store.db.selectFrom("publications").select(["id", "seq"]).orderBy("id").execute();
    await run();
    expect(await store.db.selectFrom("publications").select(["id", "seq"]).orderBy("id").execute()).toEqual(
      before,
    );
  });

  it("leaves its place after a page where others wait, and goes on from there", async () => {
    for (let number = 0; number < 2_345; number += 1) ada.publish(`post ${number}`, { timestamp: 1_000 });
    const marks = new Map();
    const turn = () => catchUp(bench.context, ada.address, { marks, isTurnOver: () => true });
    expect(await turn()).toMatchObject({ status: "left", counts: { queued: 1_000 } });
    expect((await state())?.nextCatchUpAt).toBe(bench.context.clock.now());
    ada.requests.length = 0;
    expect(await turn()).toMatchObject({ status: "left", counts: { queued: 1_000 } });
    expect(ada.requests).toEqual(["GET /ewp/profile", "GET /ewp/publications?limit=1000&page=2"]);
    expect(await turn()).toMatchObject({ status: "caught-up", counts: { queued: 345 } });
    expect((await pulls()).map(key)).toEqual(ada.publications.map(key));
    expect(marks.size).toBe(0);
    expect((await state())?.nextCatchUpAt).toBeGreaterThan(bench.context.clock.now());
  });

  it("misses nothing that was deleted between two turns", async () => {
    for (let number = 0; number < 1_500; number += 1) ada.publish(`post ${number}`, { timestamp: 1_000 });
    const marks = new Map();
    await catchUp(bench.context, ada.address, { marks, isTurnOver: () => true });
    ada.publications.splice(0, 10);
    expect(await catchUp(bench.context, ada.address, { marks })).toMatchObject({ status: "caught-up" });
    const queued = new Set((await pulls()).map(key));
    expect(ada.publications.filter((one) => !queued.has(key(one)))).toEqual([]);
  });

  it("does not take up a follow again that ended while its index was left", async () => {
    for (let number = 0; number < 1_500; number += 1) ada.publish(`post ${number}`, { timestamp: 1_000 });
    const marks = new Map();
    await catchUp(bench.context, ada.address, { marks, isTurnOver: () => true });
    await bench.unfollow(ada);
    expect(await catchUp(bench.context, ada.address, { marks })).toEqual({ status: "not-following" });
    expect(marks.size).toBe(0);
  });

  it("finds what was signed later with an earlier time, which a cursor would miss", async () => {
    ada.publish("new", { timestamp: 2_000 });
    await run();
    ada.publish("late, and earlier", { timestamp: 1_000 });
    expect(await run()).toMatchObject({ counts: { queued: 1 } });
  });

  it("takes what is good and counts what is not", async () => {
    const [good, twice] = [ada.publish("good", { slug: "a-slug" }), ada.publish("twice")];
    const entry = { ...good.entry };
    ada.extraEntries.push(
      null,
      42,
      { contentHash: "0x12" },
      { ...entry, signature: null },
      { ...entry, publisherAddress: bench.peer(3).address, timestamp: 4 },
      { ...bench.peer(3).publish("somebody else's").entry },
      { ...entry, signature: `0x${"11".repeat(64)}1b`, timestamp: 5 },
      { ...entry, timestamp: good.timestamp + 1 },
      { ...ada.publish("ahead", { timestamp: good.timestamp + 3_700 }).entry },
      { ...twice.entry },
    );
    const result = await run();
    expect(result).toMatchObject({
      status: "caught-up",
      counts: { queued: 2, malformed: 2, unsigned: 2, foreign: 2, ahead: 1, forged: 2 },
    });
    expect((await pulls()).map(({ contentHash, slug }) => [contentHash, slug])).toEqual([
      [twice.contentHash, null],
      [good.contentHash, "a-slug"],
    ]);
    expect(bench.context.log.entries).toHaveLength(1);
  });

  it("does not queue what waits, is stored, or was deleted by the owner", async () => {
    const [waiting, stored, deleted] = [
      ada.publish("waiting"),
      ada.publish("stored"),
      ada.publish("deleted"),
    ];
    await acceptProof(bench.context, stored.envelope);
    const [pull] = await pulls();
    if (!pull) throw new Error("There is no pull.");
    await pullPublication(bench.context, pull);
    await acceptProof(bench.context, waiting.envelope);
    await bench.context.store.transaction((tx) =>
      insertPublicationTombstone(tx, { ...deleted, publisherAddress: ada.address }, 1),
    );
    expect(await run()).toMatchObject({ counts: { entries: 3, queued: 0 } });
  });

  it("comes again in about an hour", async () => {
    await run(0);
    const now = bench.context.clock.now();
    expect(await state()).toMatchObject({
      caughtUpAt: now,
      nextCatchUpAt: now + 54 * 60_000,
      state: "healthy",
    });
    await run(1);
    expect((await state())?.nextCatchUpAt).toBe(now + 66 * 60_000);
  });

  it("reads the profile first", async () => {
    await run();
    expect(ada.requests[0]).toBe("GET /ewp/profile");
  });

  it("records that the peer can't be reached, and comes again when it is tried", async () => {
    ada.profile = null;
    const now = bench.context.clock.now();
    expect(await run(0)).toEqual({
      status: "failed",
      reason: expect.any(String),
      nextTryAt: now + 2_500,
      counts: expect.anything(),
    });
    expect(await state()).toMatchObject({
      state: "failing",
      failures: 1,
      nextCatchUpAt: now + 2_500,
      caughtUpAt: null,
    });
  });

  it("keeps what it read before the peer broke off, and goes on from there the next time", async () => {
    for (let number = 0; number < 1_500; number += 1) ada.publish(`post ${number}`);
    ada.override = (_request, path) => {
      if (path.includes("page=2")) throw new PeerError("timeout", "too slow");
      return null;
    };
    expect(await run()).toMatchObject({ status: "failed", counts: { queued: 1_000 } });
    expect(await pulls()).toHaveLength(1_000);
    ada.override = null;
    bench.context.clock.advance(10_000);
    expect(await run()).toMatchObject({ status: "caught-up", counts: { queued: 500 } });
    expect(await state()).toMatchObject({ state: "healthy", failures: 0 });
  });

  it("waits as long as the peer asks for, and a little by chance", async () => {
    ada.override = () => jsonReply(429, { error: "RATE_LIMITED" }, { "retry-after": "600" });
    await run();
    expect((await state())?.nextCatchUpAt).toBe(bench.context.clock.now() + 750_000);
  });

  it("takes nothing from a URL where another node answers now", async () => {
    ada.publish("hello");
    if (ada.profile) ada.profile.address = bench.peer(3).address;
    expect(await run()).toMatchObject({ status: "failed" });
    expect(await pulls()).toEqual([]);
  });

  it("does not read the index of a node that is not followed", async () => {
    await bench.unfollow(ada);
    expect(await run()).toEqual({ status: "not-following" });
    expect(ada.requests).toEqual([]);
    expect(await state()).toMatchObject({ nextCatchUpAt: null });
  });

  it("stops when the follow ends meanwhile, and does not come again", async () => {
    ada.publish("hello");
    ada.override = async (_request, path) => {
      if (path.includes("publications")) {
        await bench.unfollow(ada);
        await bench.context.store.transaction((tx) => scheduleCatchUp(tx, ada.address, null));
      }
      return null as never;
    };
    expect(await run()).toMatchObject({ status: "caught-up", counts: { queued: 0 } });
    expect(await state()).toMatchObject({ nextCatchUpAt: null });
  });

  it("keeps the time of a catch-up that was asked for meanwhile", async () => {
    ada.override = async (_request, path) => {
      if (path.includes("publications")) {
        bench.context.clock.advance(1_000);
        const now = bench.context.clock.now();
        await bench.context.store.transaction((tx) => scheduleCatchUp(tx, ada.address, now));
      }
      return null as never;
    };
    await run();
    expect((await state())?.nextCatchUpAt).toBe(bench.context.clock.now());
  });

  it("pulls again, after a new follow, what was refused in an earlier one", async () => {
    const post = ada.publish("hello");
    await run();
    const [pull] = await pulls();
    const at = bench.context.clock.now();
    await bench.context.store.transaction((tx) =>
      finishRows(tx, "pulls", [{ id: pull?.id ?? 0, state: "refused", error: "not following any more", at }]),
    );
    await run();
    expect(await pulls()).toMatchObject([{ state: "refused" }]);
    await bench.unfollow(ada);
    bench.context.clock.advance(1_000);
    ada = await bench.followed(2);
    ada.publications.push(post);
    await run();
    expect(await pulls()).toMatchObject([{ state: "pending", attempts: 0, lastError: null }]);
  });

  it("brings 200 posts here, in order and none twice, by several at a time", async () => {
    for (let number = 0; number < 200; number += 1)
      ada.publish(`post ${number}`, { timestamp: 1_000 + (number >> 1) });
    await run();
    const order: string[] = [];
    bench.context.events.on("publication.replicated", (fields) => order.push(fields.contentHash));
    const queue = createQueue({
      name: "pulls",
      table: "pulls",
      context: bench.context,
      work: (row, signal) => pullPublication(bench.context, row, signal),
      health: createPeerHealth(async () => {}),
      concurrency: 16,
      perPeer: 4,
      slow: { atATime: 16, abortAfterMs: null },
      leaseMs: 60_000,
    });
    queue.start();
    await queue.settled();
    await queue.stop();
    expect(await countByState(bench.context.store.db, "pulls")).toMatchObject({ done: 200, pending: 0 });
    expect(new Set(order).size).toBe(200);
    const rows = await bench.context.store.db
      .selectFrom("publications")
      .select("contentHash")
      .orderBy("timestamp")
      .orderBy("seq")
      .execute();
    expect(rows.map(({ contentHash }) => contentHash)).toEqual(
      ada.publications.map((post) => post.contentHash),
    );
  });

  it("is due for everybody who is followed when the node starts", async () => {
    for (let number = 3; number < 33; number += 1) await bench.followed(number);
    const carol = await bench.follower(40);
    await bench.context.store.transaction((tx) => scheduleCatchUp(tx, ada.address, 10 ** 15));
    let told = 0;
    bench.context.store.onDue("catch-ups", () => {
      told += 1;
    });
    expect(await scheduleAllCatchUps(bench.context)).toBe(31);
    const now = bench.context.clock.now();
    expect((await state())?.nextCatchUpAt).toBe(now);
    const last = await bench.context.store.db
      .selectFrom("peers")
      .select((eb) => eb.fn.max("nextCatchUpAt").as("at"))
      .executeTakeFirst();
    expect(Number(last?.at)).toBeGreaterThan(now);
    expect(Number(last?.at)).toBeLessThanOrEqual(now + 60_000);
    expect(await findPeer(bench.context.store.db, carol.address)).toMatchObject({ nextCatchUpAt: null });
    expect(told).toBe(1);
  });
});
