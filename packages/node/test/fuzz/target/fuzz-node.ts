import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOrders, endChild, isAlive } from "../../support/child-process.ts";
import { freePort } from "../../support/free-port.ts";
import { compileCache, nodeFlags } from "../../support/node-flags.ts";
import type { Holdings, Order, Trouble } from "./fuzz-program.ts";
import type { GuardedState } from "./guarded-state.ts";
import type { Inventory } from "./inventory.ts";

/** A node in a process of its own, and what the process tells of itself. */
export interface FuzzNode extends AsyncDisposable {
  readonly port: number;
  isAlive(): boolean;
  /** Fills the node where something is missing, and gives new credentials out. */
  inventory(): Promise<Inventory>;
  guarded(): Promise<GuardedState>;
  /** Failures that were logged, or caught by nobody, since the last time. */
  troubles(): Promise<readonly Trouble[]>;
  /** Requests that it still works on after a while in which nobody asked anything; NaN where it does not say. */
  open(): Promise<number>;
  /** How rows of queues ended since the start, by queue and result. */
  ended(): Promise<Readonly<Record<string, number>>>;
  holdings(): Promise<Holdings>;
}

/** The key of the owner, the same for the same seed. */
function ownerKey(seed: number): Buffer {
  return createHash("sha256").update(`the owner of ${seed}`).digest();
}

export interface FuzzNodeOptions {
  readonly seed: number;
  readonly isInstalled: boolean;
  /** PEM file of the authority that the peers' certificates are from. */
  readonly authorityFile?: string;
}

export async function openFuzzNode({ seed, isInstalled, authorityFile }: FuzzNodeOptions): Promise<FuzzNode> {
  const dataDir = await mkdtemp(join(tmpdir(), "freehold-fuzz-"));
  const port = await freePort();
  const child = fork(join(import.meta.dirname, "fuzz-program.ts"), {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? compileCache,
      // As packages/node/bin/freehold.js sets it; its flags are below.
      NODE_ENV: "production",
      FREEHOLD_PORT: String(port),
      FREEHOLD_DATA: dataDir,
      FREEHOLD_URL: "https://fuzzed.example",
      FREEHOLD_TRUST_PROXY: "1",
      FREEHOLD_ALLOW_PRIVATE_PEERS: "true",
      FREEHOLD_RATE_LIMIT: "0",
      FREEHOLD_CONNECTIONS_PER_ADDRESS: "0",
      FREEHOLD_METRICS: "any",
      ...(authorityFile && { FREEHOLD_PEER_CA: authorityFile }),
      TEST_PRIVATE_KEY: ownerKey(seed).toString("hex"),
      TEST_FILL: String(isInstalled),
    },
    execArgv: nodeFlags,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  child.setMaxListeners(0);
  const started = await Promise.race([once(child, "message"), once(child, "exit").then(() => null)]);
  if (!started) throw new Error("The node did not start.");
  const order = createOrders<NewOrder>(() => child);
  return {
    port,
    isAlive: () => isAlive(child),
    inventory: () => order({ do: "inventory" }) as Promise<Inventory>,
    guarded: () => order({ do: "guarded" }) as Promise<GuardedState>,
    troubles: () => order({ do: "troubles" }) as Promise<Trouble[]>,
    open: () => order({ do: "open" }) as Promise<number>,
    ended: () => order({ do: "ended" }) as Promise<Record<string, number>>,
    holdings: () => order({ do: "holdings" }) as Promise<Holdings>,
    async [Symbol.asyncDispose]() {
      await endChild(child, "SIGKILL");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type NewOrder = Order extends infer One ? (One extends Order ? Omit<One, "id"> : never) : never;
