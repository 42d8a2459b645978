import {
  isoSeconds,
  type Meanings,
  type MessageKind,
  signDigestWith,
  signEnvelope,
} from "@freehold/protocol";
import { describe, expect, it } from "vitest";
import type { CannedPeer } from "../../../test/support/canned-peer.ts";
import { databases } from "../../../test/support/databases.ts";
import { createReplicaBench, type ReplicaBench } from "../../../test/support/replica-bench.ts";
import { notePeerFailure, notePeerSuccess } from "../../jobs/peer-health.ts";
import { listNotifications } from "../../modules/notifications/store.ts";
import { limits } from "../../store/limits.ts";
import { blockPeer, unblockPeer } from "../connections/block.ts";
import { acceptConnection } from "../connections/follow.ts";
import { acceptTermination } from "../connections/unfollow.ts";
import { applyProfileUpdate, refreshPeerProfile } from "../profile/peer-profile.ts";
import {
  findKnownAddress,
  type PeerEventView,
  readPeerHistory,
  recordFailingPeer,
  recordPeerEvent,
} from "./peer-events.ts";
import { rejectImpersonation } from "./peer-identity.ts";

const dayMs = 24 * 60 * 60 * 1000;
const ownUrl = "https://node1.example";

const sign = <K extends MessageKind>(peer: CannedPeer, kind: K, meaning: Meanings[K]) =>
  signEnvelope(kind, meaning, signDigestWith(peer.privateKey));

async function historyOf({ context }: ReplicaBench, { address }: CannedPeer): Promise<PeerEventView[]> {
  const { items } = await readPeerHistory(context, { address, first: 100 });
  return items.toReversed();
}

const kindsOf = async (bench: ReplicaBench, peer: CannedPeer) =>
  (await historyOf(bench, peer)).map(({ kind, isWarning }) => (isWarning ? `!${kind}` : kind));

const warnings = async ({ context }: ReplicaBench) =>
  (await listNotifications(context.store.db, { limit: 100 }))
    .filter(({ type }) => type === "peer-warning")
    .map(({ data }) => JSON.parse(data).kind)
    .toReversed();

const secondsOf = ({ context }: ReplicaBench) => Math.floor(context.clock.now() / 1000);

function signedProfile(
  bench: ReplicaBench,
  peer: CannedPeer,
  changes: Partial<Meanings["NodeProfileUpdate"]>,
) {
  const timestamp = secondsOf(bench);
  const own = { ownerAddress: peer.address, url: peer.url, title: "Peer 2", description: "", timestamp };
  return sign(peer, "NodeProfileUpdate", { ...own, ...changes });
}

const update = (bench: ReplicaBench, peer: CannedPeer, changes: Partial<Meanings["NodeProfileUpdate"]>) =>
  applyProfileUpdate(bench.context, peer.address, { body: signedProfile(bench, peer, changes), ip: null });

describe.each(databases)("on %s", (database) => {
  it("keeps a follow and its end with what was signed", async () => {
    await using bench = await createReplicaBench({ database });
    const peer = bench.peer(2);
    const pair = { followerAddress: peer.address, followeeAddress: bench.self };
    const urls = { followerUrl: peer.url, followeeUrl: (await bench.context.owner.get())?.url ?? ownUrl };
    const follow = sign(peer, "CreateConnection", { ...pair, ...urls, timestamp: secondsOf(bench) });
    await acceptConnection(bench.context, follow, null);
    bench.context.clock.advance(5_000);
    const end = sign(peer, "DestroyConnection", { ...pair, timestamp: secondsOf(bench) });
    await acceptTermination(bench.context, end);
    await blockPeer({ ...bench.context, unlockSigner: async () => null }, { address: peer.address });
    await unblockPeer(bench.context, peer.address);
    const events = await historyOf(bench, peer);
    expect(events.map(({ kind }) => kind)).toEqual([
      "met",
      "followed-you",
      "unfollowed-you",
      "blocked",
      "unblocked",
    ]);
    expect(events.map(({ signedBy }) => signedBy)).toEqual([null, peer.address, peer.address, null, null]);
    expect(events[1]).toMatchObject({ url: peer.url, proof: follow, isWarning: false });
    expect(events[2]?.proof).toEqual(end);
    expect(await warnings(bench)).toEqual([]);
    expect(await findKnownAddress(bench.context, `${peer.url}/`)).toBe(peer.address);
    await expect(findKnownAddress(bench.context, "https://nobody.example")).rejects.toThrow(/does not know/);
  });

  it("keeps signed profiles, and warns of an older one that is played again", async () => {
    await using bench = await createReplicaBench({ database });
    const peer = await bench.follower(2);
    const old = signedProfile(bench, peer, { title: "First" });
    await applyProfileUpdate(bench.context, peer.address, { body: old, ip: null });
    bench.context.clock.advance(60_000);
    await update(bench, peer, { title: "Second" });
    for (let i = 0; i < 3; i += 1)
      await applyProfileUpdate(bench.context, peer.address, { body: old, ip: null });
    const events = await historyOf(bench, peer);
    expect(events.map(({ kind, signedBy }) => [kind, signedBy])).toEqual([
      ["profile-signed", peer.address],
      ["profile-signed", peer.address],
      ["older-profile", peer.address],
    ]);
    expect(events[1]?.detail).toEqual({ title: { before: "First", after: "Second" } });
    expect(await warnings(bench)).toEqual(["older-profile"]);
  });

  it("keeps a signed move, and warns of a URL without one", async () => {
    await using bench = await createReplicaBench({ database });
    const peer = await bench.follower(2);
    const there = bench.peer(3);
    there.profile = { ...there.profile, address: peer.address };
    await update(bench, peer, { url: there.url });
    // The old address says that the node is somewhere else again.
    there.profile = { ...there.profile, url: "https://third.example", title: "Somebody" };
    bench.context.clock.advance(60_000);
    there.profile.updatedAt = isoSeconds(secondsOf(bench));
    await refreshPeerProfile(bench.context, peer.address);
    await refreshPeerProfile(bench.context, peer.address);
    const events = await historyOf(bench, peer);
    expect(events.map(({ kind }) => kind)).toEqual(["moved", "other-url", "profile-read"]);
    expect(events[0]?.detail).toMatchObject({ url: { before: peer.url, after: there.url } });
    expect(await warnings(bench)).toEqual(["other-url"]);
  });

  it("warns of another address at a known URL, and of one address at two URLs", async () => {
    await using bench = await createReplicaBench({ database });
    const [peer, other] = [await bench.follower(2), bench.peer(3)];
    const profile = peer.profile;
    peer.profile = { ...profile, address: other.address };
    expect(await refreshPeerProfile(bench.context, peer.address)).toBe(false);
    peer.profile = profile;
    const claim = { address: peer.address, url: other.url };
    await expect(rejectImpersonation(bench.context, claim)).rejects.toThrow(/claims to be the same/);
    expect(await kindsOf(bench, peer)).toEqual(["!other-address", "!two-urls"]);
    expect((await historyOf(bench, peer)).map(({ detail }) => detail)).toEqual([
      { found: other.address },
      { known: peer.url },
    ]);
    expect(await warnings(bench)).toEqual(["other-address", "two-urls"]);
  });

  it("warns of an older profile where it is read", async () => {
    await using bench = await createReplicaBench({ database });
    const peer = await bench.follower(2);
    peer.profile = { ...peer.profile, title: "Restored", updatedAt: isoSeconds(1_500_000_000) };
    await refreshPeerProfile(bench.context, peer.address);
    expect(await kindsOf(bench, peer)).toEqual(["!older-profile"]);
  });

  it("tells of days without an answer, and of the end of them", async () => {
    await using bench = await createReplicaBench({ database });
    const { address, ...peer } = await bench.follower(2);
    const { store, clock } = bench.context;
    const fail = () =>
      store.transaction(async (tx) => {
        const failure = { now: clock.now(), startedAt: clock.now(), error: "no answer", random: 0 };
        const { longSince: since } = await notePeerFailure(tx, address, failure);
        if (since !== null) await recordFailingPeer(tx, { address, since, now: clock.now() });
      });
    await fail();
    clock.advance(dayMs + 1);
    await fail();
    clock.advance(dayMs + 1);
    await fail();
    await store.transaction((tx) => notePeerSuccess(tx, [address], clock.now()));
    expect(await kindsOf(bench, { address, ...peer })).toEqual(["unreachable", "reachable"]);
  });

  it("keeps the newest events of a node, and none of a node it does not know", async () => {
    await using bench = await createReplicaBench({ database });
    const [peer, unknown] = [await bench.follower(2), bench.peer(3)];
    const { store, clock } = bench.context;
    await store.transaction(async (tx) => {
      const event = { kind: "blocked", now: clock.now() } as const;
      for (let i = 0; i <= limits.eventsPerPeer; i += 1)
        await recordPeerEvent(tx, { ...event, address: peer.address, detail: { i } });
      await recordPeerEvent(tx, { ...event, address: unknown.address });
      await recordPeerEvent(tx, { ...event, address: bench.self });
    });
    const rows = await store.db
      .selectFrom("peer_events")
      .select(["address", "detail"])
      .orderBy("id")
      .execute();
    expect(rows).toHaveLength(limits.eventsPerPeer);
    expect(rows[0]).toEqual({ address: peer.address, detail: '{"i":1}' });
  });
});
