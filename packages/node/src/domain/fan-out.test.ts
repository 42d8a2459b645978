import { afterEach, expect, it } from "vitest";
import { forEachDatabase } from "../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../test/support/owner-fixture.ts";
import { addressOf, listJobs } from "../../test/support/store-records.ts";
import { deletePublication } from "../store/publications/publications.ts";
import { addPublicationForFollowers } from "../store/queues/fan-out.ts";
import { countByState } from "../store/queues/queue-rows.ts";
import { fanOut } from "./fan-out.ts";
import { limits } from "./limits.ts";
import { readDelivery } from "./publications/delivery/deliveries.ts";

const never = new AbortController().signal;

forEachDatabase((_name, open) => {
  let fixture: OwnerFixture;
  afterEach(() => fixture[Symbol.asyncDispose]());

  /** A publication for three followers, of whom one is queued. */
  async function publish(): Promise<number> {
    fixture = await openOwnerFixture(await open());
    const { id } = await fixture.post("told", "signed");
    for (const number of [2, 3, 4]) await fixture.follower(number);
    const { clock, store } = fixture.context;
    const times = { now: clock.now(), expiresAt: clock.now() + 1_000_000 };
    await store.transaction((tx) =>
      addPublicationForFollowers(tx, { self: fixture.self, publicationId: id, ...times }, 1),
    );
    return id;
  }
  const run = async () => {
    const [job] = (await listJobs(fixture.context.store.db, { limit: 99 })).filter(
      ({ kind }) => kind === "fan-out",
    );
    if (!job) throw new Error("There is no job.");
    return await fanOut(fixture.context, job, never);
  };
  const countQueued = async () => (await countByState(fixture.context.store.db, "outbox")).pending;

  /** Due deliveries of other publications, to nodes that are never called. */
  async function addDue(count: number): Promise<void> {
    const { store, clock } = fixture.context;
    const now = clock.now();
    for (let from = 0; from < count; from += 1_000) {
      const rows = Array.from({ length: Math.min(1_000, count - from) }, (_, index) => ({
        kind: "publication" as const,
        subject: "0",
        payload: null,
        state: "pending" as const,
        attempts: 0,
        peerAddress: addressOf(from + index + 100),
        host: "",
        nextTryAt: now,
        createdAt: now,
        expiresAt: now + 1_000_000,
      }));
      await store.transaction((tx) => tx.insertInto("outbox").values(rows).execute());
    }
  }

  it("queues the rest of the followers, who count as pending before", async () => {
    const id = await publish();
    const read = () => readDelivery(fixture.context, id, { first: 9 });
    expect(await read()).toMatchObject({ counts: { pending: 3 }, page: { items: [{}] } });
    expect(await run()).toEqual({ result: "done", reached: false });
    expect(await countQueued()).toBe(3);
    expect(await read()).toMatchObject({ counts: { pending: 3 }, page: { items: [{}, {}, {}] } });
  });

  it("waits while as many deliveries are due as may be, for ten seconds at most", async () => {
    await publish();
    await addDue(limits.dueDeliveries - 1);
    const { clock } = fixture.context;
    const waits = { result: "later", scope: "row", isProgress: true, afterMs: 250 };
    expect(await run()).toMatchObject(waits);
    clock.advance(9_999);
    expect(await run()).toMatchObject(waits);
    expect(await countQueued()).toBe(limits.dueDeliveries);
    clock.advance(1);
    expect(await run()).toMatchObject({ result: "done" });
    expect(await countQueued()).toBe(limits.dueDeliveries + 2);
  });

  it("goes on where one less is due", async () => {
    await publish();
    await addDue(limits.dueDeliveries - 2);
    expect(await run()).toMatchObject({ result: "done" });
    expect(await countQueued()).toBe(limits.dueDeliveries + 1);
  });

  it("ends when the publication was deleted", async () => {
    const id = await publish();
    await fixture.context.store.transaction((tx) => deletePublication(tx, id, 1));
    expect(await run()).toEqual({ result: "done", reached: false });
    expect(await countQueued()).toBe(1);
  });
});
