import { afterEach, beforeEach, expect, it } from "vitest";
import { findConnection } from "../../src/store/peers/connections.ts";
import { findOwnProfile, findProfile } from "../../src/store/peers/profiles.ts";
import { createCertificateAuthority } from "../support/certificates.ts";
import { until } from "../support/delivery-bench.ts";
import { rowsOf } from "../support/store-records.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "../support/test-network.ts";
import { type BehaviourName, behaviours } from "../support/toxic-peer/behaviours.ts";
import { replay } from "../support/toxic-peer/replay.ts";
import { createToxicPeer, type ToxicPeer } from "../support/toxic-peer/toxic-peer.ts";

const contentBytes = 1_000_000;
/** Of one reply: besides what is taken of a content, the buffers of two sockets. */
const mostBytes = contentBytes + 16 * 1024 ** 2;

let network: TestNetwork;
let ada: TestNode;
let resources: AsyncDisposableStack;
beforeEach(async () => {
  resources = new AsyncDisposableStack();
  network = resources.use(await createTestNetwork());
  ada = await network.start({
    title: "Ada",
    clock,
    settings: { FREEHOLD_MAX_CONTENT_BYTES: String(contentBytes) },
  });
}, 60_000);
afterEach(() => resources.disposeAsync(), 60_000);

/** How far Ada's clock, and those of her peers, were set forward. */
let aheadMs = 0;
const clock = { now: () => Date.now() + aheadMs };
const now = () => Math.floor(clock.now() / 1000);

async function startPeer(title: string): Promise<ToxicPeer> {
  const authority = await createCertificateAuthority();
  return resources.use(await createToxicPeer({ authority, certificate: network.certificate, title }));
}

function followBy({ signer, url }: ToxicPeer) {
  const pair = { followerAddress: signer.address, followeeAddress: ada.signer.address };
  return signer.sign("CreateConnection", {
    ...pair,
    followerUrl: url,
    followeeUrl: ada.url,
    timestamp: now(),
  });
}

async function bring(path: string, method: "POST" | "DELETE" | "PATCH", body: unknown) {
  const { status, json } = await ada.fetch(path, { method, body });
  return status < 400 ? status : Object(json).error;
}

const toxic = [
  "hangs before its headers",
  "hangs in the body",
  "drips its body",
  "says more than it sends",
  "says ten gigabytes",
  "has a body without end",
  "redirects in a circle",
  "resets in the body",
] as const satisfies readonly BehaviourName[];

it("serves all others beside peers that are toxic to every call", {
  timeout: 120_000,
}, async () => {
  const ben = await network.start({ title: "Ben" });
  await ada.follow(ben);
  await ben.follow(ada);
  const peers = new Map<BehaviourName, ToxicPeer>();
  for (const name of toxic) {
    const peer = await startPeer(name);
    peers.set(name, peer);
    await ada.follow(peer);
    expect(await bring("/ewp/connections", "POST", followBy(peer))).toBe(201);
  }
  await ada.settled();
  const callsBefore = new Map([...peers.values()].map((peer) => [peer, peer.seen.length]));
  for (const [name, peer] of peers) {
    await peer.behave(behaviours[name]);
    for (let number = 0; number < 4; number += 1) {
      const { proof } = peer.publish(`${name} ${number}, and it is not to be had`);
      expect(await bring("/ewp/publications", "POST", proof)).toBe(202);
    }
  }
  await ben.publish("# From Ben");
  await ada.publish("# From Ada");
  await until(async () => (await ada.timeline()).some(({ publisher }) => publisher === "Ben"));
  await until(async () => (await ben.timeline()).some(({ publisher }) => publisher === "Ada"));
  // Each of them was called, and did what it does.
  await until(() => [...callsBefore].every(([{ seen }, before]) => seen.length > before));
  expect((await ada.fetch("/livez")).status).toBe(200);
  // Of what is toxic nothing is here, and nothing was taken that would not end.
  const publishers = new Set((await ada.timeline()).map(({ publisher }) => publisher));
  expect([...publishers].filter((publisher) => publisher !== "Ada")).toEqual(["Ben"]);
  for (const { written, seen } of peers.values()) expect(written).toBeLessThan(mostBytes * seen.length);
  // What still hangs is broken off: test/stop-in-time.test.ts looks at a stop beside it.
  for (const peer of peers.values()) await peer.behave(null);
});

it("answers a follow by a node that hangs, and does not record it", { timeout: 60_000 }, async () => {
  const { context } = ada.running;
  for (const name of [
    "hangs before its headers",
    "has a body without end",
    "redirects in a circle",
  ] as const) {
    const peer = await startPeer(name);
    await peer.behave(behaviours[name]);
    expect(await bring("/ewp/connections", "POST", followBy(peer))).toBe("FOLLOWER_IDENTITY_MISMATCH");
    expect(await findProfile(context.store.db, peer.signer.address)).toBeNull();
    expect(peer.written).toBeLessThan(mostBytes);
  }
});

it("changes nothing for a peer that replays every message", {
  timeout: 60_000,
}, async () => {
  const { db } = ada.running.context.store;
  const peer = await startPeer("Mallory");
  const { address } = peer.signer;
  const told: Parameters<typeof replay>[0][number][] = [];
  const tell = async (method: "POST" | "DELETE" | "PATCH", path: string, body: object) => {
    told.push({ method, path, body: JSON.stringify(body) });
    return await bring(path, method, body);
  };
  const pair = { followerAddress: address, followeeAddress: ada.signer.address };
  // Ada follows and tells; Mallory follows, publishes, renames herself twice and leaves; Ada leaves as well.
  await ada.follow(peer);
  expect(await tell("POST", "/ewp/connections", followBy(peer))).toBe(201);
  await ada.publish("# Told to Mallory");
  expect(await tell("POST", "/ewp/publications", peer.publish("By Mallory").proof)).toBe(202);
  const profile = { ownerAddress: address, url: peer.url, description: "" };
  for (const [title, ago] of [
    ["An old name", 20],
    ["A new name", 10],
  ] as const) {
    const update = peer.signer.sign("NodeProfileUpdate", { ...profile, title, timestamp: now() - ago });
    expect(await tell("PATCH", `/ewp/nodes/${address}`, update)).toBe(204);
  }
  await ada.settled();
  // A follow of the very second in which it ended may stand again (decisions 3).
  aheadMs += 2_000;
  const end = peer.signer.sign("DestroyConnection", { ...pair, timestamp: now() });
  expect(await tell("DELETE", "/ewp/connections", end)).toBe(204);
  await ada.unfollow(peer);
  await ada.settled();
  const state = async () => ({
    follow: await findConnection(db, address, ada.signer.address),
    followed: await findConnection(db, ada.signer.address, address),
    title: (await findProfile(db, address))?.title,
    publications: await rowsOf(db, "publications"),
    pulls: await rowsOf(db, "pulls"),
    own: await findOwnProfile(db),
  });
  const before = await state();
  expect(before).toMatchObject({ follow: null, followed: null, title: "A new name" });
  expect(before.publications).toHaveLength(2);

  // Her own, and what Ada had signed for her: the follow, the proof, the end of it.
  const seen = peer.seen.filter(({ method }) => method !== "GET");
  expect(new Set(seen.map(({ method, path }) => `${method} ${path}`))).toEqual(
    new Set(["POST /ewp/connections", "POST /ewp/publications", "DELETE /ewp/connections"]),
  );
  const statuses = await replay([...told, ...seen], ada.fetch);
  expect(statuses).toHaveLength(told.length + seen.length);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  await ada.settled();
  expect(await state()).toEqual(before);
});
