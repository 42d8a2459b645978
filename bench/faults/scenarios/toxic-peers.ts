import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { contentHash } from "@freehold/protocol";
import { createCertificateAuthority } from "../../../packages/node/test/support/certificates.ts";
import { behaviours } from "../../../packages/node/test/support/toxic-peer/behaviours.ts";
import {
  createToxicPeer,
  type ToxicPeer,
} from "../../../packages/node/test/support/toxic-peer/toxic-peer.ts";
import type { Bench, Scenario, Tally } from "../scenario.ts";
import { tryOperation } from "../support/operations.ts";
import { readNode } from "../support/read-node.ts";
import { createTestNetwork, type TestNetwork } from "../support/test-network.ts";

/** An honest follower has a post after so long at the latest, beside any other peer. */
const deliveryTimeoutMs = 60_000;

/** Peers that follow and are followed, and do something else that is toxic in each round. */
export const toxicPeers: Scenario = {
  about:
    "toxic peers among honest ones, each round toxic in another way: the honest ones get every post in time.",
  async run(bench) {
    const { workspace, isShort } = bench;
    await using resources = new AsyncDisposableStack();
    const network = await createTestNetwork(workspace, { name: "-toxic" });
    const peers: ToxicPeer[] = [];
    for (let number = 0; number < (isShort ? 6 : 24); number += 1) {
      peers.push(resources.use(await settleToxic(bench, network, `Mallory ${number}`)));
    }
    const broken: string[] = [];
    for (let round = 1; round <= (isShort ? 6 : 120) && broken.length === 0; round += 1) {
      broken.push(...(await runRound(bench, network, peers, round)));
    }
    // Honest again, they let go of what they held.
    for (const peer of peers) await peer.behave(null);
    broken.push(...(await network.check()));
    return { kills: 0, acknowledged: network.acknowledged, broken } satisfies Tally;
  },
};

/** It follows the publisher, and the followers follow it. */
async function settleToxic({ workspace }: Bench, { publisher, followers }: TestNetwork, title: string) {
  const [cert, key] = await Promise.all([
    readFile(workspace.files.cert, "utf8"),
    readFile(workspace.files.key, "utf8"),
  ]);
  const authority = await createCertificateAuthority();
  const peer = await createToxicPeer({ authority, certificate: { cert, key }, title });
  const json = peer.signer.sign("CreateConnection", {
    followerAddress: peer.signer.address,
    followerUrl: peer.url,
    followeeAddress: publisher.wallet.address,
    followeeUrl: publisher.node.url,
    timestamp: Math.floor(Date.now() / 1000),
  });
  const { status } = await workspace.call(`${publisher.node.url}/ewp/connections`, { method: "POST", json });
  if (status !== 201) throw new Error(`A follow was answered ${status}.`);
  for (const { follow } of followers) await follow(peer.url);
  return peer;
}

async function runRound(
  { workspace, random, seed, print }: Bench,
  network: TestNetwork,
  peers: readonly ToxicPeer[],
  round: number,
): Promise<string[]> {
  const all = Object.values(behaviours);
  for (const peer of peers) {
    const isHonest = random() < 0.1;
    await peer.behave(isHonest ? null : (all[Math.floor(random() * all.length)] ?? null));
    const { proof } = peer.publish(`Round ${round} of ${peer.title}, ${seed}`);
    for (const { node } of network.followers) {
      await workspace.call(`${node.url}/ewp/publications`, { method: "POST", json: proof });
    }
  }
  const text = `Round ${round} of ${seed}`;
  if ((await tryOperation("publish", { network, random, text })) !== "done")
    return [`round ${round}: not published`];
  const began = Date.now();
  const hash = contentHash(Buffer.from(text));
  while (Date.now() - began < deliveryTimeoutMs) {
    const lacking = await findLacking(network, hash);
    if (lacking.length === 0) {
      print(`round ${round}: with all honest followers after ${Date.now() - began} ms`);
      return [];
    }
    await pause(100);
  }
  return (await findLacking(network, hash)).map(
    (name) => `${name} lacks a post after ${deliveryTimeoutMs} ms`,
  );
}

async function findLacking({ publisher, followers }: TestNetwork, hash: string): Promise<string[]> {
  const lacking: string[] = [];
  for (const { node } of followers) {
    const proofs = (await readNode(node)).replicas.get(publisher.wallet.address) ?? [];
    if (!proofs.some((proof) => proof.startsWith(`${hash}:`))) lacking.push(node.name);
  }
  return lacking;
}
