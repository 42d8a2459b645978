import { describe, expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { addressOf, listJobs, listPulls, pullOf, T0 } from "../../../test/support/store-records.ts";
import type { Store } from "../database.ts";
import { type Claim, claimDue, targetOf } from "./claim-due.ts";
import { addJobs } from "./jobs.ts";
import { addOutboxEntry, listOutbox } from "./outbox.ts";
import { addPulls } from "./pulls.ts";
import {
  countByState,
  expireRows,
  finishRows,
  nextDueAt,
  postponePeer,
  postponeRows,
  pruneRows,
  type QueueName,
  releaseClaims,
  releasePeer,
} from "./queue-rows.ts";

const tables: readonly QueueName[] = ["outbox", "pulls", "jobs"];

/** Adds a row for each peer, due at its time and given up at its end. @returns their ids. */
async function fill(store: Store, table: QueueName, rows: { peer: number; due: number; end?: number }[]) {
  await store.transaction(async (tx) => {
    for (const [n, { peer, due, end = T0 * 2 }] of rows.entries()) {
      const common = { peerAddress: addressOf(peer), now: due, expiresAt: end };
      if (table === "jobs") {
        const host = addressOf(peer);
        await addJobs(tx, [{ kind: "push", host, payload: "{}", now: due, expiresAt: end }]);
      } else if (table === "pulls") await addPulls(tx, [{ ...pullOf(peer, n), ...common }]);
      else await addOutboxEntry(tx, { kind: "publication", subject: String(n), payload: null, ...common });
    }
  });
  return (await list(store, table)).map((row) => row.id);
}

const lists = { outbox: listOutbox, pulls: listPulls, jobs: listJobs };

async function list(store: Store, table: QueueName) {
  const rows = await lists[table](store.db, { limit: 99 });
  return rows.reverse();
}

const claimBy = (workerId: string, now: number): Claim => {
  return { now, leaseMs: 100, workerId, limit: 9, shareOf: () => 9, busy: new Map() };
};

forEachDatabase((_name, open) => {
  describe.each(tables)("in %s", (table) => {
    it("finishes rows once", async () => {
      const store = await open();
      const [a = 0, b = 0, c = 0] = await fill(
        store,
        table,
        [1, 2, 3].map((peer) => ({ peer, due: 10 })),
      );
      await store.transaction((tx) => claimDue(tx, table, claimBy("w", 10)));
      await store.transaction(async (tx) => {
        await finishRows(tx, table, []);
        await finishRows(tx, table, [
          { id: a, state: "done", error: null, at: 20 },
          { id: b, state: "refused", error: "no", at: 21 },
        ]);
        await finishRows(tx, table, [{ id: a, state: "refused", error: "late", at: 30 }]);
        await postponeRows(tx, table, [{ id: b, at: 99, error: "late" }]);
      });
      const rows = await list(store, table);
      expect(rows.map((row) => [row.id, row.state, row.finishedAt, row.lastError, row.claimedBy])).toEqual([
        [a, "done", 20, null, null],
        [b, "refused", 21, "no", null],
        [c, "pending", null, null, "w"],
      ]);
      expect(await countByState(store.db, table)).toEqual({ pending: 1, done: 1, refused: 1, expired: 0 });
    });

    it("postpones rows, each to its time", async () => {
      const store = await open();
      const [a = 0, b = 0] = await fill(
        store,
        table,
        [1, 2].map((peer) => ({ peer, due: 10 })),
      );
      await store.transaction((tx) => claimDue(tx, table, claimBy("w", 10)));
      await store.transaction(async (tx) => {
        await postponeRows(tx, table, [
          { id: a, at: 50, error: "timeout" },
          { id: b, at: 40, error: "reset" },
        ]);
        await postponeRows(tx, table, [{ id: a, at: 60, error: "again" }]);
        await postponeRows(tx, table, []);
      });
      const rows = await list(store, table);
      expect(rows.map((row) => [row.attempts, row.nextTryAt, row.lastError, row.claimedBy])).toEqual([
        [2, 60, "again", null],
        [1, 40, "reset", null],
      ]);
      expect(await nextDueAt(store.db, table)).toBe(40);
    });

    it("postpones and releases a peer's rows, and no other's", async () => {
      const store = await open();
      const rows = [
        { peer: 1, due: 10 },
        { peer: 1, due: 90 },
        { peer: 2, due: 10 },
        { peer: 1, due: 5 },
      ];
      const ids = await fill(store, table, rows);
      const due = async () => (await list(store, table)).map((row) => row.nextTryAt);
      await store.transaction((tx) =>
        finishRows(tx, table, [{ id: ids[3] ?? 0, state: "done", error: null, at: 7 }]),
      );
      expect(await store.transaction((tx) => postponePeer(tx, table, addressOf(1), 50))).toBe(1);
      expect(await due()).toEqual([50, 90, 10, 5]);
      expect(await store.transaction((tx) => releasePeer(tx, table, addressOf(1), 20))).toBe(2);
      expect(await due()).toEqual([20, 20, 10, 5]);
      await store.transaction((tx) => claimDue(tx, table, claimBy("w", 20)));
      expect(await store.transaction((tx) => releasePeer(tx, table, addressOf(1), 30))).toBe(0);
      expect(await due()).toEqual([120, 120, 120, 5]);
    });

    it("releases what a worker holds, or all that is held", async () => {
      const store = await open();
      await fill(store, table, [
        { peer: 1, due: 10 },
        { peer: 2, due: 20 },
        { peer: 3, due: 30 },
      ]);
      await store.transaction((tx) => claimDue(tx, table, claimBy("first", 10)));
      await store.transaction((tx) => claimDue(tx, table, claimBy("second", 20)));
      expect(await store.transaction((tx) => releaseClaims(tx, table, "first"))).toBe(1);
      const held = async () => (await list(store, table)).map((row) => [row.claimedBy, row.nextTryAt]);
      expect(await held()).toEqual([
        [null, 10],
        ["second", 120],
        [null, 30],
      ]);
      expect(await store.transaction((tx) => releaseClaims(tx, table, null))).toBe(1);
      expect(await held()).toEqual([
        [null, 10],
        [null, 20],
        [null, 30],
      ]);
    });

    it("gives up rows whose time is over, but for those being worked on", async () => {
      const store = await open();
      await fill(store, table, [
        { peer: 1, due: 10, end: 50 },
        { peer: 2, due: 60, end: 50 },
        { peer: 3, due: 10, end: 51 },
        { peer: 4, due: 60, end: 90 },
      ]);
      const held = await store.transaction((tx) => claimDue(tx, table, { ...claimBy("w", 10), limit: 1 }));
      expect(held.map((row) => targetOf(row))).toEqual([addressOf(1)]);
      expect(await store.transaction((tx) => expireRows(tx, table, 51, 9))).toBe(2);
      const rows = await list(store, table);
      expect(rows.map((row) => [row.state, row.finishedAt])).toEqual([
        ["pending", null],
        ["expired", 51],
        ["expired", 51],
        ["pending", null],
      ]);
      expect(await store.transaction((tx) => expireRows(tx, table, 110, 9))).toBe(2);
      expect(await nextDueAt(store.db, table)).toBeNull();
    });

    it("forgets what ended long ago, a few at a time, the oldest first", async () => {
      const store = await open();
      const ids = await fill(
        store,
        table,
        [1, 2, 3, 4, 5].map((peer) => ({ peer, due: 10 })),
      );
      const ends = [40, 20, 30, 60].map(
        (at, n) =>
          ({ id: ids[n] ?? 0, state: table === "outbox" ? "refused" : "done", error: null, at }) as const,
      );
      await store.transaction((tx) => finishRows(tx, table, ends));
      expect(await store.transaction((tx) => pruneRows(tx, table, 50, 2))).toBe(2);
      expect((await list(store, table)).map((row) => row.id)).toEqual([ids[0], ids[3], ids[4]]);
      expect(await store.transaction((tx) => pruneRows(tx, table, 50, 2))).toBe(1);
      expect(await store.transaction((tx) => pruneRows(tx, table, 50, 2))).toBe(0);
    });
  });
});
