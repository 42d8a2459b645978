import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { createCertificateAuthority } from "../support/certificates.ts";
import { ConnectionPool } from "./requests/connection-pool.ts";
import { fuzzBatches } from "./requests/fuzz-requests.ts";
import { sendBatch } from "./send-batch.ts";
import { Tally } from "./tally.ts";
import { type FakePeers, openFakePeers } from "./target/fake-peers.ts";
import { type FakeSites, openFakeSites } from "./target/fake-sites.ts";
import { type FuzzNode, openFuzzNode } from "./target/fuzz-node.ts";
import type { Holdings } from "./target/fuzz-program.ts";
import type { Inventory } from "./target/inventory.ts";

export interface FuzzOptions {
  readonly seed: number;
  readonly requests: number;
  readonly isInstalled: boolean;
  /** Called after each spell. */
  say?(line: string): void;
}

export interface FuzzReport {
  readonly tally: Tally;
  /** What existed on the node at the end. */
  readonly inventory: Inventory;
  /** The peers whose certificates it trusts. */
  readonly untrustedPeers: FakePeers["untrustedPeers"];
  /** How often each kind of document of other sites was asked for. */
  readonly reads: FakeSites["reads"];
  /** How rows of queues ended, by queue and result. */
  readonly ended: Readonly<Record<string, number>>;
  /** At half the requests, and at the end. */
  readonly half: Holdings;
  readonly end: Holdings;
}

/** About so many requests go by between two looks at the node. */
const spellRequests = 2_000;
/** Of a batch, on average. */
const batchRequests = 8;
const shrinkingMs = 60_000;

/**
 * Sends requests that nobody foresaw to a node in a process of its own, and looks at every reply; between spells, at what the
 * node keeps to itself. Every other spell comes from untrusted peers alone, and changes nothing that is the owner's: those of even seeds.
 *
 * @throws Error that says what was found, by which request, and the seed that leads there again
 */
export async function fuzzNode(options: FuzzOptions): Promise<FuzzReport> {
  await using resources = new AsyncDisposableStack();
  const { node, fakePeers, fakeSites } = await openTarget(options, resources);
  const pool = resources.use(new ConnectionPool(node.port));
  const tally = new Tally();
  let half: Holdings | null = null;
  for (let spell = 0; tally.requests < options.requests; spell += 1) {
    await runSpell({ node, fakePeers, fakeSites, pool, tally, options, spell });
    if (half === null && tally.requests * 2 >= options.requests) half = await rest(node, pool);
    options.say?.(`${spell + 1}: ${tally}`);
  }
  const end = await rest(node, pool);
  const inventory = await node.inventory();
  const seen = { reads: fakeSites.reads, ended: await node.ended() };
  return { tally, inventory, untrustedPeers: fakePeers.untrustedPeers, ...seen, half: half ?? end, end };
}

async function openTarget({ seed, isInstalled }: FuzzOptions, resources: AsyncDisposableStack) {
  const folder = await mkdtemp(join(tmpdir(), "freehold-fuzz-"));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const authority = await createCertificateAuthority();
  const authorityFile = join(folder, "ca.pem");
  await writeFile(authorityFile, authority.certificate);
  const certificate = await authority.issue(["localhost"]);
  const fakePeers = resources.use(await openFakePeers(seed, certificate));
  const fakeSites = resources.use(await openFakeSites(seed, certificate));
  const node = resources.use(await openFuzzNode({ seed, isInstalled, authorityFile }));
  return { node, fakePeers, fakeSites };
}

interface Spell {
  readonly node: FuzzNode;
  readonly fakePeers: FakePeers;
  readonly fakeSites: FakeSites;
  readonly pool: ConnectionPool;
  readonly tally: Tally;
  readonly options: FuzzOptions;
  readonly spell: number;
}

async function runSpell({ node, fakePeers, fakeSites, pool, tally, options, spell }: Spell): Promise<void> {
  const inventory = await node.inventory();
  const before = await node.guarded();
  // A spell's own seed says everything about it, so that it can be had again without those before it.
  const seed = options.seed + spell;
  const who = seed % 2 === 0 ? "untrusted" : "anybody";
  const { untrustedPeers } = fakePeers;
  const signing = { inventory, untrustedPeers, sites: fakeSites.urls, now: Math.floor(Date.now() / 1000) };
  const property = fc.asyncProperty(fuzzBatches(signing, who), (batch) =>
    sendBatch(batch, { pool, inventory, tally }),
  );
  const wanted = Math.min(spellRequests, options.requests - tally.requests);
  const numRuns = Math.max(1, Math.ceil(wanted / batchRequests));
  const result = await fc.check(property, { seed, numRuns, endOnFailure: true });
  const trouble = [
    ...(node.isAlive() ? [] : ["The process is gone."]),
    ...(await node.troubles().catch(() => [])).map(({ kind, text }) => `${kind}: ${text}`),
  ];
  const open = node.isAlive() ? await node.open() : 0;
  if (open !== 0) trouble.push(`It still works on ${open} requests, and nobody waits for them.`);
  if (result.failed) {
    const shrunk = node.isAlive() ? await shrink(property, seed, result.counterexamplePath) : null;
    const cause = shrunk ?? result.errorInstance;
    trouble.unshift(cause instanceof Error ? cause.message : String(cause));
  } else if (who === "untrusted") {
    const after = await node.guarded();
    const changed = Object.keys(before).filter((part) => before[part] !== after[part]);
    if (changed.length > 0) trouble.push(`Untrusted peers changed ${changed.join(", ")}.`);
  }
  if (trouble.length === 0) return;
  throw new Error(`${trouble.join("\n")}\n  seed ${seed}, which sends as ${who}`);
}

/** @returns the error of the smallest batch that still fails; null where it does not fail again */
async function shrink<T>(
  property: fc.IAsyncProperty<T>,
  seed: number,
  path: string | null,
): Promise<unknown> {
  const again = await fc.check(property, { seed, path: path ?? "", interruptAfterTimeLimit: shrinkingMs });
  return again.failed ? again.errorInstance : null;
}

/** What the node holds when nobody asks anything of it. */
async function rest(node: FuzzNode, pool: ConnectionPool): Promise<Holdings> {
  pool.hangUp();
  return await node.holdings();
}
