import { expect, it } from "vitest";
import { forEachDatabase } from "../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../test/support/owner-fixture.ts";
import { addressOf, profileOf, pullOf, T0 } from "../../test/support/store-records.ts";
import { recordPeerFailure } from "../store/peers/peers.ts";
import { saveProfile } from "../store/peers/profiles.ts";
import { addJobs } from "../store/queues/jobs.ts";
import { addOutboxEntry, listOutbox } from "../store/queues/outbox.ts";
import { addPulls } from "../store/queues/pulls.ts";
import { finishRows, type QueueName, shared } from "../store/queues/queue-rows.ts";
import { limits } from "./limits.ts";
import { endSuperseded, pruneEnded, supersededReason } from "./prune-queues.ts";

const states = async (fixture: OwnerFixture, peer: number) =>
  (await listOutbox(fixture.context.store.db, { limit: 5_000, peer: addressOf(peer) })).map(
    ({ kind, subject, state, lastError }) => ({ kind, subject, state, lastError }),
  );

async function addWaiting(fixture: OwnerFixture, peer: number, count: number): Promise<void> {
  await fixture.context.store.transaction(async (tx) => {
    for (let number = 1; number <= count; number += 1) {
      const entry = { peerAddress: addressOf(peer), payload: null, now: T0, expiresAt: T0 * 2 };
      await addOutboxEntry(tx, { ...entry, kind: "publication", subject: String(number) });
    }
  });
}

forEachDatabase((_name, open) => {
  it("ends the oldest publications that wait for a node that can't be reached, and nothing else", async () => {
    const store = await open();
    await using fixture = await openOwnerFixture(store);
    const most = limits.waitingPublications;
    await store.transaction(async (tx) => {
      for (const peer of [2, 3, 4]) {
        await saveProfile(tx, profileOf(peer, { form: peer === 4 ? "reference" : "baseline" }));
        const entry = { peerAddress: addressOf(peer), payload: "{}", now: T0, expiresAt: T0 * 2 };
        await addOutboxEntry(tx, { ...entry, kind: "connection.destroy", subject: "the oldest" });
        await addOutboxEntry(tx, { ...entry, kind: "profile.update", subject: "the next" });
      }
    });
    for (const peer of [2, 3, 4]) await addWaiting(fixture, peer, most);
    await store.transaction(async (tx) => {
      for (const peer of [2, 4])
        await recordPeerFailure(tx, addressOf(peer), { now: T0, error: "x", nextTryAt: T0 + 1 });
    });
    expect(await endSuperseded(fixture.context)).toBe(0);
    for (const peer of [2, 3, 4]) await addWaiting(fixture, peer, most + 2);
    expect(await endSuperseded(fixture.context)).toBe(2);
    const rows = await states(fixture, 2);
    expect(rows.filter(({ state }) => state !== "pending")).toEqual(
      ["2", "1"].map((subject) => ({
        kind: "publication",
        subject,
        state: "expired",
        lastError: supersededReason,
      })),
    );
    expect(rows).toHaveLength(most + 4);
    // A node that can be reached gets all; one of the reference form catches up with little, so that more waits for it.
    for (const peer of [3, 4])
      expect((await states(fixture, peer)).every(({ state }) => state === "pending")).toBe(true);
    expect(await endSuperseded(fixture.context)).toBe(0);
  });

  it("forgets what is over beyond a number, and never what waits", async () => {
    const store = await open();
    await using fixture = await openOwnerFixture(store);
    const count = 700;
    await addWaiting(fixture, 2, count);
    await store.transaction(async (tx) => {
      await addPulls(
        tx,
        Array.from({ length: count }, (_, number) => pullOf(2, number)),
      );
      const job = { kind: "mail", host: "x.example", payload: "{}", now: T0, expiresAt: T0 * 2 } as const;
      await addJobs(tx, Array<typeof job>(count).fill(job));
    });
    const ids = async (table: QueueName, isOver: boolean) => {
      const rows = await store.db
        .selectFrom(shared(table))
        .select("id")
        .where("state", isOver ? "<>" : "=", "pending")
        .orderBy("id")
        .execute();
      return rows.map(({ id }) => id);
    };
    const bounds = { outbox: 50, pulls: 60, jobs: 70 };
    for (const table of ["outbox", "pulls", "jobs"] as const) {
      const all = await ids(table, false);
      const ends = ["done", "refused", "expired"] as const;
      // Every tenth one waits.
      const over = all.filter((_, index) => index % 10 !== 0);
      await store.transaction((tx) =>
        finishRows(
          tx,
          table,
          over.map((id, index) => ({ id, state: ends[index % 3] ?? "done", error: null, at: T0 })),
        ),
      );
      const waiting = await ids(table, false);
      await pruneEnded(fixture.context, undefined, {
        outbox: 1e9,
        pulls: 1e9,
        jobs: 1e9,
        [table]: bounds[table],
      });
      expect(await ids(table, false)).toEqual(waiting);
      const newest = all.slice(-bounds[table]);
      expect(await ids(table, true)).toEqual(over.filter((id) => newest.includes(id)));
    }
    expect(await pruneEnded(fixture.context)).toBe(0);
  });
});
