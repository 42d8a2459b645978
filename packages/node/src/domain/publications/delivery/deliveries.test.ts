import { expect, it } from "vitest";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../../test/support/owner-fixture.ts";
import { addressOf } from "../../../../test/support/store-records.ts";
import { finishRows, postponeRows } from "../../../store/queues/queue-rows.ts";
import { readDelivery, retryDelivery } from "./deliveries.ts";

const code = (name: string) => expect.objectContaining({ code: name });

forEachDatabase((_name, open) => {
  /** A post that one follower has, one refused, one waits for after an error, and one waits for. */
  async function withFixture(body: (fixture: OwnerFixture, id: number) => Promise<void>): Promise<void> {
    const store = await open();
    await using fixture = await openOwnerFixture(store);
    for (const number of [2, 3, 4, 5]) {
      fixture.context.clock.advance(1);
      await fixture.follower(number);
    }
    const { id } = await fixture.post("told", "signed");
    await fixture.post("another", "signed");
    const at = fixture.context.clock.now();
    const { items } = (await readDelivery(fixture.context, id, { first: 9 })).page;
    const row = (number: number) =>
      items.find(({ peerAddress }) => peerAddress === addressOf(number))?.id ?? 0;
    await store.transaction(async (tx) => {
      await finishRows(tx, "outbox", [
        { id: row(2), state: "done", error: null, at },
        { id: row(3), state: "refused", error: "it no longer follows", at },
      ]);
      await postponeRows(tx, "outbox", [{ id: row(4), at: at + 5_000, error: "no answer" }]);
    });
    await body(fixture, id);
  }

  it("tells who has it, who waits and why", () =>
    withFixture(async (fixture, id) => {
      const { counts, page } = await readDelivery(fixture.context, id, { first: 9 });
      expect(counts).toEqual({ pending: 2, done: 1, refused: 1, expired: 0 });
      const now = new Date(fixture.context.clock.now()).toISOString();
      const later = new Date(fixture.context.clock.now() + 5_000).toISOString();
      const fields = page.items.map(({ peer, state, attempts, lastError, nextTryAt, finishedAt }) => [
        peer,
        state,
        attempts,
        lastError,
        nextTryAt,
        finishedAt,
      ]);
      expect(fields).toEqual([
        ["Node 5", "pending", 0, null, now, null],
        ["Node 4", "pending", 1, "no answer", later, null],
        ["Node 3", "refused", 0, "it no longer follows", null, now],
        ["Node 2", "done", 0, null, null, now],
      ]);
      const first = await readDelivery(fixture.context, id, { first: 3 });
      const rest = await readDelivery(fixture.context, id, { first: 3, after: first.page.endCursor });
      expect([...first.page.items, ...rest.page.items].map(({ peer }) => peer)).toEqual([
        "Node 5",
        "Node 4",
        "Node 3",
        "Node 2",
      ]);
      expect([first.page.hasNextPage, rest.page.hasNextPage]).toEqual([true, false]);
      const waiting = await readDelivery(fixture.context, id, { first: 9, state: "pending" });
      expect(waiting.page.items.map(({ peer }) => peer)).toEqual(["Node 5", "Node 4"]);
      expect(waiting.counts).toEqual(counts);
    }));

  it("tries again whoever does not have it", () =>
    withFixture(async (fixture, id) => {
      let rings = 0;
      fixture.context.store.onDue("outbox", () => {
        rings += 1;
      });
      fixture.context.clock.advance(1_000);
      expect(await retryDelivery(fixture.context, id, { peer: addressOf(2) })).toBe(0);
      expect(await retryDelivery(fixture.context, id, { peer: addressOf(3) })).toBe(1);
      expect(await retryDelivery(fixture.context, id, { limit: 1 })).toBe(1);
      expect(rings).toBe(2);
      const { counts, page } = await readDelivery(fixture.context, id, { first: 9 });
      expect(counts).toEqual({ pending: 3, done: 1, refused: 0, expired: 0 });
      const due = page.items.filter(
        ({ nextTryAt }) => nextTryAt !== null && Date.parse(nextTryAt) > fixture.context.clock.now(),
      );
      expect(due).toEqual([]);
    }));

  it("is about own publications alone", () =>
    withFixture(async (fixture) => {
      await fixture.followed(6);
      const replica = await fixture.replica(6, "theirs");
      for (const id of [replica, 987]) {
        await expect(readDelivery(fixture.context, id, { first: 9 })).rejects.toThrow(code("NOT_FOUND"));
        await expect(retryDelivery(fixture.context, id)).rejects.toThrow(code("NOT_FOUND"));
      }
    }));
});
