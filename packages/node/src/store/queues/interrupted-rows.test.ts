import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { addressOf, T0 } from "../../../test/support/store-records.ts";
import { dropAside } from "../../domain/set-aside.ts";
import { dueFeeds, findFeed, insertFeed } from "../../modules/feeds/store/feeds.ts";
import type { Store } from "../database.ts";
import { dueCatchUps, scheduleCatchUp } from "../peers/peers.ts";
import { type WorkQueue, workQueues } from "../tables/queues.ts";
import { claimDue, findHeldRow } from "./claim-due.ts";
import {
  dropSetAside,
  endInterruption,
  giveBack,
  interruptClaims,
  listSetAside,
  noteDeath,
  noteRunning,
  retrySetAside,
  takeInterrupted,
} from "./interrupted-rows.ts";
import { addJobs } from "./jobs.ts";
import { countByState, expireRows, postponeRows } from "./queue-rows.ts";

const yearMs = 365 * 24 * 60 * 60 * 1000;

forEachDatabase((_name, open) => {
  const claim = (store: Store, workerId: string, now = T0) =>
    store.transaction((tx) =>
      claimDue(tx, "jobs", { now, leaseMs: 60_000, workerId, limit: 9, shareOf: () => 9, busy: new Map() }),
    );
  const addTo = (store: Store, ...hosts: string[]) =>
    store.transaction((tx) =>
      addJobs(
        tx,
        hosts.map((host) => ({ kind: "push", host, payload: "{}", now: T0, expiresAt: T0 + yearMs / 12 })),
      ),
    );
  const take = (store: Store, state: "interrupted" | "alone", queues: readonly WorkQueue[] = workQueues) =>
    store.transaction((tx) => takeInterrupted(tx, { worker: "w", now: T0, state, queues, limit: 8 }));
  const free = (store: Store) => store.transaction((tx) => interruptClaims(tx, "w", { now: T0 }));

  it("keeps what a dead process had claimed from the queue, and nothing else", async () => {
    const store = await open();
    await addTo(store, "a.example", "b.example");
    const [first, second] = await claim(store, "dead");
    await addTo(store, "c.example");
    expect(await claim(store, "alive")).toHaveLength(1);
    expect(await store.transaction((tx) => interruptClaims(tx, "dead", { now: T0 }))).toBe(2);
    // Neither its lease nor its 30 days end.
    expect(await claim(store, "alive", T0 + 61_000)).toMatchObject([{ host: "c.example" }]);
    await store.transaction((tx) => expireRows(tx, "jobs", T0 + yearMs, 9));
    expect(await countByState(store.db, "jobs")).toMatchObject({ pending: 2, expired: 1 });
    const { taken } = await take(store, "interrupted");
    expect(taken.map(({ queue, rowKey }) => [queue, rowKey])).toEqual(
      [first, second].map((row) => ["jobs", String(row?.id)]),
    );
    expect(await findHeldRow(store.db, "jobs", first?.id ?? 0)).toMatchObject({
      host: "a.example",
      attempts: 0,
    });
    // One that was tried and failed is as any other.
    await store.transaction(async (tx) => {
      await endInterruption(tx, { queue: "jobs", rowKey: String(first?.id) });
      await postponeRows(tx, "jobs", [{ id: first?.id ?? 0, at: T0 + 5, error: "away" }]);
    });
    expect(await claim(store, "alive", T0 + 10)).toMatchObject([{ host: "a.example", attempts: 1 }]);
  });

  it("counts an attempt before it begins: a node that dies with it sets it aside in the end", async () => {
    const store = await open();
    await addTo(store, "a.example");
    await claim(store, "dead");
    await store.transaction((tx) => interruptClaims(tx, "dead", { now: T0 }));
    const seen: string[] = [];
    for (let death = 0; death < 20 && (await listSetAside(store.db, 9)).length === 0; death += 1) {
      for (const state of ["interrupted", "alone"] as const)
        for (const row of (await take(store, state)).taken) seen.push(row.state);
      await free(store);
    }
    expect(seen).toEqual(["interrupted", "interrupted", "alone", "alone", "alone", "alone"]);
    expect((await take(store, "alone")).taken).toEqual([]);
    expect(await claim(store, "alive", T0 + yearMs)).toEqual([]);
    expect(await countByState(store.db, "jobs")).toMatchObject({ pending: 1 });
  });

  it("blames none of several that were tried together, and one alone for two deaths", async () => {
    const store = await open();
    await addTo(store, "a.example", "b.example");
    await claim(store, "dead");
    await store.transaction((tx) => interruptClaims(tx, "dead", { now: T0 }));
    const { taken } = await take(store, "interrupted");
    expect(await store.transaction((tx) => noteDeath(tx, taken, T0))).toEqual([]);
    const both = (await take(store, "alone")).taken;
    expect(both).toMatchObject([{ deaths: 0 }, { deaths: 0 }]);
    const [poisoned, innocent] = both;
    if (!poisoned || !innocent) throw new Error("Two rows were expected.");
    // A stop of the node counts for nothing, however often.
    for (let stop = 0; stop < 9; stop += 1) {
      await store.transaction((tx) => giveBack(tx, both));
      expect((await take(store, "alone")).taken).toHaveLength(2);
    }
    expect(await store.transaction((tx) => noteDeath(tx, [poisoned], T0))).toEqual([]);
    await take(store, "alone");
    expect(await store.transaction((tx) => noteDeath(tx, [poisoned], T0))).toMatchObject([
      { state: "aside" },
    ]);
    await store.transaction((tx) => giveBack(tx, [innocent]));
    expect((await take(store, "alone")).taken).toMatchObject([{ rowKey: innocent.rowKey }]);
  });

  it("tries a row again, or gives it up, as its owner says", async () => {
    const store = await open();
    await addTo(store, "a.example", "b.example");
    const rows = await claim(store, "dead");
    await store.transaction((tx) => interruptClaims(tx, "dead", { now: T0 }));
    const names = rows.map(({ id }) => ({ queue: "jobs", rowKey: String(id) }) as const);
    const how = { now: T0, error: "given up" };
    const [first, second] = names;
    if (!first || !second) throw new Error("Two rows were expected.");
    // Only what is set aside.
    expect(await store.transaction((tx) => retrySetAside(tx, first, T0))).toBe(false);
    expect(await store.transaction((tx) => dropSetAside(tx, first, how))).toBe(false);
    for (const name of names)
      for (let death = 0; death < 2; death += 1) await store.transaction((tx) => noteDeath(tx, [name], T0));
    for (const name of names) await store.transaction((tx) => noteDeath(tx, [name], T0));
    expect(await listSetAside(store.db, 9)).toHaveLength(2);
    expect(await store.transaction((tx) => retrySetAside(tx, first, T0))).toBe(true);
    expect(await store.transaction((tx) => dropSetAside(tx, second, how))).toBe(true);
    expect((await take(store, "alone")).taken).toMatchObject([{ ...first, deaths: 0 }]);
    expect(await countByState(store.db, "jobs")).toMatchObject({ pending: 1, refused: 1 });
    expect(await listSetAside(store.db, 9)).toEqual([]);
  });

  it("knows of feeds and indexes what a dead process worked on, though they have no claims", async () => {
    const store = await open();
    const feed = { url: "https://a.example/feed", title: "A", siteUrl: null, folder: null, createdAt: T0 };
    const id = await store.transaction((tx) => insertFeed(tx, feed));
    await store.transaction(async (tx) => {
      await scheduleCatchUp(tx, addressOf(1), T0);
      await noteRunning(tx, "feeds", [String(id)], { worker: "dead", now: T0 });
      await noteRunning(tx, "catch-ups", [addressOf(1)], { worker: "dead", now: T0 });
    });
    expect(await dueFeeds(store.db, T0, 9)).toEqual([]);
    expect(await dueCatchUps(store.db, T0, 9)).toEqual([]);
    expect(await store.transaction((tx) => interruptClaims(tx, null, { now: T0, except: "me" }))).toBe(2);
    expect(await dueFeeds(store.db, T0, 9)).toEqual([]);
    const { taken } = await take(store, "interrupted");
    expect(taken.map(({ queue }) => queue).sort()).toEqual(["catch-ups", "feeds"]);
    for (const name of taken) await store.transaction((tx) => endInterruption(tx, name));
    expect(await dueFeeds(store.db, T0, 9)).toHaveLength(1);
    expect(await dueCatchUps(store.db, T0, 9)).toHaveLength(1);
    // A feed that is given up is not asked by itself any more.
    const name = { queue: "feeds", rowKey: String(id) } as const;
    await store.transaction((tx) => noteRunning(tx, "feeds", [name.rowKey], { worker: "dead", now: T0 }));
    await store.transaction((tx) => interruptClaims(tx, "dead", { now: T0 }));
    for (let death = 0; death < 3; death += 1) await store.transaction((tx) => noteDeath(tx, [name], T0));
    await dropAside({ store, clock: { now: () => T0 } }, `feeds:${id}`);
    expect(await findFeed(store.db, Number(id))).toMatchObject({
      nextFetchAt: null,
      lastError: expect.stringContaining("gave it up"),
    });
  });
});
