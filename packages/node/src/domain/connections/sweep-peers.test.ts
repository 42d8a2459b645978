import { EwpClient, timestampWindowSeconds } from "@freehold/protocol";
import { expect, it } from "vitest";
import { createCannedPeer } from "../../../test/support/canned-peer.ts";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { openOwnerFixture } from "../../../test/support/owner-fixture.ts";
import {
  addressOf,
  connectionOf,
  draftOf,
  profileOf,
  pullOf,
  signedOf,
} from "../../../test/support/store-records.ts";
import { insertComment } from "../../store/comments.ts";
import { saveContent } from "../../store/contents.ts";
import type { Store, Tx } from "../../store/database.ts";
import {
  findConnectionTombstone,
  insertConnection,
  saveBlock,
  writeConnectionTombstone,
} from "../../store/peers/connections.ts";
import { ensurePeer, findPeer } from "../../store/peers/peers.ts";
import { findProfile, saveProfile } from "../../store/peers/profiles.ts";
import { insertPublication } from "../../store/publications/publications.ts";
import { addOutboxEntry } from "../../store/queues/outbox.ts";
import { addPulls } from "../../store/queues/pulls.ts";
import { createSigner } from "../access/signer.ts";
import { limits } from "../limits.ts";
import { acceptConnection } from "./follow.ts";
import { sweepStalePeers } from "./peers.ts";
import { acceptTermination } from "./unfollow.ts";

const secondMs = 1_000;

async function stored({ db }: Store): Promise<string[]> {
  const rows = await db.selectFrom("profiles").select("address").orderBy("address").execute();
  return rows.map(({ address }) => address);
}

/** Ways to keep the node of a number known here, by name. */
const ties: Record<string, (tx: Tx, number: number, now: number) => Promise<unknown>> = {
  "a follower": (tx, number, now) => insertConnection(tx, connectionOf(number, 1, now)),
  "somebody who is followed": (tx, number, now) => insertConnection(tx, connectionOf(1, number, now)),
  "the author of a replica": async (tx, number) => {
    await saveContent(tx, { hash: signedOf(number, number, 1).contentHash, size: 1, now: 1 });
    await insertPublication(tx, signedOf(number, number, 1));
  },
  "the author of a comment": async (tx, number, now) => {
    await saveContent(tx, { hash: draftOf(1, number, now).contentHash, size: 1, now });
    const publicationId = await insertPublication(tx, draftOf(1, number, now));
    await insertComment(tx, {
      publicationId,
      authType: "ETHEREUM",
      authorId: addressOf(number),
      authorName: "Cleo",
      body: "Hello",
      timestamp: 1,
      tokenHash: null,
      createdAt: now,
      client: null,
    });
  },
  "somebody blocked": (tx, number, now) =>
    saveBlock(tx, { address: addressOf(number), reason: null, createdAt: now }),
  "somebody to be told something": (tx, number, now) =>
    addOutboxEntry(tx, {
      kind: "connection.destroy",
      peerAddress: addressOf(number),
      subject: "x",
      payload: "{}",
      now,
      expiresAt: now + 1,
    }),
  "somebody of whom something is pulled": (tx, number) => addPulls(tx, [pullOf(number, number)]),
};

forEachDatabase((_name, open) => {
  it("forgets nodes that nothing connects, a day after they were read, and keeps all others", async () => {
    const store = await open();
    await using fixture = await openOwnerFixture(store);
    const { context, self } = fixture;
    const now = context.clock.now();
    const old = now - limits.unusedPeerMs - 1;
    await store.transaction(async (tx) => {
      await saveProfile(tx, profileOf(1, { createdAt: old, fetchedAt: old }));
      let number = 10;
      for (const tie of Object.values(ties)) {
        await saveProfile(tx, profileOf(number, { createdAt: old, fetchedAt: old }));
        await tie(tx, number, now);
        number += 1;
      }
      for (const unused of [30, 31]) {
        await saveProfile(tx, profileOf(unused, { createdAt: old, fetchedAt: old }));
        await ensurePeer(tx, addressOf(unused));
      }
      await saveProfile(tx, profileOf(32, { createdAt: old, fetchedAt: now - limits.unusedPeerMs }));
      await saveProfile(tx, profileOf(33, { createdAt: now - limits.unusedPeerMs, fetchedAt: 0 }));
    });
    const kept = (await stored(store)).filter(
      (address) => ![addressOf(30), addressOf(31)].includes(address as never),
    );
    expect(await sweepStalePeers(context)).toEqual({ tombstones: 0, profiles: 2 });
    expect(await stored(store)).toEqual(kept);
    expect(kept).toEqual(expect.arrayContaining([self, addressOf(32), addressOf(33)]));
    expect(kept).toHaveLength(2 + Object.keys(ties).length + 2);
    expect(await findPeer(store.db, addressOf(30))).toBeNull();
    context.clock.advance(1);
    expect(await sweepStalePeers(context)).toEqual({ tombstones: 0, profiles: 2 });
  });

  it("goes through more than it looks at in one go", async () => {
    const store = await open();
    await using fixture = await openOwnerFixture(store);
    const { context } = fixture;
    const old = context.clock.now() - limits.unusedPeerMs - 1;
    await store.transaction(async (tx) => {
      for (let number = 10; number < 460; number += 1) {
        await saveProfile(tx, profileOf(number, { createdAt: old, fetchedAt: old }));
        const pair = { followerAddress: addressOf(number), followeeAddress: fixture.self };
        await writeConnectionTombstone(tx, pair, 1);
      }
    });
    expect(await sweepStalePeers(context)).toEqual({ tombstones: 450, profiles: 450 });
    expect(await stored(store)).toEqual([fixture.self]);
  });

  it("leaves nothing of a key that followed and unfollowed, and takes its old signature no more than before", async () => {
    const store = await open();
    await using fixture = await openOwnerFixture(store);
    const { context, self } = fixture;
    const peer = createCannedPeer(9, context.clock.now);
    const signer = createSigner(Uint8Array.from(peer.privateKey));
    const pair = { followerAddress: peer.address, followeeAddress: self };
    const now = () => Math.floor(context.clock.now() / 1000);
    const urls = { followerUrl: peer.url, followeeUrl: "https://node1.example" };
    const follow = signer.sign("CreateConnection", { ...pair, ...urls, timestamp: now() });
    const { url, transport } = peer;
    const peers = { at: () => new EwpClient({ url, transport, form: "baseline" }), send: fail, close: fail };
    const accept = () => acceptConnection({ ...context, peers }, follow, "192.0.2.1");
    await accept();
    context.clock.advance(5 * secondMs);
    await acceptTermination(context, signer.sign("DestroyConnection", { ...pair, timestamp: now() }));
    expect(await sweepStalePeers(context)).toEqual({ tombstones: 0, profiles: 0 });
    await expect(accept()).rejects.toMatchObject({ code: "STALE_REQUEST" });

    // As long as the signature is good, and for long after that, the tombstone is there.
    context.clock.advance((timestampWindowSeconds - 5) * secondMs);
    await sweepStalePeers(context);
    await expect(accept()).rejects.toMatchObject({ code: "STALE_REQUEST" });
    context.clock.advance(limits.tombstoneMs - (timestampWindowSeconds - 5) * secondMs);
    expect(await sweepStalePeers(context)).toMatchObject({ tombstones: 0 });
    context.clock.advance(secondMs);
    expect(await sweepStalePeers(context)).toMatchObject({ tombstones: 1 });
    expect(await findConnectionTombstone(store.db, peer.address, self)).toBeNull();
    expect(await findProfile(store.db, peer.address)).toBeNull();
    expect(await findPeer(store.db, peer.address)).toBeNull();
    await expect(accept()).rejects.toMatchObject({ code: "INVALID_TIMESTAMP" });
  });
});

function fail(): never {
  throw new Error("Nobody else is called.");
}
