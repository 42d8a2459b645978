import { sql } from "kysely";
import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import type { Store } from "../database.ts";
import type { QueueName } from "../queues/queue-rows.ts";
import { countPeers, countPending, measureDatabase, oldestPendingAt, sumContents } from "./count-rows.ts";

const queues: readonly QueueName[] = ["outbox", "pulls", "jobs"];

/** So many rows by one statement, numbered from 1. */
async function fill(store: Store, count: number, insert: string): Promise<void> {
  const numbers = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})`;
  const [head = "", select = ""] = insert.split(" select ");
  await store.transaction((tx) =>
    sql
      .raw(
        store.dialect.name === "sqlite"
          ? `${head} ${numbers} select ${select}`
          : `${head} select ${select.replace("from numbers", `from (${numbers} select n from numbers) as numbers`)}`,
      )
      .execute(tx),
  );
}

forEachDatabase((_name, open) => {
  it("finds nothing in an empty database, which has a size all the same", async () => {
    const { db } = await open();
    for (const queue of queues) {
      expect(await countPending(db, queue, 10)).toBe(0);
      expect(await oldestPendingAt(db, queue)).toBeNull();
    }
    expect(await countPeers(db, 10)).toEqual({ healthy: 0, failing: 0 });
    expect(await sumContents(db)).toEqual({ count: 0, bytes: 0 });
    expect(await measureDatabase(db)).toBeGreaterThan(100_000);
  });

  it("counts what waits, up to a limit, and how old the oldest of it is", async () => {
    const store = await open();
    await fill(
      store,
      30,
      `insert into outbox (kind, subject, peer_address, state, attempts, next_try_at, created_at, expires_at)
       select 'publication', '1', '0x' || n, case when n <= 10 then 'done' else 'pending' end, 0, n, 100 + n, 9000 from numbers`,
    );
    expect(await countPending(store.db, "outbox", 1_000)).toBe(20);
    expect(await countPending(store.db, "outbox", 20)).toBe(20);
    expect(await countPending(store.db, "outbox", 19)).toBe(19);
    expect(await oldestPendingAt(store.db, "outbox")).toBe(111);
  });

  it("counts peers by state, up to a limit", async () => {
    const store = await open();
    await fill(
      store,
      30,
      `insert into peers (address, state, failures, next_try_at)
       select '0x' || n, case when n % 3 = 0 then 'failing' else 'healthy' end, 0, 0 from numbers`,
    );
    expect(await countPeers(store.db, 1_000)).toEqual({ healthy: 20, failing: 10 });
    expect(await countPeers(store.db, 5)).toEqual({ healthy: 0, failing: 5 });
  });

  it("adds up more contents than one stride takes", async () => {
    const store = await open();
    await fill(
      store,
      20_001,
      "insert into contents (hash, size, created_at) select '0x' || (1000000 + n), 1000000000, 1 from numbers",
    );
    expect(await sumContents(store.db)).toEqual({ count: 20_001, bytes: 20_001_000_000_000 });
  });
});
