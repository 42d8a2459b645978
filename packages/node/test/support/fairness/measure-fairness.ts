import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { quantile } from "../generate-load.ts";
import { createNodeProcess } from "../node-process.ts";
import { createTestNetwork } from "../test-network.ts";
import type { Attack, Statuses } from "./attack-program.ts";
import type { Read } from "./read-program.ts";

export const attacks: readonly Attack[] = ["aliases", "search", "unread", "bodies"];

const attacker = "127.0.0.2";
const reader = "127.0.0.3";
const posts = 150;

/** How a reader fared beside an attacker. */
export interface Fairness {
  /** Milliseconds: the reader's median alone, and beside the attacker. */
  readonly alone: number;
  readonly beside: number;
  readonly refused: number;
  /** By how many bytes the node's memory grew at most. */
  readonly growth: number;
  /** How the attacker was answered. */
  readonly statuses: Statuses;
}

/** A node with posts, attacked from one loopback address and read from another, each in a process of its own. */
export interface FairnessBench extends AsyncDisposable {
  /** @param reads how many pages are read, alone and beside the attacker */
  attack(kind: Attack, reads: number): Promise<Fairness>;
}

export async function openFairnessBench(settings: Record<string, string> = {}): Promise<FairnessBench> {
  await using resources = new AsyncDisposableStack();
  const network = resources.use(await createTestNetwork());
  const node = resources.use(
    await createNodeProcess(network, {
      FREEHOLD_TLS_CERT: "",
      FREEHOLD_TLS_KEY: "",
      FREEHOLD_RATE_LIMIT: "6000",
      ...settings,
    }),
  );
  await node.start();
  await node.order({ do: "install", url: "https://ada.example", title: "Ada" });
  const text = "Words of a post, one after the other. ".repeat(230);
  for (let post = 1; post <= posts; post += 1) await node.publish(`# Post ${post}\n\n${text}`);
  const last = await node.publish("# The last one\n");
  const url = node.url.replace("https:", "http:");
  const read = startReader(resources, url, ["/", `/slug/${last.slug}`, "/ewp/profile"]);
  await read(30);
  const owned = resources.move();
  return {
    async attack(kind, reads) {
      await using attacking = new AsyncDisposableStack();
      const alone = await read(reads);
      const before = (await node.memory()).now;
      let most = before;
      const program = start(attacking, "attack-program.ts", [kind, url, attacker]);
      const watch = setInterval(async () => {
        most = Math.max(most, (await node.memory()).now);
      }, 100);
      attacking.defer(() => clearInterval(watch));
      // What an attacker gets before the limits notice is part of it.
      const beside = await read(reads);
      program.send("tell");
      const [statuses] = (await once(program, "message")) as [Statuses];
      return {
        alone: quantile(alone.ms, 0.5),
        beside: quantile(beside.ms, 0.5),
        refused: alone.refused + beside.refused,
        growth: most - before,
        statuses,
      };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/**
 * Starts a reader at an address of its own, in a process of its own.
 *
 * @returns a function that has it read so many pages, one after the other
 */
export function startReader(
  resources: AsyncDisposableStack,
  url: string,
  paths: readonly string[],
): (count: number) => Promise<Read> {
  const reading = start(resources, "read-program.ts", [url, reader, ...paths]);
  return async (count) => {
    reading.send(count);
    const [found] = (await once(reading, "message")) as [Read];
    return found;
  };
}

function start(resources: AsyncDisposableStack, program: string, args: string[]): ChildProcess {
  const child = fork(join(import.meta.dirname, program), args, { execArgv: [] });
  resources.defer(async () => {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  });
  return child;
}
