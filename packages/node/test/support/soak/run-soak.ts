import { setTimeout as pause } from "node:timers/promises";
import type { Measured } from "../node-program.ts";
import { createReaders, type Shelf } from "./readers.ts";
import { type Actor, runRounds, type Tally } from "./rounds.ts";
import { openSoakNetwork, type SoakNetwork } from "./soak-network.ts";
import { createToxicClients } from "./toxic-clients.ts";
import { createWriters, makeText } from "./writers.ts";

export interface SoakOptions {
  /** How long there is load in all, and how long until the first look, which the last one is compared with. */
  readonly totalMs: number;
  readonly warmUpMs: number;
  /** Between two looks. */
  readonly everyMs: number;
  /** Posts that are there before it begins, so that what may be kept in memory is full soon. */
  readonly posts: number;
  /** Called with each look. */
  onLook?(ms: number, look: Measured, tally: Tally): void;
}

export interface SoakReport {
  readonly first: Measured;
  readonly last: Measured;
  readonly tally: Tally;
}

/**
 * Mixed load on a real node process: readers, the owner, peers that publish, follow and go away, comments, GraphQL, and
 * clients that mean no good. For each look the load stops, and everybody hangs up.
 */
export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  await using network = await openSoakNetwork();
  const shelf: Shelf = { posts: [] };
  for (let number = 1; number <= options.posts; number += 1) {
    const {
      id,
      contentHash: hash,
      timestamp,
    } = await network.node.publish(`${makeText(-number, network.random)}`);
    shelf.posts.push({ id, hash, timestamp: timestamp ?? 0 });
  }
  const actors = [
    ...createReaders(network, shelf, 8),
    ...createWriters(network, shelf),
    ...createToxicClients(network, 4),
  ];
  const tally: Tally = {};
  const first = await spell(network, { actors, tally }, options.warmUpMs);
  options.onLook?.(options.warmUpMs, first, tally);
  let last = first;
  for (let passed = options.warmUpMs; passed < options.totalMs; ) {
    const ms = Math.min(options.everyMs, options.totalMs - passed);
    last = await spell(network, { actors, tally }, ms);
    passed += ms;
    options.onLook?.(passed, last, tally);
  }
  return { first, last, tally };
}

/** A while of load, and a look when it is over and its connections are gone. */
async function spell(
  network: SoakNetwork,
  { actors, tally }: { actors: readonly Actor[]; tally: Tally },
  ms: number,
): Promise<Measured> {
  await runRounds(actors, tally, ms);
  await network.hangUp();
  for (const peer of network.peers) await peer.settled();
  let look = (await network.node.order({ do: "measure" })) as Measured;
  // Connections to peers are kept for some seconds; what is kept for longer than this is a leak.
  for (let tries = 0; tries < 30; tries += 1) {
    await pause(1_000);
    const next = (await network.node.order({ do: "measure" })) as Measured;
    const isStill = next.descriptors === look.descriptors && next.timers === look.timers;
    look = next;
    if (isStill && tries > 4) break;
  }
  return look;
}
