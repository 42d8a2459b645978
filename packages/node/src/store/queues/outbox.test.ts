import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { addressOf, storeConnection, T0 } from "../../../test/support/store-records.ts";
import type { Store } from "../database.ts";
import { recordPeerFailure } from "../peers/peers.ts";
import { addPublicationForFollowers } from "./fan-out.ts";
import {
  addOutboxEntry,
  findOutboxEntry,
  listOutbox,
  type NewOutboxEntry,
  retryOutboxEntry,
} from "./outbox.ts";
import { expireRows, finishRows } from "./queue-rows.ts";

const self = addressOf(1);
const month = 30 * 86_400_000;

function entryFor(peer: number, changes: Partial<NewOutboxEntry> = {}): NewOutboxEntry {
  const entry = {
    kind: "profile.update",
    subject: "7",
    payload: "{}",
    now: T0,
    expiresAt: T0 + month,
  } as const;
  return { ...entry, peerAddress: addressOf(peer), ...changes };
}

const add = (store: Store, entry: NewOutboxEntry) => store.transaction((tx) => addOutboxEntry(tx, entry));

forEachDatabase((_name, open) => {
  it("takes an entry once, whatever became of it", async () => {
    const store = await open();
    expect(await add(store, entryFor(2))).toBe(true);
    expect(await add(store, entryFor(2, { payload: "{1}" }))).toBe(false);
    expect(await add(store, entryFor(3))).toBe(true);
    expect(await add(store, entryFor(2, { subject: "8" }))).toBe(true);
    expect(await add(store, entryFor(2, { kind: "connection.create" }))).toBe(true);
    const key = { kind: "profile.update", peerAddress: addressOf(2), subject: "7" } as const;
    const found = await findOutboxEntry(store.db, key);
    expect(found).toEqual({
      id: found?.id,
      answer: null,
      answeredAt: null,
      host: addressOf(2),
      ...key,
      payload: "{}",
      state: "pending",
      attempts: 0,
      nextTryAt: T0,
      claimedBy: null,
      createdAt: T0,
      expiresAt: T0 + month,
      finishedAt: null,
      lastError: null,
    });
    const id = found?.id ?? 0;
    await store.transaction((tx) => finishRows(tx, "outbox", [{ id, state: "done", error: null, at: T0 }]));
    expect(await add(store, entryFor(2))).toBe(false);
  });

  it("tells every follower of a publication, and no one else; those in trouble when they are tried again", async () => {
    const store = await open();
    await store.transaction(async (tx) => {
      for (const follower of [2, 3, 4]) await storeConnection(tx, follower, 1);
      await storeConnection(tx, 1, 5);
      await recordPeerFailure(tx, addressOf(3), { now: T0, error: "x", nextTryAt: T0 + 500 });
      await recordPeerFailure(tx, addressOf(4), { now: T0, error: "x", nextTryAt: T0 - 500 });
    });
    const publication = { self, publicationId: 12, now: T0, expiresAt: T0 + month };
    const tell = () => store.transaction((tx) => addPublicationForFollowers(tx, publication));
    expect(await tell()).toBe(3);
    expect(await tell()).toBe(0);
    const rows = (await listOutbox(store.db, { limit: 9 })).reverse();
    expect(rows.map((row) => [row.peerAddress, row.nextTryAt - T0])).toEqual([
      [addressOf(2), 0],
      [addressOf(3), 500],
      [addressOf(4), 0],
    ]);
    for (const row of rows) {
      const expected = { kind: "publication", subject: "12", payload: null, state: "pending", attempts: 0 };
      expect(row).toMatchObject({ ...expected, createdAt: T0, expiresAt: T0 + month });
    }
  });

  it("lists entries, newest first, narrowed by every condition", async () => {
    const store = await open();
    await add(store, entryFor(2, { subject: "a" }));
    await add(store, entryFor(3, { subject: "a" }));
    await add(store, entryFor(2, { subject: "b", kind: "connection.create" }));
    const [last, middle, first] = await listOutbox(store.db, { limit: 9 });
    const id = middle?.id ?? 0;
    await store.transaction((tx) =>
      finishRows(tx, "outbox", [{ id, state: "refused", error: "no", at: T0 }]),
    );
    const list = async (filter: object) =>
      (await listOutbox(store.db, { limit: 9, ...filter })).map((row) => row.id);
    expect(await list({ subject: "a" })).toEqual([middle?.id, first?.id]);
    expect(await list({ subject: "a", limit: 1 })).toEqual([middle?.id]);
    expect(await list({ subject: "a", limit: 1, oldestFirst: true })).toEqual([first?.id]);
    expect(await list({ subject: "a", peer: addressOf(3) })).toEqual([middle?.id]);
    expect(await list({ peer: addressOf(2) })).toEqual([last?.id, first?.id]);
    expect(await list({ kind: "connection.create" })).toEqual([last?.id]);
    expect(await list({ state: "refused" })).toEqual([middle?.id]);
    expect(await list({ state: "pending", subject: "a" })).toEqual([first?.id]);
    expect(await list({ after: last?.id, limit: 1 })).toEqual([middle?.id]);
  });

  it("leaves alone what is being tried, and says that it is there", async () => {
    const store = await open();
    await add(store, entryFor(2));
    const [entry] = await listOutbox(store.db, { limit: 9 });
    const id = entry?.id ?? 0;
    await store.transaction((tx) =>
      tx
        .updateTable("outbox")
        .set({ claimedBy: "a worker", nextTryAt: T0 + 7 })
        .where("id", "=", id)
        .execute(),
    );
    expect(await store.transaction((tx) => retryOutboxEntry(tx, id, T0 + month))).toBe(true);
    expect((await listOutbox(store.db, { limit: 9 }))[0]?.nextTryAt).toBe(T0 + 7);
  });

  it("begins anew with what was refused or given up, and hurries what waits", async () => {
    const store = await open();
    for (const peer of [2, 3, 4, 5]) await add(store, entryFor(peer));
    const [done, refused, expired, waiting] = await listOutbox(store.db, { limit: 9 });
    const retry = (id: number | undefined) =>
      store.transaction((tx) => retryOutboxEntry(tx, id ?? 0, T0 + month + 5));
    await store.transaction(async (tx) => {
      await finishRows(tx, "outbox", [
        { id: done?.id ?? 0, state: "done", error: null, at: T0 },
        { id: refused?.id ?? 0, state: "refused", error: "no", at: T0 },
      ]);
      await tx
        .updateTable("outbox")
        .set({ expiresAt: T0 + 2 * month })
        .where("id", "=", waiting?.id ?? 0)
        .execute();
      expect(await expireRows(tx, "outbox", T0 + month, 9)).toBe(1);
    });
    expect([await retry(done?.id), await retry(refused?.id), await retry(expired?.id)]).toEqual([
      false,
      true,
      true,
    ]);
    expect([await retry(waiting?.id), await retry(0)]).toEqual([true, false]);
    const rows = await listOutbox(store.db, { limit: 9 });
    const now = T0 + month + 5;
    expect(
      rows.map((row) => [row.state, row.nextTryAt, row.expiresAt, row.finishedAt, row.lastError]),
    ).toEqual([
      ["done", T0, T0 + month, T0, null],
      ["pending", now, now + month, null, null],
      ["pending", now, now + month, null, null],
      ["pending", now, T0 + 2 * month, null, null],
    ]);
  });
});
