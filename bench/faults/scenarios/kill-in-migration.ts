import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { listMigrations } from "../../../packages/node/src/store/migrate.ts";
import type { Bench, Scenario, Tally } from "../scenario.ts";
import { checkFolder } from "../support/check-folder.ts";
import { nextStep, type Step } from "../support/die-at-step.ts";
import { makeOldDatabase } from "../support/make-old-database.ts";
import { type NodeState, readNode } from "../support/read-node.ts";
import { runInParallel } from "../support/run-in-parallel.ts";
import { createTestNetwork } from "../support/test-network.ts";

/** What every run is compared with. */
interface Original {
  readonly dataDir: string;
  readonly state: NodeState;
  readonly schema: string;
}

const first: Step = { at: 1, when: "before" };

/** A database of each earlier version is brought up to date by a node that dies at each step of its start. */
export const killInMigration: Scenario = {
  about:
    "a node with an older database, or none, dies at each step of its start; the next start continues from there.",
  share: 0.15,
  async run(bench) {
    const original = await makeOriginal(bench);
    return await runInParallel(bench.kills, (part, kills) => runPart(bench, original, part, kills));
  },
};

/** A node with something of everything, stopped. */
async function makeOriginal({ workspace }: Bench): Promise<Original> {
  const { publisher, followers } = await createTestNetwork(workspace, { name: "-original", followers: 1 });
  for (let number = 0; number < 20; number += 1) {
    const { id } = await publisher.create(`Text ${number} of before, #old`, { state: "LOCAL" });
    if (number % 2 === 0) await publisher.sign(id);
  }
  for (const { node } of [publisher, ...followers]) await node.stop();
  const { dataDir } = publisher.node;
  return { dataDir, state: await readNode(publisher.node), schema: readSchema(dataDir) };
}

async function runPart(bench: Bench, original: Original, part: number, wanted: number): Promise<Tally> {
  const tally = { kills: 0, acknowledged: 0, broken: [] as string[] };
  for (let attempt = 0; tally.kills < wanted && tally.broken.length === 0; attempt += 1) {
    // From no database at all to the newest but one.
    const version = Math.floor(bench.random() * listMigrations().length);
    let step = nextStep(first, Math.floor(bench.random() * 60));
    const dataDir = join(bench.workspace.folder, `migrated-${part}-${attempt}`);
    await mkdir(dataDir);
    if (version > 0)
      await cp(join(original.dataDir, "contents"), join(dataDir, "contents"), { recursive: true });
    if (version > 0)
      makeOldDatabase(join(original.dataDir, "freehold.sqlite"), join(dataDir, "freehold.sqlite"), version);
    const node = await bench.workspace.node(`version ${version}`, { dataDir });
    // It dies several times in a row, each time in what the time before left.
    for (;;) {
      const outcome = await node.start({ fault: "die", ...step });
      await node.kill();
      if (outcome === "listening" || tally.kills >= wanted) break;
      tally.kills += 1;
      step = nextStep(step, 1 + Math.floor(bench.random() * 12));
    }
    if ((await node.start()) !== "listening") tally.broken.push(`${node.name} does not start: ${node.log()}`);
    else tally.broken.push(...(await compare(original, node, version)));
    if (version > 0) tally.acknowledged += original.state.things.size;
    await node.kill();
  }
  return tally;
}

async function compare(
  { state, schema }: Original,
  node: Parameters<typeof checkFolder>[0],
  version: number,
): Promise<string[]> {
  const broken = readSchema(node.dataDir) === schema ? [] : [`${node.name} came to other tables`];
  if (version === 0)
    return [...broken, ...(await checkFolder(node, { contents: new Set(), small: new Map() }))];
  const now = await readNode(node);
  for (const [thing, value] of state.things) {
    // What an older version had no table for can't be there.
    if (thing.startsWith("comment ")) continue;
    if (now.things.get(thing) !== value)
      broken.push(`${node.name}: ${thing} is ${now.things.get(thing)}, not ${value}`);
  }
  return [...broken, ...(await checkFolder(node, { ...now, contents: state.contents }))];
}

/** All tables and indexes, in the words that made them. */
function readSchema(dataDir: string): string {
  const database = new DatabaseSync(join(dataDir, "freehold.sqlite"), { readOnly: true });
  try {
    return JSON.stringify(database.prepare("select type, name, sql from sqlite_master order by 1, 2").all());
  } finally {
    database.close();
  }
}
