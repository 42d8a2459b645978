import { sql } from "kysely";
import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { addressOf, pullOf, T0 } from "../../../test/support/store-records.ts";
import type { Store, Tx } from "../database.ts";
import { type Claim, claimDue } from "./claim-due.ts";
import { addPulls } from "./pulls.ts";

const claimOf = (changes: Partial<Claim> = {}): Claim => {
  return {
    now: T0,
    leaseMs: 1_000,
    workerId: "w",
    limit: 10,
    shareOf: () => 10,
    busy: new Map(),
    ...changes,
  };
};

/** Queues so many pulls from that publisher, due at that time; contents are numbered from `first` on. */
const queue = (store: Store, publisher: number, first: number, count: number, now = T0) =>
  store.transaction((tx) =>
    addPulls(
      tx,
      Array.from({ length: count }, (_, n) => pullOf(publisher, first + n, { now })),
    ),
  );

/** The contents of the rows that a claim gets. */
const claim = (store: Store, changes: Partial<Claim> = {}) => store.transaction((tx) => claimIn(tx, changes));

const claimIn = async (tx: Tx, changes: Partial<Claim> = {}) =>
  (await claimDue(tx, "pulls", claimOf(changes))).map((pull) => Number(pull.contentHash));

forEachDatabase((name, open) => {
  it("takes what has been due longest, and not what is not due", async () => {
    const store = await open();
    await queue(store, 1, 10, 2, T0 - 5);
    await queue(store, 2, 20, 2, T0 - 9);
    await queue(store, 3, 30, 1, T0);
    await queue(store, 4, 40, 1, T0 + 1);
    expect(await claim(store, { limit: 3 })).toEqual([20, 21, 10]);
    expect(await claim(store)).toEqual([11, 30]);
    expect(await claim(store)).toEqual([]);
  });

  it("gives the rows as they are held, and gives them again when the lease is over", async () => {
    const store = await open();
    await queue(store, 1, 1, 1);
    const [row] = await store.transaction((tx) => claimDue(tx, "pulls", claimOf({ workerId: "dead" })));
    expect(row).toMatchObject({
      peerAddress: addressOf(1),
      claimedBy: "dead",
      nextTryAt: T0 + 1_000,
      attempts: 0,
    });
    expect(await claim(store, { now: T0 + 999 })).toEqual([]);
    expect(await claim(store, { now: T0 + 1_000 })).toEqual([1]);
  });

  it("leaves rows alone whose time is over", async () => {
    const store = await open();
    await store.transaction((tx) => addPulls(tx, [pullOf(1, 1, { expiresAt: T0 }), pullOf(1, 2)]));
    expect(await claim(store)).toEqual([2]);
  });

  it("gives no peer more than its share, and lets the others through behind it", async () => {
    const store = await open();
    await queue(store, 1, 0, 300, T0 - 3);
    await queue(store, 2, 1_000, 300, T0 - 2);
    await queue(store, 3, 2_000, 2, T0 - 1);
    await queue(store, 4, 3_000, 1, T0);
    expect(await claim(store, { limit: 20, shareOf: () => 3 })).toEqual([
      0, 1, 2, 1_000, 1_001, 1_002, 2_000, 2_001, 3_000,
    ]);
    const busy = new Map([
      [addressOf(1), 3],
      [addressOf(2), 1],
    ]);
    expect(await claim(store, { limit: 20, shareOf: () => 3, busy })).toEqual([1_003, 1_004]);
    expect(await claim(store, { limit: 4, shareOf: () => 3 })).toEqual([3, 4, 5, 1_005]);
    expect(await claim(store, { limit: 5, shareOf: () => 0 })).toEqual([]);
  });

  it("gets past a very long queue of few peers, which are asked one by one", async () => {
    const store = await open();
    await queue(store, 1, 0, 2_500, T0 - 3);
    await queue(store, 2, 10_000, 5, T0 - 1);
    await queue(store, 3, 20_000, 5, T0 - 2);
    await queue(store, 4, 30_000, 5, T0 + 1);
    const busy = new Map([[addressOf(1), 1]]);
    expect(await claim(store, { shareOf: () => 2, busy })).toEqual([0, 20_000, 20_001, 10_000, 10_001]);
    expect(await claim(store, { limit: 3, shareOf: () => 2 })).toEqual([1, 2, 20_002]);
    expect(await claim(store, { shareOf: () => 2, busy: new Map([[addressOf(1), 2]]) })).toHaveLength(4);
  });

  it("gets past a very long queue of very many peers", async () => {
    const store = await open();
    await queue(store, 1, 0, 2_100, T0 - 3);
    for (let publisher = 2; publisher < 150; publisher += 1)
      await queue(store, publisher, publisher * 10_000, 1);
    const claimed = await claim(store, { limit: 200, shareOf: () => 2 });
    expect(claimed.slice(0, 3)).toEqual([0, 1, 20_000]);
    expect(claimed).toHaveLength(150);
  });

  it("gives each row to one of many workers", async () => {
    const store = await open();
    for (let publisher = 1; publisher <= 10; publisher += 1)
      await queue(store, publisher, publisher * 100, 10);
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, n) => claim(store, { workerId: `w${n}`, limit: 15 })),
    );
    const rest = await claim(store, { limit: 100 });
    const all = [...claims.flat(), ...rest];
    expect(all.length).toBe(100);
    expect(new Set(all).size).toBe(100);
  });

  if (name === "postgres") {
    it("reads due rows in their order, also where nothing is known of the table yet", async () => {
      const store = await open();
      await queue(store, 1, 0, 2_500);
      const rows = await store.transaction(async (tx) => {
        await claimIn(tx);
        const due = sql`state = 'pending' and next_try_at <= ${T0} and expires_at > ${T0}`;
        const first = sql`select id from pulls where ${due} order by next_try_at, id limit 64 for update`;
        return (await sql<Record<string, string>>`explain ${first}`.execute(tx)).rows;
      });
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).toContain("using pulls_due");
      expect(plan).not.toContain("Sort");
    });

    it("goes round the rows that an open transaction claims, without waiting for it", async () => {
      const store = await open();
      await queue(store, 1, 0, 4);
      const { promise: claimed, resolve: tell } = Promise.withResolvers<void>();
      const { promise: goOn, resolve: finish } = Promise.withResolvers<void>();
      const first = store.transaction(async (tx) => {
        const contents = await claimIn(tx, { limit: 2 });
        tell();
        await goOn;
        return contents;
      });
      await claimed;
      expect(await claim(store)).toEqual([2, 3]);
      finish();
      expect(await first).toEqual([0, 1]);
    });
  }
});
