import type { Address } from "@freehold/protocol";
import { expect, it } from "vitest";
import { createCannedPeer } from "../../../test/support/canned-peer.ts";
import { forEachDatabase, holdTransaction } from "../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../test/support/owner-fixture.ts";
import { addressOf } from "../../../test/support/store-records.ts";
import {
  findConnection,
  findConnectionTombstone,
  lockPeer,
  saveBlock,
} from "../../store/peers/connections.ts";
import { findPeer } from "../../store/peers/peers.ts";
import { findProfile, saveProfile } from "../../store/peers/profiles.ts";
import { listOutbox } from "../../store/queues/outbox.ts";
import { createSigner } from "../access/signer.ts";
import { acceptProof } from "../replication/accept-proof.ts";
import { updateSettings } from "../settings/settings.ts";
import { blockPeer, listBlocks, prepareBlock, unblockPeer } from "./block.ts";
import { checkConnection, recordConnection } from "./connection-record.ts";
import { acceptConnection, acceptVisitorFollow } from "./follow.ts";

const code = (name: string) => expect.objectContaining({ code: name });
const two = addressOf(2);

forEachDatabase((_name, open) => {
  async function withFixture(body: (fixture: OwnerFixture) => Promise<void>): Promise<void> {
    const store = await open();
    await using fixture = await openOwnerFixture(store);
    await body(fixture);
  }

  /** Follows between the two sides, and what the outbox has to tell. */
  async function standing(fixture: OwnerFixture, peer: Address) {
    const { db } = fixture.context.store;
    const entries = await listOutbox(db, { peer, kind: "connection.destroy", limit: 9 });
    return {
      follower: (await findConnection(db, peer, fixture.self)) !== null,
      followed: (await findConnection(db, fixture.self, peer)) !== null,
      told: entries.length,
    };
  }

  it("ends what stands between the two, and tells it where the owner signed", () =>
    withFixture(async (fixture) => {
      await fixture.follower(2);
      await fixture.followed(2);
      fixture.context.clock.advance(5_000);
      const ends = await prepareBlock(fixture.context, two);
      expect(ends.map(({ form }) => form)).toEqual(["baseline", "baseline"]);
      const proofs = ends.map(({ meaning }) => fixture.signer.sign("DestroyConnection", meaning));
      const ended = await blockPeer(fixture.context, { address: two, reason: " spam ", proofs });
      expect(ended.map(({ isNotified }) => isNotified)).toEqual([true, true]);
      expect(await standing(fixture, two)).toEqual({ follower: false, followed: false, told: 2 });
      expect((await findPeer(fixture.context.store.db, two))?.nextCatchUpAt ?? null).toBeNull();
      const { items } = await listBlocks(fixture.context, { first: 9 });
      expect(items).toMatchObject([{ address: two, title: "Node 2", reason: "spam" }]);
    }));

  it("ends it without a signature as well, for good", () =>
    withFixture(async (fixture) => {
      await fixture.follower(2);
      const ended = await blockPeer(fixture.context, { address: two.toLowerCase() });
      expect(ended.map(({ isNotified }) => isNotified)).toEqual([false]);
      expect(await standing(fixture, two)).toEqual({ follower: false, followed: false, told: 0 });
      const tombstone = await findConnectionTombstone(fixture.context.store.db, two, fixture.self);
      expect(tombstone?.signedAt).toBe(Math.floor(fixture.context.clock.now() / 1000));
    }));

  it("signs the ends by itself where it has the key, in the form that the other node knows", () =>
    withFixture(async (fixture) => {
      await fixture.follower(2);
      await fixture.followed(2);
      const profile = await findProfile(fixture.context.store.db, two);
      if (!profile) throw new Error("a known node");
      await fixture.context.store.transaction((tx) => saveProfile(tx, { ...profile, form: "reference" }));
      const unlockSigner = async () => createSigner(new Uint8Array(32).fill(7));
      const ended = await blockPeer({ ...fixture.context, unlockSigner }, { address: two });
      // A node of the reference form takes no word of a followee's for the end of a follow.
      expect(ended).toEqual([
        { followerAddress: two, followeeAddress: fixture.self, isNotified: false },
        { followerAddress: fixture.self, followeeAddress: two, isNotified: true },
      ]);
    }));

  it("takes no follow, no proof and no new record of a blocked node, and tells it no more than an ended follow would", () =>
    withFixture(async (fixture) => {
      const { context, self } = fixture;
      const peer = createCannedPeer(9, context.clock.now);
      const signer = createSigner(Uint8Array.from(peer.privateKey));
      await blockPeer(context, { address: peer.address });
      const meaning = {
        followerAddress: peer.address,
        followeeAddress: self,
        followerUrl: peer.url,
        followeeUrl: "https://node1.example",
        timestamp: Math.floor(context.clock.now() / 1000),
      };
      const envelope = signer.sign("CreateConnection", meaning);
      const ask = () => {
        throw new Error("Nobody is asked about a blocked node.");
      };
      const unreachable = { at: ask, send: ask, close: async () => {} };
      const nobody = { ...context, peers: unreachable };
      const accept = (body: unknown) => acceptConnection(nobody, body, null);
      const refused = { code: "STALE_REQUEST", detail: "This node does not take this follow." };
      await expect(accept(envelope)).rejects.toMatchObject(refused);
      await expect(acceptVisitorFollow(nobody, envelope)).rejects.toMatchObject({ reason: "NOT_TAKEN" });
      const { envelope: proof } = peer.publish("of a blocked node");
      await expect(acceptProof(context, proof)).rejects.toThrow(code("NOT_FOLLOWING"));
      const state = await context.store.transaction((tx) =>
        recordConnection(tx, { meaning, envelope }, { self, now: context.clock.now() }),
      );
      expect(state).toBe("blocked");
      // Nor a follow of it that the owner signed once, whoever brings that now.
      const { followerAddress: followeeAddress, followerUrl: followeeUrl, timestamp } = meaning;
      const followerUrl = meaning.followeeUrl;
      const own = { followerAddress: self, followeeAddress, followerUrl, followeeUrl, timestamp };
      await expect(accept(fixture.signer.sign("CreateConnection", own))).rejects.toThrow(
        code("STALE_REQUEST"),
      );
      expect(await standing(fixture, peer.address)).toEqual({ follower: false, followed: false, told: 0 });
    }));

  it("takes nobody new while the owner can't be followed, and keeps who follows already", () =>
    withFixture(async (fixture) => {
      const { context, self } = fixture;
      await fixture.follower(2);
      await updateSettings(context, { allowFollow: false });
      const meaning = {
        followerAddress: createCannedPeer(9, context.clock.now).address,
        followeeAddress: self,
        followerUrl: "https://node9.example",
        followeeUrl: "https://node1.example",
        timestamp: Math.floor(context.clock.now() / 1000),
      };
      expect(await checkConnection(context.store.db, meaning, self)).toBe("closed");
      // The owner goes on following others.
      const own = { ...meaning, followerAddress: self, followeeAddress: meaning.followerAddress };
      expect(await checkConnection(context.store.db, own, self)).toBeNull();
      expect(await standing(fixture, two)).toMatchObject({ follower: true });
      await updateSettings(context, { allowFollow: true });
      expect(await checkConnection(context.store.db, meaning, self)).toBeNull();
    }));

  it("lets a follow in again after the block is taken back, if it is signed since", () =>
    withFixture(async (fixture) => {
      await fixture.follower(2);
      await blockPeer(fixture.context, { address: two });
      expect(await unblockPeer(fixture.context, two)).toBe(true);
      expect(await unblockPeer(fixture.context, two)).toBe(false);
      expect(await unblockPeer(fixture.context, "nobody")).toBe(false);
      const now = Math.floor(fixture.context.clock.now() / 1000);
      const record = (timestamp: number) =>
        fixture.context.store.transaction((tx) => {
          const urls = { followerUrl: "https://node2.example", followeeUrl: "https://node1.example" };
          const meaning = { followerAddress: two, followeeAddress: fixture.self, ...urls, timestamp };
          const envelope = fixture.signer.sign("CreateConnection", meaning);
          return recordConnection(tx, { meaning, envelope }, { self: fixture.self, now: now * 1000 });
        });
      expect(await record(now - 1)).toBe("stale");
      expect(await record(now)).toBe("created");
    }));

  it("keeps no follow that comes while it is blocked, whichever is first", () =>
    withFixture(async (fixture) => {
      const { store, clock } = fixture.context;
      const { self } = fixture;
      await fixture.follower(2);
      await blockPeer(fixture.context, { address: two });
      await unblockPeer(fixture.context, two);
      clock.advance(10_000);
      const now = clock.now();
      const urls = { followerUrl: "https://node2.example", followeeUrl: "https://node1.example" };
      const meaning = { followerAddress: two, followeeAddress: self, ...urls, timestamp: now / 1000 };
      const follow = { meaning, envelope: fixture.signer.sign("CreateConnection", meaning) };
      const following = await holdTransaction(store, (tx) => recordConnection(tx, follow, { self, now }));
      const blocking = blockPeer(fixture.context, { address: two });
      await following.untilMet(blocking);
      await following.commit();
      expect(await blocking).toHaveLength(1);
      expect((await standing(fixture, two)).follower).toBe(false);

      await unblockPeer(fixture.context, two);
      clock.advance(10_000);
      const again = { meaning: { ...meaning, timestamp: clock.now() / 1000 }, envelope: follow.envelope };
      const blockedMeanwhile = await holdTransaction(store, async (tx) => {
        await lockPeer(tx, two);
        await saveBlock(tx, { address: two, reason: null, createdAt: now });
      });
      const recording = store.transaction((tx) => recordConnection(tx, again, { self, now: clock.now() }));
      await blockedMeanwhile.untilMet(recording);
      await blockedMeanwhile.commit();
      expect(await recording).toBe("blocked");
      expect((await standing(fixture, two)).follower).toBe(false);
    }));

  it("refuses what can't be blocked, and messages that end something else", () =>
    withFixture(async (fixture) => {
      await fixture.follower(2);
      for (const address of ["", "nobody", "0x12", fixture.self]) {
        await expect(blockPeer(fixture.context, { address })).rejects.toThrow(code("VALIDATION_FAILED"));
      }
      await expect(blockPeer(fixture.context, { address: two, reason: "x".repeat(2_001) })).rejects.toThrow(
        code("VALIDATION_FAILED"),
      );
      const timestamp = Math.floor(fixture.context.clock.now() / 1000);
      const foreign = { followerAddress: addressOf(3), followeeAddress: fixture.self, timestamp };
      const proofs = [fixture.signer.sign("DestroyConnection", foreign)];
      await expect(blockPeer(fixture.context, { address: two, proofs })).rejects.toThrow(
        code("VALIDATION_FAILED"),
      );
      expect((await standing(fixture, two)).follower).toBe(true);
    }));

  it("pages through blocks, the newest first", () =>
    withFixture(async (fixture) => {
      for (const number of [2, 3, 4]) await blockPeer(fixture.context, { address: addressOf(number) });
      await blockPeer(fixture.context, { address: addressOf(3), reason: "again" });
      const first = await listBlocks(fixture.context, { first: 2 });
      expect(first.items.map(({ address, reason }) => [address, reason])).toEqual([
        [addressOf(4), null],
        [addressOf(3), "again"],
      ]);
      const rest = await listBlocks(fixture.context, { first: 2, after: first.endCursor });
      expect([rest.items.length, first.hasNextPage, rest.hasNextPage]).toEqual([1, true, false]);
    }));
});
