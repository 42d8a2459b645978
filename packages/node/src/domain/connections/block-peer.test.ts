import type { Address } from "@freehold/protocol";
import { expect, it } from "vitest";
import { createCannedPeer } from "../../../test/support/canned-peer.ts";
import { forEachDatabase, holdTransaction } from "../../../test/support/databases.ts";
import { addressOf } from "../../../test/support/store-records.ts";
import { openWritingDesk, type WritingDesk } from "../../../test/support/writing-desk.ts";
import { createSigner } from "../../keystore/signer.ts";
import { lockPeer, saveBlock } from "../../store/blocks.ts";
import { findConnection, findConnectionTombstone } from "../../store/connections.ts";
import { listOutbox } from "../../store/outbox.ts";
import { findPeer } from "../../store/peers.ts";
import { findProfile, saveProfile } from "../../store/profiles.ts";
import { acceptProof } from "../replication/accept-proof.ts";
import { updateSettings } from "../settings/update-settings.ts";
import { acceptConnection } from "./accept-connection.ts";
import { blockPeer } from "./block-peer.ts";
import { listBlocks } from "./list-blocks.ts";
import { prepareBlock } from "./prepare-block.ts";
import { checkConnection, recordConnection } from "./record-connection.ts";
import { unblockPeer } from "./unblock-peer.ts";

const code = (name: string) => expect.objectContaining({ code: name });
const two = addressOf(2);

forEachDatabase((_name, open) => {
  async function sit(body: (desk: WritingDesk) => Promise<void>): Promise<void> {
    const store = await open();
    await using desk = await openWritingDesk(store);
    await body(desk);
  }

  /** Follows between the two sides, and what the outbox has to tell. */
  async function standing(desk: WritingDesk, peer: Address) {
    const { db } = desk.context.store;
    const entries = await listOutbox(db, { peer, kind: "connection.destroy", limit: 9 });
    return {
      follower: (await findConnection(db, peer, desk.self)) !== null,
      followed: (await findConnection(db, desk.self, peer)) !== null,
      told: entries.length,
    };
  }

  it("ends what stands between the two, and tells it where the owner signed", () =>
    sit(async (desk) => {
      await desk.follower(2);
      await desk.followed(2);
      desk.context.clock.advance(5_000);
      const ends = await prepareBlock(desk.context, two);
      expect(ends.map(({ form }) => form)).toEqual(["baseline", "baseline"]);
      const proofs = ends.map(({ meaning }) => desk.signer.sign("DestroyConnection", meaning));
      const { ended } = await blockPeer(desk.context, { address: two, reason: " spam ", proofs });
      expect(ended.map(({ isTold }) => isTold)).toEqual([true, true]);
      expect(await standing(desk, two)).toEqual({ follower: false, followed: false, told: 2 });
      expect((await findPeer(desk.context.store.db, two))?.nextCatchUpAt ?? null).toBeNull();
      const { items } = await listBlocks(desk.context, { first: 9 });
      expect(items).toMatchObject([{ address: two, title: "Node 2", reason: "spam" }]);
    }));

  it("ends it without a signature as well, for good", () =>
    sit(async (desk) => {
      await desk.follower(2);
      const { ended } = await blockPeer(desk.context, { address: two.toLowerCase() });
      expect(ended.map(({ isTold }) => isTold)).toEqual([false]);
      expect(await standing(desk, two)).toEqual({ follower: false, followed: false, told: 0 });
      const tombstone = await findConnectionTombstone(desk.context.store.db, two, desk.self);
      expect(tombstone?.signedAt).toBe(Math.floor(desk.context.clock.now() / 1000));
    }));

  it("signs the ends by itself where it has the key, in the form that the other node knows", () =>
    sit(async (desk) => {
      await desk.follower(2);
      await desk.followed(2);
      const profile = await findProfile(desk.context.store.db, two);
      if (!profile) throw new Error("a known node");
      await desk.context.store.transaction((tx) => saveProfile(tx, { ...profile, form: "reference" }));
      const unlockSigner = async () => createSigner(new Uint8Array(32).fill(7));
      const { ended } = await blockPeer({ ...desk.context, unlockSigner }, { address: two });
      // A node of the reference form takes no word of a followee's for the end of a follow.
      expect(ended).toEqual([
        { followerAddress: two, followeeAddress: desk.self, isTold: false },
        { followerAddress: desk.self, followeeAddress: two, isTold: true },
      ]);
    }));

  it("takes no follow, no proof and no new record of a blocked node, and tells it no more than an ended follow would", () =>
    sit(async (desk) => {
      const { context, self } = desk;
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
      await expect(accept(envelope)).rejects.toThrow(code("STALE_REQUEST"));
      const { envelope: proof } = peer.publish("of a blocked node");
      await expect(acceptProof(context, proof)).rejects.toThrow(code("NOT_FOLLOWING"));
      const state = await context.store.transaction((tx) =>
        recordConnection(tx, { meaning, envelope }, { self, now: context.clock.now() }),
      );
      expect(state).toBe("stale");
      // Nor a follow of it that the owner signed once, whoever brings that now.
      const { followerAddress: followeeAddress, followerUrl: followeeUrl, timestamp } = meaning;
      const followerUrl = meaning.followeeUrl;
      const own = { followerAddress: self, followeeAddress, followerUrl, followeeUrl, timestamp };
      await expect(accept(desk.signer.sign("CreateConnection", own))).rejects.toThrow(code("STALE_REQUEST"));
      expect(await standing(desk, peer.address)).toEqual({ follower: false, followed: false, told: 0 });
    }));

  it("takes nobody new while the owner takes no followers, and keeps who follows already", () =>
    sit(async (desk) => {
      const { context, self } = desk;
      await desk.follower(2);
      await updateSettings(context, { allowFollow: false });
      const meaning = {
        followerAddress: createCannedPeer(9, context.clock.now).address,
        followeeAddress: self,
        followerUrl: "https://node9.example",
        followeeUrl: "https://node1.example",
        timestamp: Math.floor(context.clock.now() / 1000),
      };
      expect(await checkConnection(context.store.db, meaning, self)).toBe("stale");
      // The owner goes on following others.
      const own = { ...meaning, followerAddress: self, followeeAddress: meaning.followerAddress };
      expect(await checkConnection(context.store.db, own, self)).toBeNull();
      expect(await standing(desk, two)).toMatchObject({ follower: true });
      await updateSettings(context, { allowFollow: true });
      expect(await checkConnection(context.store.db, meaning, self)).toBeNull();
    }));

  it("lets a follow in again after the block is taken back, if it is signed since", () =>
    sit(async (desk) => {
      await desk.follower(2);
      await blockPeer(desk.context, { address: two });
      expect(await unblockPeer(desk.context, two)).toBe(true);
      expect(await unblockPeer(desk.context, two)).toBe(false);
      expect(await unblockPeer(desk.context, "nobody")).toBe(false);
      const now = Math.floor(desk.context.clock.now() / 1000);
      const record = (timestamp: number) =>
        desk.context.store.transaction((tx) => {
          const urls = { followerUrl: "https://node2.example", followeeUrl: "https://node1.example" };
          const meaning = { followerAddress: two, followeeAddress: desk.self, ...urls, timestamp };
          const envelope = desk.signer.sign("CreateConnection", meaning);
          return recordConnection(tx, { meaning, envelope }, { self: desk.self, now: now * 1000 });
        });
      expect(await record(now - 1)).toBe("stale");
      expect(await record(now)).toBe("created");
    }));

  it("keeps no follow that comes while it is blocked, whichever is first", () =>
    sit(async (desk) => {
      const { store, clock } = desk.context;
      const { self } = desk;
      await desk.follower(2);
      await blockPeer(desk.context, { address: two });
      await unblockPeer(desk.context, two);
      clock.advance(10_000);
      const now = clock.now();
      const urls = { followerUrl: "https://node2.example", followeeUrl: "https://node1.example" };
      const meaning = { followerAddress: two, followeeAddress: self, ...urls, timestamp: now / 1000 };
      const follow = { meaning, envelope: desk.signer.sign("CreateConnection", meaning) };
      const following = await holdTransaction(store, (tx) => recordConnection(tx, follow, { self, now }));
      const blocking = blockPeer(desk.context, { address: two });
      await following.untilMet(blocking);
      await following.commit();
      expect((await blocking).ended).toHaveLength(1);
      expect((await standing(desk, two)).follower).toBe(false);

      await unblockPeer(desk.context, two);
      clock.advance(10_000);
      const again = { meaning: { ...meaning, timestamp: clock.now() / 1000 }, envelope: follow.envelope };
      const blockedMeanwhile = await holdTransaction(store, async (tx) => {
        await lockPeer(tx, two);
        await saveBlock(tx, { address: two, reason: null, createdAt: now });
      });
      const recording = store.transaction((tx) => recordConnection(tx, again, { self, now: clock.now() }));
      await blockedMeanwhile.untilMet(recording);
      await blockedMeanwhile.commit();
      expect(await recording).toBe("stale");
      expect((await standing(desk, two)).follower).toBe(false);
    }));

  it("refuses what can't be blocked, and messages that end something else", () =>
    sit(async (desk) => {
      await desk.follower(2);
      for (const address of ["", "nobody", "0x12", desk.self]) {
        await expect(blockPeer(desk.context, { address })).rejects.toThrow(code("VALIDATION_FAILED"));
      }
      await expect(blockPeer(desk.context, { address: two, reason: "x".repeat(2_001) })).rejects.toThrow(
        code("VALIDATION_FAILED"),
      );
      const timestamp = Math.floor(desk.context.clock.now() / 1000);
      const foreign = { followerAddress: addressOf(3), followeeAddress: desk.self, timestamp };
      const proofs = [desk.signer.sign("DestroyConnection", foreign)];
      await expect(blockPeer(desk.context, { address: two, proofs })).rejects.toThrow(
        code("VALIDATION_FAILED"),
      );
      expect((await standing(desk, two)).follower).toBe(true);
    }));

  it("pages through blocks, the newest first", () =>
    sit(async (desk) => {
      for (const number of [2, 3, 4]) await blockPeer(desk.context, { address: addressOf(number) });
      await blockPeer(desk.context, { address: addressOf(3), reason: "again" });
      const first = await listBlocks(desk.context, { first: 2 });
      expect(first.items.map(({ address, reason }) => [address, reason])).toEqual([
        [addressOf(4), null],
        [addressOf(3), "again"],
      ]);
      const rest = await listBlocks(desk.context, { first: 2, after: first.endCursor });
      expect([rest.items.length, first.hasNextPage, rest.hasNextPage]).toEqual([1, true, false]);
    }));
});
