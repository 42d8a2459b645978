import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { addressOf } from "../../../test/support/store-records.ts";
import {
  dueCatchUps,
  ensurePeer,
  findPeer,
  listPeers,
  nextCatchUpAt,
  type Peer,
  readPeers,
  recordCaughtUp,
  recordPeerFailure,
  recordPeerHeard,
  recordPeerSuccess,
  renewCatchUps,
  scheduleCatchUp,
} from "./peers.ts";

const one = addressOf(1);
const fresh: Peer = {
  address: one,
  state: "healthy",
  failures: 0,
  nextTryAt: 0,
  lastSuccessAt: null,
  lastFailureAt: null,
  lastError: null,
  failingSince: null,
  heardAt: null,
  caughtUpAt: null,
  nextCatchUpAt: null,
};

forEachDatabase((_name, open) => {
  it("counts failures in a row until a call goes through; being heard from clears the wait alone", async () => {
    const store = await open();
    const fail = (now: number, nextTryAt: number) =>
      store.transaction((tx) => recordPeerFailure(tx, one, { now, error: "timeout", nextTryAt }));
    expect(await findPeer(store.db, one)).toBeNull();
    await store.transaction((tx) => ensurePeer(tx, one));
    expect(await findPeer(store.db, one)).toEqual(fresh);
    await fail(10, 20);
    await fail(20, 50);
    const failing = {
      state: "failing",
      failures: 2,
      lastFailureAt: 20,
      lastError: "timeout",
      failingSince: 10,
    };
    expect(await findPeer(store.db, one)).toEqual({ ...fresh, ...failing, nextTryAt: 50 });
    await store.transaction((tx) => recordPeerHeard(tx, one, 30));
    await store.transaction((tx) => ensurePeer(tx, one));
    expect(await findPeer(store.db, one)).toEqual({ ...fresh, ...failing, nextTryAt: 0, heardAt: 30 });
    await store.transaction((tx) => recordPeerSuccess(tx, [one], 40));
    expect(await findPeer(store.db, one)).toEqual({
      ...fresh,
      lastSuccessAt: 40,
      lastFailureAt: 20,
      heardAt: 30,
    });
  });

  it("notes what happens with a peer that it has no row of", async () => {
    const store = await open();
    await store.transaction((tx) =>
      recordPeerFailure(tx, addressOf(3), { now: 1, error: "x", nextTryAt: 2 }),
    );
    await store.transaction((tx) => recordPeerSuccess(tx, [one], 1));
    await store.transaction((tx) => recordPeerHeard(tx, addressOf(2), 1));
    const peers = await listPeers(store.db);
    expect(peers.map((peer) => [peer.address, peer.failures])).toEqual([
      [one, 0],
      [addressOf(2), 0],
      [addressOf(3), 1],
    ]);
    expect(await listPeers(store.db, { after: one, limit: 1 })).toEqual([peers[1]]);
  });

  it("reads those that are asked for and have a row", async () => {
    const store = await open();
    await store.transaction((tx) => ensurePeer(tx, one));
    await store.transaction((tx) => ensurePeer(tx, addressOf(3)));
    expect(await readPeers(store.db, [one, addressOf(2)])).toEqual([fresh]);
    expect(await readPeers(store.db, [])).toEqual([]);
  });

  it("says whose index is to be reconciled, and when the next is", async () => {
    const store = await open();
    const schedule = (peer: number, at: number | null) =>
      store.transaction((tx) => scheduleCatchUp(tx, addressOf(peer), at));
    expect(await nextCatchUpAt(store.db)).toBeNull();
    await schedule(1, 300);
    await schedule(2, 100);
    await schedule(3, 200);
    await schedule(4, null);
    const due = async (now: number, limit: number) =>
      (await dueCatchUps(store.db, now, limit)).map((peer) => peer.address);
    expect(await nextCatchUpAt(store.db)).toBe(100);
    expect(await due(99, 9)).toEqual([]);
    expect(await due(200, 9)).toEqual([addressOf(2), addressOf(3)]);
    expect(await due(900, 2)).toEqual([addressOf(2), addressOf(3)]);
    await store.transaction((tx) => recordCaughtUp(tx, addressOf(2), { now: 150, next: 900 }));
    await schedule(3, null);
    expect(await due(900, 9)).toEqual([one, addressOf(2)]);
    expect(await findPeer(store.db, addressOf(2))).toMatchObject({ caughtUpAt: 150, nextCatchUpAt: 900 });
    expect(await nextCatchUpAt(store.db)).toBe(300);
  });

  it("renews claims, and leaves what is due or has a later time", async () => {
    const store = await open();
    const times = [90, 200, 900];
    const addresses = times.map((_, index) => addressOf(index));
    await store.transaction(async (tx) => {
      for (const [index, at] of times.entries()) await scheduleCatchUp(tx, addressOf(index), at);
      await renewCatchUps(tx, addresses, { now: 100, until: 400 });
    });
    const renewed = addresses.map(async (address) => (await findPeer(store.db, address))?.nextCatchUpAt);
    expect(await Promise.all(renewed)).toEqual([90, 400, 900]);
  });
});
