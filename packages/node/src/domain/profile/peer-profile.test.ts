import { isoSeconds, signDigestWith, signEnvelope } from "@freehold/protocol";
import { expect, it } from "vitest";
import type { CannedPeer } from "../../../test/support/canned-peer.ts";
import { holdTransaction } from "../../../test/support/databases.ts";
import { createReplicaBench, type ReplicaBench } from "../../../test/support/replica-bench.ts";
import { lockPeer } from "../../store/peers/connections.ts";
import { findProfile, updateProfile } from "../../store/peers/profiles.ts";
import { applyProfileUpdate, refreshPeerProfile } from "./peer-profile.ts";

const [older, newer] = [1_650_000_000, 1_650_000_100];

const olderNews: Record<string, (bench: ReplicaBench, peer: CannedPeer) => Promise<unknown>> = {
  "a signed update": async ({ context }, { address, url, privateKey }) => {
    const meaning = { ownerAddress: address, url, title: "Older", description: "", timestamp: older };
    const body = signEnvelope("NodeProfileUpdate", meaning, signDigestWith(privateKey));
    await applyProfileUpdate(context, address, { body, ip: null });
  },
  "a profile that is read again": async ({ context }, { address }) =>
    await refreshPeerProfile(context, address),
};

it.each(Object.entries(olderNews))("does not overwrite a newer profile with %s", async (_name, bring) => {
  await using bench = await createReplicaBench({ database: "postgres" });
  const { store, clock } = bench.context;
  clock.advance(older * 1_000 - clock.now());
  const peer = await bench.follower(2);
  const { address } = peer;
  peer.profile = { ...peer.profile, title: "Older", updatedAt: isoSeconds(older) };
  const writing = await holdTransaction(store, async (tx) => {
    await lockPeer(tx, address);
    await updateProfile(tx, address, { title: "Newer", updatedAt: newer });
  });
  const bringing = bring(bench, peer);
  await writing.untilMet(bringing);
  await writing.commit();
  await bringing;
  expect(await findProfile(store.db, address)).toMatchObject({ title: "Newer", updatedAt: newer });
});
