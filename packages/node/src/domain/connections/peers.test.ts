import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../test/support/owner-fixture.ts";
import { addressOf } from "../../../test/support/store-records.ts";
import { recordPeerFailure, recordPeerSuccess } from "../../store/peers/peers.ts";
import { type ConnectionSide, readConnectionsPage } from "./peers.ts";

const code = (name: string) => expect.objectContaining({ code: name });

forEachDatabase((_name, open) => {
  async function withFixture(body: (fixture: OwnerFixture) => Promise<void>): Promise<void> {
    const store = await open();
    await using fixture = await openOwnerFixture(store);
    await body(fixture);
  }

  /** Every address, read two at a time. */
  async function readAll(fixture: OwnerFixture, side: ConnectionSide): Promise<string[]> {
    const addresses: string[] = [];
    let after: string | null = null;
    for (;;) {
      const page = await readConnectionsPage(fixture.context, side, { first: 2, after });
      expect(page.hasPreviousPage).toBe(after !== null);
      addresses.push(...page.items.map(({ address }) => address));
      if (!page.hasNextPage) return addresses;
      after = page.endCursor;
    }
  }

  it("reads each once and in order, also of one millisecond, and the two sides apart", () =>
    withFixture(async (fixture) => {
      for (const number of [5, 3, 9]) await fixture.follower(number);
      fixture.context.clock.advance(1);
      for (const number of [2, 4, 3]) await fixture.followed(number);
      await fixture.follower(7);
      expect(await readAll(fixture, "followers")).toEqual([3, 5, 9, 7].map(addressOf));
      expect(await readAll(fixture, "following")).toEqual([2, 3, 4].map(addressOf));
    }));

  it("tells how the way to a node is", () =>
    withFixture(async (fixture) => {
      await fixture.follower(2);
      await fixture.follower(3);
      const { store, clock } = fixture.context;
      const now = clock.now();
      const iso = new Date(now).toISOString();
      await store.transaction(async (tx) => {
        await recordPeerSuccess(tx, [addressOf(2)], now);
        await recordPeerFailure(tx, addressOf(3), { now, error: "timeout", nextTryAt: now + 60_000 });
      });
      const { items } = await readConnectionsPage(fixture.context, "followers", { first: 9 });
      expect(items).toMatchObject([
        { address: addressOf(2), title: "Node 2", state: "healthy", lastSuccessAt: iso, nextTryAt: null },
        {
          address: addressOf(3),
          url: "https://node3.example",
          state: "failing",
          failures: 1,
          failingSince: iso,
          nextTryAt: new Date(now + 60_000).toISOString(),
          lastError: "timeout",
        },
      ]);
    }));

  it("takes its own cursors alone", () =>
    withFixture(async (fixture) => {
      await fixture.follower(2);
      const page = await readConnectionsPage(fixture.context, "followers", { first: 1 });
      const [item] = page.items;
      for (const after of [
        "",
        "x",
        `${item && page.cursorOf(item)}A`,
        Buffer.from("1.0x").toString("base64url"),
      ]) {
        await expect(readConnectionsPage(fixture.context, "followers", { first: 1, after })).rejects.toEqual(
          code("VALIDATION_FAILED"),
        );
      }
      await expect(readConnectionsPage(fixture.context, "followers", { first: 0 })).rejects.toEqual(
        code("VALIDATION_FAILED"),
      );
    }));
});
