import { EwpError, isoSeconds, signDigestWith, signEnvelope } from "@freehold/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CannedPeer, jsonReply } from "../../../test/support/canned-peer.ts";
import { databases, holdTransaction } from "../../../test/support/databases.ts";
import { createReplicaBench, type ReplicaBench } from "../../../test/support/replica-bench.ts";
import { connectionOf, profileOf } from "../../../test/support/store-records.ts";
import type { AppError } from "../../errors/errors.ts";
import { findConnection, insertConnection } from "../../store/peers/connections.ts";
import { findProfile, saveProfile } from "../../store/peers/profiles.ts";
import { locateNode } from "../peers/peer-identity.ts";
import { acceptConnection } from "./follow.ts";

describe.each(databases)("POST /ewp/connections, on %s", (database) => {
  let bench: ReplicaBench;
  beforeEach(async () => {
    bench = await createReplicaBench({ database });
  });
  afterEach(() => bench[Symbol.asyncDispose]());

  const seconds = () => Math.floor(bench.context.clock.now() / 1000);

  async function followBy({ address, url, privateKey }: CannedPeer): Promise<void> {
    const pair = { followerAddress: address, followeeAddress: bench.self };
    const urls = { followerUrl: url, followeeUrl: profileOf(1).url };
    const meaning = { ...pair, ...urls, timestamp: seconds() };
    const envelope = signEnvelope("CreateConnection", meaning, signDigestWith(privateKey));
    await acceptConnection(bench.context, envelope, null);
  }

  async function cachedDate(peer: CannedPeer, updatedAt: string): Promise<number | undefined> {
    if (peer.profile) peer.profile.updatedAt = updatedAt;
    await followBy(peer);
    return (await findProfile(bench.context.store.db, peer.address))?.updatedAt;
  }

  it("takes the date of the follower's profile, and never one that lies ahead", async () => {
    expect(await cachedDate(bench.peer(2), isoSeconds(1_600_000_000))).toBe(1_600_000_000);
    expect(await cachedDate(bench.peer(3), isoSeconds(seconds() + 1))).toBe(seconds());
    expect(await cachedDate(bench.peer(4), "yesterday")).toBe(0);
  });

  it("does not let that date go back: an older signed update would be taken for a newer one", async () => {
    // Known by a follow in the other direction, as it was at 1,600,000,000.
    expect(await cachedDate(await bench.followed(2), isoSeconds(1_500_000_000))).toBe(1_600_000_000);
    expect(await cachedDate(await bench.followed(3), "yesterday")).toBe(1_600_000_000);
    expect(await cachedDate(await bench.followed(4), isoSeconds(1_600_000_001))).toBe(1_600_000_001);
  });

  it("says that the follow exists when something else records it between the look and the write", async () => {
    const peer = bench.peer(2);
    const { store } = bench.context;
    const fields = { address: peer.address, url: peer.url };
    const importing = await holdTransaction(store, async (tx) => {
      await saveProfile(tx, { ...profileOf(2), ...fields });
      await insertConnection(tx, { ...connectionOf(2, 1), followerAddress: peer.address });
    });
    const following = followBy(peer);
    await importing.untilMet(following);
    await importing.commit();
    const error = await following.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EwpError);
    expect(error).toMatchObject({ code: "CONNECTION_ALREADY_EXISTS" });
    expect(await findConnection(store.db, peer.address, bench.self)).not.toBeNull();
  });
});

it("says of a server that is busy, or of a proxy whose node is away, that it may answer later", async () => {
  await using bench = await createReplicaBench();
  const peer = bench.peer(2);
  const reasonAt = async (status: number) => {
    peer.override = () => jsonReply(status, { error: "X" });
    const refusal = await locateNode(bench.context, peer.url).catch((error: unknown) => error);
    return (refusal as AppError).reason;
  };
  expect([await reasonAt(503), await reasonAt(502), await reasonAt(429)]).toEqual(Array(3).fill("NO_ANSWER"));
  expect(await reasonAt(404)).toBe("NO_NODE");
});
