import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { createHandClock } from "../../../test/support/delivery-bench.ts";
import { addressOf, listJobs, T0 } from "../../../test/support/store-records.ts";
import type { Store } from "../../store/database.ts";
import { writeMeta } from "../../store/meta.ts";
import type { Notification } from "./notification.ts";
import { countUnread, listNotifications, markNotificationsRead } from "./notification.ts";
import { notify } from "./notify.ts";
import { savePushSubscription } from "./store.ts";

const hourMs = 60 * 60 * 1000;
const follower = (number: number): Notification => ({
  type: "follower",
  address: addressOf(number),
  title: `Node ${number}`,
  url: `https://node${number}.example`,
});
const visitor = (number: number): Notification => ({ type: "visitor", address: addressOf(number) });
const comment = (commentId: number, state: "pending" | "confirmed" = "pending"): Notification => {
  return { type: "comment", commentId, publicationId: 1, authorName: "Bob", state };
};
const failedPeer: Notification = {
  type: "failed-peer",
  address: addressOf(1),
  title: "Node 1",
  url: null,
  since: new Date(T0).toISOString(),
};

const tell = (store: Store, notification: Notification, now = T0) =>
  store.transaction((tx) => notify(tx, { ...notification, now }));
const list = (store: Store, first = 100) => listNotifications({ store }, { first });

forEachDatabase((_name, open) => {
  it("keeps what the owner is told, newest first, in pages", async () => {
    const store = await open();
    await tell(store, follower(1));
    await tell(store, comment(7), T0 + 1);
    await tell(store, failedPeer, T0 + 2);
    const { items, hasNextPage, endCursor } = await list(store, 2);
    expect(items.map(({ type }) => type)).toEqual(["failed-peer", "comment"]);
    expect(items[1]).toMatchObject({
      data: { commentId: 7, publicationId: 1, authorName: "Bob", state: "pending" },
      createdAt: new Date(T0 + 1).toISOString(),
      readAt: null,
    });
    expect({ hasNextPage, unread: await countUnread({ store }) }).toEqual({ hasNextPage: true, unread: 3 });
    const rest = await listNotifications({ store }, { first: 2, after: endCursor });
    expect(rest).toMatchObject({
      items: [{ type: "follower", data: { title: "Node 1" } }],
      hasNextPage: false,
    });
    await expect(list(store, 0)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    await expect(list(store, 101)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  });

  it("marks what was seen as read, and not what came meanwhile", async () => {
    const store = await open();
    await tell(store, follower(1));
    const seen = (await list(store)).items[0]?.id ?? 0;
    await tell(store, follower(2));
    const clock = createHandClock();
    expect(await markNotificationsRead({ store, clock }, { upTo: seen })).toBe(1);
    expect(await markNotificationsRead({ store, clock }, { upTo: seen })).toBe(0);
    const { items } = await list(store);
    expect(items.map(({ readAt }) => readAt)).toEqual([null, new Date(clock.now()).toISOString()]);
    expect(await countUnread({ store })).toBe(1);
  });

  it("tells nothing when the transaction that caused it fails", async () => {
    const store = await open();
    const failed = store.transaction(async (tx) => {
      await notify(tx, { ...follower(1), now: T0 });
      throw new Error("undone");
    });
    await expect(failed).rejects.toThrow("undone");
    expect((await list(store)).items).toEqual([]);
  });

  it.each([
    ["notifyFollower", follower(1)],
    ["notifyComment", comment(1)],
    ["notifyVisitor", visitor(1)],
    ["notifyFailedPeer", failedPeer],
  ])("tells nothing, neither here nor by push, where %s is off", async (setting, notification) => {
    const store = await open();
    const device = { endpoint: "https://push.example/1", p256dh: "x", auth: "x", createdAt: T0 };
    await store.transaction((tx) => savePushSubscription(tx, device));
    await store.transaction((tx) => writeMeta(tx, `setting.${setting}`, "false"));
    await tell(store, notification);
    expect((await list(store)).items).toEqual([]);
    expect(await listJobs(store.db, { limit: 9 })).toEqual([]);
    await store.transaction((tx) => writeMeta(tx, `setting.${setting}`, "true"));
    await tell(store, notification);
    expect((await list(store)).items).toHaveLength(1);
    expect(await listJobs(store.db, { limit: 9 })).toMatchObject([{ kind: "push", host: "push.example" }]);
  });

  it("tells the same once a day", async () => {
    const store = await open();
    for (const at of [0, 1, 23 * hourMs]) await tell(store, follower(1), T0 + at);
    expect((await list(store)).items).toHaveLength(1);
    await tell(store, follower(1), T0 + 25 * hourMs);
    await tell(store, comment(1));
    await tell(store, comment(1, "confirmed"));
    expect((await list(store)).items).toHaveLength(4);
  });

  it("tells no more visitors in an hour than somebody would read, whoever claims to come by", async () => {
    const store = await open();
    for (let number = 1; number <= 40; number += 1) await tell(store, visitor(number), T0 + number);
    expect((await list(store)).items).toHaveLength(12);
    await tell(store, follower(1), T0 + 50);
    await tell(store, visitor(50), T0 + hourMs + 100);
    expect((await list(store)).items).toHaveLength(14);
  });

  it("keeps the newest thousand", async () => {
    const store = await open();
    await store.transaction(async (tx) => {
      for (let number = 1; number <= 1_010; number += 1) {
        await notify(tx, { ...failedPeer, address: addressOf(number), now: T0 + number } as Notification & {
          now: number;
        });
      }
    });
    const count = await store.db
      .selectFrom("notifications")
      .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.min("createdAt").as("oldest")])
      .executeTakeFirstOrThrow();
    expect(count).toEqual({ count: 1_000, oldest: T0 + 11 });
  });
});
