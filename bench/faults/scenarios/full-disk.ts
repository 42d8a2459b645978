import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { RefusedError } from "../../../packages/node/test/support/http-owner.ts";
import { findDiskObstacle, mountSmallDisk } from "../../../packages/node/test/support/small-disk.ts";
import type { Bench, Scenario, Tally } from "../scenario.ts";
import { createTestNetwork, type TestNetwork } from "../support/test-network.ts";

/** Of the disk that is made: the database's log alone takes up to 16 MB, and as much again while it is taken into the file. */
const megabytes = 48;

/** What makes a disk full, and gives it room again. */
interface Disk {
  fill(network: TestNetwork): unknown;
  empty(network: TestNetwork): unknown;
}

/** A real disk, with a size; making one takes root. */
export const fullDisk: Scenario = {
  about: `a disk of ${megabytes} MB runs full: writers get an error, readers notice nothing, and writing continues when there is room.`,
  isLong: true,
  obstacle: findDiskObstacle,
  async run(bench) {
    await using disk = await mountSmallDisk(megabytes * 1024);
    return await runFull(bench, disk.folder, disk);
  },
};

/** The same without a right to make disks: in the process, each write fails as it would on a full one. */
export const noSpace: Scenario = {
  about: "each write to a file fails for lack of space, and the database may not grow.",
  run: async (bench) =>
    await runFull(bench, join(bench.workspace.folder, "data"), {
      fill: ({ publisher }) => publisher.node.fault({ fault: "space", bytes: 0 }),
      empty: ({ publisher }) => publisher.node.fault({ fault: "space", bytes: null }),
    }),
};

async function runFull(bench: Bench, folder: string, disk: Disk): Promise<Tally> {
  const dataDir = (name: string) =>
    join(name.startsWith("publisher") ? folder : bench.workspace.folder, name);
  const network = await createTestNetwork(bench.workspace, {
    followers: 1,
    node: async (name) => ({ dataDir: dataDir(name) }),
  });
  const broken: string[] = [];
  await writeMany(bench, network, "before", broken);
  for (let time = 1; time <= (bench.isShort ? 1 : 3); time += 1) {
    await disk.fill(network);
    const refused = await writeMany(bench, network, `full ${time}`, broken);
    if (refused === 0) broken.push("nobody was told that the disk is full");
    broken.push(...(await readEverything(bench, network)));
    // The queues write as well: they must outlast it.
    await pause(2_500);
    if (!network.publisher.node.isRunning) broken.push("the node ended");
    await disk.empty(network);
    const stillRefused = await writeMany(bench, network, `room ${time}`, broken);
    if (stillRefused > 0) broken.push(`${stillRefused} writes were refused when there was room again`);
    bench.print(
      `full for the ${time}. time: ${refused} writes were refused, and ${stillRefused} when there was room again`,
    );
  }
  broken.push(...(await network.check()));
  return { kills: 0, acknowledged: network.acknowledged, broken };
}

/** @returns how many of them were refused for lack of space */
async function writeMany(
  { seed }: Bench,
  { publisher }: TestNetwork,
  when: string,
  broken: string[],
): Promise<number> {
  const { ledger } = publisher;
  let refused = 0;
  for (let number = 0; number < 12; number += 1) {
    const text = `Disk ${when} ${number} of ${seed} ${"and more ".repeat(2_000)}`;
    try {
      const { id, contentHash } = await publisher.create(text, { state: "LOCAL" });
      ledger.acknowledge(`publication ${id}`, `local ${contentHash} `);
      ledger.attempt(`publication ${id}`, `signed ${contentHash} *`);
      const { timestamp } = await publisher.sign(id);
      ledger.acknowledge(`publication ${id}`, `signed ${contentHash} ${timestamp}`);
    } catch (error) {
      if (error instanceof RefusedError && error.code === "NO_SPACE") refused += 1;
      else broken.push(`a write (${when}) failed otherwise: ${String(error)}`);
    }
  }
  return refused;
}

async function readEverything({ workspace }: Bench, { publisher }: TestNetwork): Promise<string[]> {
  const { url } = publisher.node;
  const index = await workspace.call(`${url}/ewp/publications?limit=5`);
  const { data } = JSON.parse(index.body.toString("utf8")) as { data?: Array<{ contentHash: string }> };
  const paths = ["/livez", "/", ...(data ?? []).map(({ contentHash }) => `/ewp/contents/${contentHash}`)];
  const replies = await Promise.all(
    paths.map(async (path) => [path, (await workspace.call(`${url}${path}`)).status]),
  );
  return replies
    .filter(([, status]) => status !== 200)
    .map(([path, status]) => `${path} answered ${status} on a full disk`);
}
