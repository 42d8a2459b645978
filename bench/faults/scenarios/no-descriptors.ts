import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Bench, Scenario, Tally } from "../scenario.ts";
import { type OperationName, tryOperation } from "../support/operations.ts";
import { createTestNetwork, type TestNetwork } from "../support/test-network.ts";

/** What the process may have open, and how many connections idle on it. */
const [allowed, idle] = [96, 160];

/** Somebody opens connections and says nothing, until the process can open nothing more. */
export const noDescriptors: Scenario = {
  about: `a node that may have ${allowed} files open gets ${idle} idle connections; it stays alive and is as before when they go.`,
  isLong: true,
  async run(bench) {
    const limits = `ulimit -n ${allowed}`;
    const network = await createTestNetwork(bench.workspace, {
      followers: 1,
      node: async (name) => (name.startsWith("publisher") ? { limits } : {}),
    });
    const broken: string[] = [];
    await publishSome(bench, network, "before");
    for (let time = 1; time <= (bench.isShort ? 1 : 3); time += 1) {
      const sockets = await openIdle(network.publisher.node.url);
      const answers = await publishSome(bench, network, `crowded ${time}`);
      await pause(1_000);
      if (!network.publisher.node.isRunning) broken.push("the node ended");
      for (const socket of sockets) socket.destroy();
      await pause(500);
      broken.push(...(await checkAlive(bench, network)));
      const after = await publishSome(bench, network, `after ${time}`);
      if (after.done !== 5) broken.push(`only ${after.done} of 5 were published when the crowd was gone`);
      bench.print(`crowd ${time}: ${answers.done} of 5 were published in it, ${after.done} of 5 after it`);
    }
    broken.push(...(await network.check()));
    return { kills: 0, acknowledged: network.acknowledged, broken } satisfies Tally;
  },
};

async function openIdle(url: string): Promise<Socket[]> {
  const port = Number(new URL(url).port);
  const sockets = Array.from({ length: idle }, () => connect(port, "127.0.0.1").on("error", () => {}));
  await Promise.race([
    Promise.all(sockets.map(async (socket) => await once(socket, "connect"))),
    pause(2_000),
  ]);
  return sockets;
}

async function publishSome({ random, seed }: Bench, network: TestNetwork, when: string) {
  const answers = { done: 0, refused: 0, "no answer": 0 };
  for (let number = 0; number < 5; number += 1) {
    const what: OperationName = number === 4 ? "upload" : "publish";
    const timeout = pause(5_000, "no answer" as const);
    const acting = { network, random, text: `Handles ${when} ${number} of ${seed}` };
    answers[await Promise.race([tryOperation(what, acting), timeout])] += 1;
  }
  return answers;
}

async function checkAlive({ workspace }: Bench, { publisher }: TestNetwork): Promise<string[]> {
  const replies = await Promise.all(
    ["/livez", "/readyz", "/ewp/publications"].map(
      async (path) => await workspace.call(`${publisher.node.url}${path}`),
    ),
  );
  return replies.every(({ status }) => status === 200) ? [] : ["it does not answer when the crowd is gone"];
}
