import { setTimeout as pause } from "node:timers/promises";
import type { Bench, Scenario, Tally } from "../scenario.ts";
import { RefusedError } from "../support/owner.ts";
import { readNode } from "../support/read-node.ts";
import { createTestNetwork, type TestNetwork } from "../support/test-network.ts";

const hourMs = 60 * 60 * 1000;
/** Off by a little, by hours either way, and back: a battery that died, a time server that lied. */
const jumps = [0.5, -0.5, 5, 0, -7, 0.2, 30, -26, 0].map((hours) => hours * hourMs);

/** The clock of one node is set while it works. */
export const wrongClock: Scenario = {
  about:
    "a publisher's clock jumps by up to 30 hours, forth and back; nothing stalls, nothing storms, and its index stays in order.",
  isLong: true,
  async run(bench) {
    const network = await createTestNetwork(bench.workspace, { followers: 1 });
    const broken: string[] = [];
    for (const offsetMs of bench.isShort ? jumps.slice(0, 5) : jumps) {
      await network.publisher.node.fault({ fault: "clock", offsetMs });
      await publishAt(bench, network, offsetMs / hourMs, broken);
    }
    broken.push(...(await checkCalm(network)));
    broken.push(...(await network.check(150_000)), ...(await checkOrder(network)));
    return { kills: 0, acknowledged: network.acknowledged, broken } satisfies Tally;
  },
};

/** A second that lies behind the last one can't be signed; that is said, and nothing else goes wrong. */
async function publishAt(
  { seed, print }: Bench,
  { publisher }: TestNetwork,
  hours: number,
  broken: string[],
): Promise<void> {
  const { ledger } = publisher;
  let signed = 0;
  for (let number = 0; number < 3; number += 1) {
    const text = `Clock ${hours} ${number} of ${seed} ${Math.random()}`;
    try {
      const { id, contentHash } = await publisher.write(text);
      ledger.acknowledge(`publication ${id}`, `local ${contentHash} `);
      ledger.attempt(`publication ${id}`, `signed ${contentHash} *`);
      const { timestamp } = await publisher.sign(id);
      ledger.acknowledge(`publication ${id}`, `signed ${contentHash} ${timestamp}`);
      signed += 1;
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status >= 500 || error.code === "INTERNAL_ERROR") {
        broken.push(`with a clock ${hours} hours off: ${String(error)}`);
      } else print(`${hours} hours off: ${error.code}`);
    }
  }
  print(`${hours} hours off: ${signed} of 3 were signed`);
}

/** With nothing to do, a node does next to nothing, wherever its clock was. */
async function checkCalm({ publisher }: TestNetwork): Promise<string[]> {
  await pause(2_000);
  const before = await publisher.node.fault({ fault: "none" });
  await pause(3_000);
  const after = await publisher.node.fault({ fault: "none" });
  const steps = after.steps - before.steps;
  return steps > 100 ? [`it makes ${steps} steps in 3 seconds with nothing to do`] : [];
}

async function checkOrder({ publisher }: TestNetwork): Promise<string[]> {
  const { index } = await readNode(publisher.node);
  const seconds = index.map((proof) => Number(proof.split(":")[1]));
  const sorted = seconds.every((second, at) => at === 0 || second >= (seconds[at - 1] ?? 0));
  return sorted ? [] : ["the index is not in the order in which it was signed"];
}
