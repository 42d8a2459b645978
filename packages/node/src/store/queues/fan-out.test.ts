import { describe, expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { addressOf, storeConnection, T0 } from "../../../test/support/store-records.ts";
import type { Store } from "../database.ts";
import { deleteConnection } from "../peers/connections.ts";
import { updateProfile } from "../peers/profiles.ts";
import { jobColumns } from "../tables/queues.ts";
import {
  addForConnectedNodes,
  addPublicationForFollowers,
  continueFanOut,
  countUnqueued,
  readFanOut,
} from "./fan-out.ts";
import { listOutbox } from "./outbox.ts";
import { countByState } from "./queue-rows.ts";

const self = addressOf(1);
const times = { now: T0, expiresAt: T0 + 1_000 };

const follow = (store: Store, ...followers: number[]) =>
  store.transaction(async (tx) => {
    for (const follower of followers) await storeConnection(tx, follower, 1, T0 + follower);
  });
const publish = (store: Store, pageSize: number) =>
  store.transaction((tx) => addPublicationForFollowers(tx, { self, publicationId: 7, ...times }, pageSize));
const firstJob = (store: Store) => store.db.selectFrom("jobs").select(jobColumns).executeTakeFirst();
const goOn = async (store: Store, pageSize: number, now = T0) => {
  const { id = 0 } = (await firstJob(store)) ?? {};
  return await store.transaction((tx) => continueFanOut(tx, id, now, pageSize));
};
const told = async (store: Store) =>
  (await listOutbox(store.db, { limit: 99, oldestFirst: true })).map(({ peerAddress }) => peerAddress);

forEachDatabase((_name, open) => {
  it("needs no job for a page of followers, and one for more", async () => {
    const store = await open();
    await follow(store, 2, 3);
    expect(await publish(store, 3)).toBe(2);
    expect(await firstJob(store)).toBeUndefined();
    await follow(store, 4, 5);
    const again = { self, publicationId: 8, ...times };
    expect(await store.transaction((tx) => addPublicationForFollowers(tx, again, 3))).toBeNull();
    expect(await firstJob(store)).toMatchObject({ kind: "fan-out", host: "fan-out publication 8" });
    expect([await countUnqueued(store.db, 7), await countUnqueued(store.db, 8)]).toEqual([0, 1]);
  });

  it("queues each follower once, page by page, whoever comes, goes or was told meanwhile", async () => {
    const store = await open();
    await follow(store, 2, 3, 4, 5, 6, 7);
    expect(await publish(store, 2)).toBeNull();
    expect([await told(store), await countUnqueued(store.db, 7)]).toEqual([[2, 3].map(addressOf), 4]);
    await store.transaction((tx) => deleteConnection(tx, addressOf(4), self));
    await follow(store, 8);
    // As after a crash between the page and the end of its job.
    const { payload = "" } = (await firstJob(store)) ?? {};
    expect(await goOn(store, 2, T0 + 5)).toBe(true);
    await store.transaction((tx) => tx.updateTable("jobs").set({ payload }).execute());
    for (let page = 0; page < 2; page += 1) expect(await goOn(store, 2, T0 + 9)).toBe(true);
    expect(await goOn(store, 2)).toBe(false);
    expect(await goOn(store, 2)).toBe(false);
    expect(await told(store)).toEqual([2, 3, 5, 6, 7, 8].map(addressOf));
    expect(await countUnqueued(store.db, 7)).toBe(0);
    const rows = await listOutbox(store.db, { limit: 99, oldestFirst: true });
    expect(rows.map(({ createdAt, expiresAt }) => [createdAt - T0, expiresAt - T0])).toEqual(
      [0, 0, 5, 5, 9, 9].map((at) => [at, 1_000]),
    );
  });

  it("does nothing for a job that is over", async () => {
    const store = await open();
    await follow(store, 2, 3);
    await publish(store, 1);
    await store.transaction((tx) => tx.updateTable("jobs").set({ state: "done" }).execute());
    expect(await goOn(store, 1)).toBe(false);
    expect(await told(store)).toEqual([addressOf(2)]);
  });

  it("goes to both sides of the connections, to each node once, in the forms that were signed", async () => {
    const store = await open();
    await follow(store, 2, 3, 4);
    await store.transaction(async (tx) => {
      for (const followee of [3, 5, 6]) await storeConnection(tx, 1, followee, T0 + followee);
      await updateProfile(tx, addressOf(4), { form: "reference" });
    });
    const message = { self, kind: "profile.update", subject: "1", forms: ["baseline"], ...times } as const;
    await store.transaction((tx) => addForConnectedNodes(tx, message, 2));
    for (let more = true; more; ) more = await goOn(store, 2);
    expect(await told(store)).toEqual([2, 3, 5, 6].map(addressOf));
    expect(await countByState(store.db, "outbox")).toMatchObject({ pending: 4 });
  });

  describe("the host of a delivery", () => {
    it("is the one of the follower's node, or else its address", async () => {
      const store = await open();
      await follow(store, 2, 3, 4);
      await store.transaction(async (tx) => {
        for (const number of [2, 3]) {
          const url = `https://many.example:8443/${number}`;
          await updateProfile(tx, addressOf(number), { url });
        }
        await updateProfile(tx, addressOf(4), { url: "" });
      });
      await publish(store, 9);
      const hosts = (await listOutbox(store.db, { limit: 9, oldestFirst: true })).map(({ host }) => host);
      expect(hosts).toEqual(["many.example:8443", "many.example:8443", addressOf(4)]);
    });
  });

  it("says what a job is to do", async () => {
    const store = await open();
    await follow(store, 2, 3);
    await publish(store, 1);
    const job = await firstJob(store);
    if (!job) throw new Error("There is no job.");
    expect(readFanOut(job)).toMatchObject({
      message: { kind: "publication", subject: "7" },
      writtenAt: T0,
    });
  });
});
