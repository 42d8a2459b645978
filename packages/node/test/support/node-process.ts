import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Address, addressOfPrivateKey } from "@freehold/protocol";
import type { Publication } from "../../src/store/publications/publications.ts";
import { createOrders, endChild, isAlive } from "./child-process.ts";
import { freePort } from "./free-port.ts";
import { compileCache, nodeFlags } from "./node-flags.ts";
import type { Order } from "./node-program.ts";
import { nodeSettings } from "./node-settings.ts";
import type { TestNetwork } from "./test-network.ts";

type NewOrder = Order extends infer One ? (One extends Order ? Omit<One, "id"> : never) : never;

/** A node in a process of its own, to be killed without warning. */
export interface NodeProcess extends AsyncDisposable {
  readonly url: string;
  readonly dataDir: string;
  /** The address of its owner. */
  readonly owner: Address;
  /** @param aheadMs how far the node's clock is ahead */
  start(aheadMs?: number): Promise<void>;
  /** kill -9, and nothing else. */
  kill(): Promise<void>;
  /** Kills the processes that it has started, and not the node. @returns how many */
  killChildren(): Promise<number>;
  /** The id of the process that runs. */
  pid(): number;
  /** Rejects when the process dies before it has answered. */
  order(order: NewOrder): Promise<unknown>;
  publish(text: string): Promise<Publication>;
  /** Bytes: what it takes now, and the most it ever took. */
  memory(): Promise<{ now: number; peak: number }>;
}

export async function createNodeProcess(
  network: Pick<TestNetwork, "authorityFile" | "certificate">,
  settings: Record<string, string> = {},
): Promise<NodeProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), "freehold-process-"));
  const port = await freePort();
  const privateKey = randomBytes(32);
  const url = `https://localhost:${port}`;
  const [cert, key] = [join(dataDir, "cert.pem"), join(dataDir, "key.pem")];
  await writeFile(cert, network.certificate.cert);
  await writeFile(key, network.certificate.key);
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? compileCache,
    // As packages/node/bin/freehold.js sets it; its flags are below.
    NODE_ENV: "production",
    ...nodeSettings({ ca: network.authorityFile, cert, key }, { port, dataDir: join(dataDir, "data") }),
    TEST_PRIVATE_KEY: privateKey.toString("hex"),
    ...settings,
  };
  let child: ChildProcess | null = null;

  const running = () => {
    if (!isAlive(child)) throw new Error("The node is not running.");
    return child;
  };
  const node: NodeProcess = {
    url,
    dataDir: join(dataDir, "data"),
    owner: addressOfPrivateKey(privateKey),
    async start(aheadMs = 0) {
      child = fork(join(import.meta.dirname, "node-program.ts"), {
        env: { ...env, TEST_CLOCK_AHEAD_MS: String(aheadMs) },
        execArgv: nodeFlags,
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      });
      child.setMaxListeners(0);
      const started = await Promise.race([once(child, "message"), once(child, "exit").then(() => null)]);
      if (!started) throw new Error("The node did not start.");
    },
    kill: async () => endChild(running(), "SIGKILL"),
    async killChildren() {
      const { pid } = running();
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
      const pids = children.split(" ").filter(Boolean).map(Number);
      for (const one of pids) process.kill(one, "SIGKILL");
      return pids.length;
    },
    pid: () => running().pid,
    order: createOrders<NewOrder>(running),
    publish: (text) => node.order({ do: "publish", text }) as Promise<Publication>,
    async memory() {
      const status = await readFile(`/proc/${running().pid}/status`, "utf8");
      const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]);
      return { now: kilobytes("VmRSS") * 1024, peak: kilobytes("VmHWM") * 1024 };
    },
    async [Symbol.asyncDispose]() {
      await endChild(child, "SIGKILL");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return node;
}
