import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { addressOf } from "../../../test/support/store-records.ts";
import { openWritingDesk, type WritingDesk } from "../../../test/support/writing-desk.ts";
import { recordPeerFailure, recordPeerSuccess } from "../../store/peers.ts";
import { type ConnectionSide, readConnectionsPage } from "./read-connections-page.ts";

const code = (name: string) => expect.objectContaining({ code: name });

forEachDatabase((_name, open) => {
  async function sit(body: (desk: WritingDesk) => Promise<void>): Promise<void> {
    const store = await open();
    await using desk = await openWritingDesk(store);
    await body(desk);
  }

  /** Every address, read two at a time. */
  async function readAll(desk: WritingDesk, side: ConnectionSide): Promise<string[]> {
    const addresses: string[] = [];
    let after: string | null = null;
    for (;;) {
      const page = await readConnectionsPage(desk.context, side, { first: 2, after });
      expect(page.hasPreviousPage).toBe(after !== null);
      addresses.push(...page.items.map(({ address }) => address));
      if (!page.hasNextPage) return addresses;
      after = page.endCursor;
    }
  }

  it("reads each once and in order, also of one millisecond, and the two sides apart", () =>
    sit(async (desk) => {
      for (const number of [5, 3, 9]) await desk.follower(number);
      desk.context.clock.advance(1);
      for (const number of [2, 4, 3]) await desk.followed(number);
      await desk.follower(7);
      expect(await readAll(desk, "followers")).toEqual([3, 5, 9, 7].map(addressOf));
      expect(await readAll(desk, "following")).toEqual([2, 3, 4].map(addressOf));
    }));

  it("tells how the way to a node is", () =>
    sit(async (desk) => {
      await desk.follower(2);
      await desk.follower(3);
      const { store, clock } = desk.context;
      const now = clock.now();
      const iso = new Date(now).toISOString();
      await store.transaction(async (tx) => {
        await recordPeerSuccess(tx, addressOf(2), now);
        await recordPeerFailure(tx, addressOf(3), { now, error: "timeout", nextTryAt: now + 60_000 });
      });
      const { items } = await readConnectionsPage(desk.context, "followers", { first: 9 });
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
    sit(async (desk) => {
      await desk.follower(2);
      const [item] = (await readConnectionsPage(desk.context, "followers", { first: 1 })).items;
      for (const after of ["", "x", `${item?.cursor}A`, Buffer.from("1.0x").toString("base64url")]) {
        await expect(readConnectionsPage(desk.context, "followers", { first: 1, after })).rejects.toEqual(
          code("VALIDATION_FAILED"),
        );
      }
      await expect(readConnectionsPage(desk.context, "followers", { first: 0 })).rejects.toEqual(
        code("VALIDATION_FAILED"),
      );
    }));
});
