import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { forEachDatabase } from "../../test/support/databases.ts";
import { createDeliveryBench, createTally } from "../../test/support/delivery-bench.ts";
import { addressOf, profileOf } from "../../test/support/store-records.ts";
import { saveProfile } from "../store/peers/profiles.ts";
import { listOutbox } from "../store/queues/outbox.ts";
import { countByState } from "../store/queues/queue-rows.ts";
import type { Outcome } from "./retry.ts";

const done: Outcome = { result: "done" };
const host = "many.example";
const atHost = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const elsewhere = 20;

forEachDatabase((_name, open) => {
  /** A delivery to each of ten nodes at one host, and then to one elsewhere. */
  async function openBench() {
    const bench = createDeliveryBench(await open());
    await bench.store.transaction(async (tx) => {
      for (const number of atHost)
        await saveProfile(tx, { ...profileOf(number), url: `https://${host}/${number}` });
      await saveProfile(tx, profileOf(elsewhere));
    });
    await bench.addOutbox(...atHost, elsewhere);
    return bench;
  }

  it("counts the nodes of one host together, and lets others pass them", async () => {
    await using bench = await openBench();
    const tally = createTally();
    const order: string[] = [];
    const queue = bench.queue({
      table: "outbox",
      perPeer: 2,
      work: async ({ host: at, peerAddress }) => {
        order.push(peerAddress);
        tally.enter(at);
        await pause(1);
        tally.leave(at);
        return done;
      },
    });
    await queue.settled();
    expect(tally.most.get(host)).toBe(2);
    expect(order.indexOf(addressOf(elsewhere))).toBeLessThan(3);
    expect(await countByState(bench.store.db, "outbox")).toMatchObject({ done: 11 });
  });

  it("leaves a host alone for as long as one of its nodes asks for", async () => {
    await using bench = await openBench();
    const calls: string[] = [];
    const queue = bench.queue({
      table: "outbox",
      work: async ({ host: at }) => {
        calls.push(at);
        if (at !== host) return done;
        return { result: "later", scope: "peer", reason: "it answered 429", afterMs: 60_000 };
      },
    });
    await queue.settled();
    expect(calls.sort()).toEqual([host, `node${elsewhere}.example`]);
    bench.clock.advance(59_999);
    await queue.settled();
    expect(calls).toHaveLength(2);
    bench.clock.advance(1);
    await queue.settled();
    expect(calls).toHaveLength(3);
    // The others have not failed.
    const rows = await listOutbox(bench.store.db, { limit: 99, state: "pending" });
    expect(rows.filter(({ attempts }) => attempts > 0)).toHaveLength(calls.length - 1);
  });
});
