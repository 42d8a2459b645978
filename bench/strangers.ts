import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { startReader } from "../packages/node/test/support/fairness/measure-fairness.ts";
import { quantile } from "../packages/node/test/support/generate-load.ts";
import { createNodeProcess } from "../packages/node/test/support/node-process.ts";
import { createTestNetwork } from "../packages/node/test/support/test-network.ts";
import { print } from "./print.ts";
import { attacks } from "./strangers/attacks.ts";
import { openStranger } from "./strangers/stranger.ts";

const posts = 50;
/** Pages that are read alone, and in each round beside an attack. */
const reads = 150;
const round = 30;
const highestRatio = 5;
const mostBytesMore = 150e6;
/** By how much (ms) a start after an attack may be later than the usual one. */
const mostMsLater = 1_000;

/**
 * Has a stranger at 127.0.0.2 send what once stopped a node, one after the other, while 127.0.0.3 reads: the process lives and
 * starts again in its usual time, its memory grows by at most 150 MB (that of the processes that read documents for it is shown
 * beside it; they have limits of their own), and the reader is never refused
 * and waits at most five times as long as alone. It fails where that does not hold.
 */
export async function benchStrangers({ rows }: { rows?: string | undefined } = {}): Promise<void> {
  await using network = await createTestNetwork();
  const key = randomBytes(32);
  await using node = await createNodeProcess(network, {
    FREEHOLD_TLS_CERT: "",
    FREEHOLD_TLS_KEY: "",
    FREEHOLD_RATE_LIMIT: "6000",
    TEST_PRIVATE_KEY: key.toString("hex"),
  });
  await node.start();
  await node.order({ do: "install", url: node.url, title: "Ada" });
  const text = "Words of a post, one after the other. ".repeat(230);
  for (let count = 1; count <= posts; count += 1) await node.publish(`# Post ${count}\n\n${text}`);
  const post = await node.publish(`# The one that is read\n\n${text.repeat(20)}`);
  const start = async () => {
    const began = performance.now();
    await node.start();
    return performance.now() - began;
  };
  await node.kill();
  const usual = await start();
  print(
    row(
      "attack",
      "alone ms",
      "beside ms",
      "times",
      "refused",
      "MB more",
      "MB beside",
      "start ms more",
      "statuses",
    ),
  );
  for (const attack of attacks.filter(({ name }) => name.includes(rows ?? ""))) {
    await using resources = new AsyncDisposableStack();
    const stranger = resources.use(await openStranger(network, node, { key, post }));
    const url = node.url.replace("https:", "http:").replace("localhost", "127.0.0.1");
    const read = startReader(resources, url, ["/", stranger.path, "/ewp/profile"]);
    await read(round);
    const alone = await read(reads);
    const before = bytesOf(node.pid());
    const most = { own: before, others: 0 };
    const watch = setInterval(() => {
      most.own = Math.max(most.own, bytesOf(node.pid()));
      most.others = Math.max(most.others, bytesOfOthers(node.pid()));
    }, 100);
    resources.defer(() => clearInterval(watch));
    let isOver = false;
    const attacking = attack.run(stranger).finally(() => {
      isOver = true;
    });
    const beside: number[] = [];
    let refused = 0;
    while (!isOver || beside.length + refused < reads) {
      const some = await read(round);
      beside.push(...some.ms);
      refused += some.refused;
    }
    const died = await attacking.then(
      () => null,
      (error: unknown) => error,
    );
    clearInterval(watch);
    const times = median(beside) / median(alone.ms);
    const later = died
      ? Number.NaN
      : await node
          .kill()
          .then(start)
          .then((ms) => ms - usual);
    const isGood =
      !died &&
      refused === 0 &&
      times <= highestRatio &&
      most.own - before <= mostBytesMore &&
      later <= mostMsLater;
    print(
      row(
        attack.name,
        median(alone.ms).toFixed(2),
        median(beside).toFixed(2),
        times.toFixed(2),
        refused,
        ((most.own - before) / 1e6).toFixed(0),
        (most.others / 1e6).toFixed(0),
        later.toFixed(0),
        `${JSON.stringify(stranger.statuses)}${isGood ? "" : `  not as it should be ${died ?? ""}`}`,
      ),
    );
    if (!isGood) process.exitCode = 1;
    if (died) return;
  }
}

const median = (ms: readonly number[]) =>
  quantile(
    ms.toSorted((a, b) => a - b),
    0.5,
  );

/** The memory of a process, in bytes. */
function bytesOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readIfThere(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
}

/** The memory of all processes that one started, in bytes. */
function bytesOfOthers(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readIfThere(`/proc/${pid}/task/${task}/children`).split(" ").filter(Boolean).map(Number),
  );
  return children.reduce((sum, child) => sum + bytesOf(child), 0);
}

/** What /proc says of something that may just have ended. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function row(name: string, ...cells: (string | number)[]): string {
  return `${name.padEnd(52)}${cells.map((cell) => String(cell).padEnd(11)).join("")}\n`;
}
