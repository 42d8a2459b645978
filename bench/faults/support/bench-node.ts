import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { endChild, isAlive } from "../../../packages/node/test/support/child-process.ts";
import { freePort } from "../../../packages/node/test/support/free-port.ts";
import { freehold, nodeFlags } from "../../../packages/node/test/support/node-flags.ts";
import { type CertificateFiles, nodeSettings } from "../../../packages/node/test/support/node-settings.ts";
import type { FaultReport } from "../preload/count-steps.ts";
import type { FaultOrder } from "../preload/inject-faults.ts";

const preload = join(import.meta.dirname, "../preload/inject-faults.ts");
const startTimeoutMs = 240_000;

/** Where the nodes of a scenario are, and the authority that all of them trust. */
export interface BenchFolder {
  readonly folder: string;
  readonly files: CertificateFiles;
}

export interface BenchNodeOptions {
  /** Settings beside the usual ones. */
  settings?: Record<string, string>;
  /** Its data folder; one of its own by default. */
  dataDir?: string;
  /** A shell's words before the command (`ulimit -n 64`). */
  limits?: string;
}

/** How a process ended. */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** `freehold start` as a process of its own: the real command, with a preload that can bring faults about. */
export interface BenchNode extends AsyncDisposable {
  readonly name: string;
  readonly url: string;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** The S3 bucket for its contents; without it they are in the data folder. */
  readonly s3Url: string | null;
  /** The owner's key. */
  readonly key: Uint8Array;
  readonly pid: number;
  readonly isRunning: boolean;
  /**
   * Resolves when it listens, or when it ended before that.
   * @param fault in force from the first step on
   */
  start(fault?: FaultOrder): Promise<"listening" | End>;
  /** Brings a fault about in the running process; resolves when it is in force. */
  fault(order: FaultOrder): Promise<FaultReport>;
  /** kill -9. */
  kill(): Promise<void>;
  /** SIGTERM, and the end of it. */
  stop(): Promise<End>;
  /** Resolves when the process has ended, however. */
  ended(): Promise<End>;
  /** What it printed to its error output since the last start: its log, and what made it end. */
  log(): string;
}

export async function createBenchNode(
  workspace: BenchFolder,
  name: string,
  { settings = {}, dataDir = join(workspace.folder, name), limits }: BenchNodeOptions,
): Promise<BenchNode> {
  await mkdir(dataDir, { recursive: true });
  const port = await freePort();
  const url = `https://localhost:${port}`;
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: join(workspace.folder, "compiled"),
    ...nodeSettings(workspace.files, { port, dataDir }),
    FREEHOLD_LOG_LEVEL: "error",
    ...settings,
  };
  let child: ChildProcess | null = null;
  let printed = "";

  function running(): ChildProcess & { pid: number } {
    if (!isAlive(child)) throw new Error(`${name} is not running.`);
    return child;
  }

  async function ended(): Promise<End> {
    if (isAlive(child)) await once(child, "exit");
    return { code: child?.exitCode ?? null, signal: child?.signalCode ?? null };
  }

  const node: BenchNode = {
    name,
    url,
    dataDir,
    databaseUrl: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL ?? null,
    s3Url: settings.S3_URL ?? null,
    key: randomBytes(32),
    get pid() {
      return running().pid;
    },
    get isRunning() {
      return isAlive(child);
    },
    async start(fault) {
      if (isAlive(child)) throw new Error(`${name} runs already.`);
      printed = "";
      const started = fork(freehold, ["start"], {
        env: { ...env, FAULT: JSON.stringify(fault ?? { fault: "none" }) },
        ...program(limits),
        stdio: ["ignore", "pipe", "pipe", "ipc"],
      });
      child = started;
      started.setMaxListeners(0);
      started.on("error", () => {});
      started.stderr?.setEncoding("utf8").on("data", (text: string) => {
        printed = (printed + text).slice(-100_000);
      });
      const listening = new Promise<"listening">((resolve) => {
        if (started.stdout)
          createInterface(started.stdout).on("line", (line) => {
            if (line.startsWith('{"url":')) resolve("listening");
          });
      });
      return await Promise.race([listening, ended(), orGiveUp(name)]);
    },
    async fault(order) {
      const asked = running();
      const answer = Promise.race([
        once(asked, "message").then(([report]) => report as FaultReport),
        once(asked, "exit").then(() => ({ steps: 0, name: null })),
      ]);
      // It may be dead already: then its end is the answer.
      asked.send(order, () => {});
      return await answer;
    },
    kill: () => endChild(child, "SIGKILL"),
    async stop() {
      running().kill("SIGTERM");
      return await ended();
    },
    ended,
    log: () => printed,
    async [Symbol.asyncDispose]() {
      await node.kill();
    },
  };
  return node;
}

/** As packages/node/bin/freehold.js is run, with the preload before it. */
function program(limits: string | undefined) {
  const execArgv = [...nodeFlags, "--import", preload];
  if (limits === undefined) return { execArgv };
  // A shell sets its own limits and becomes the command.
  return {
    execPath: "/bin/sh",
    execArgv: ["-c", `${limits}; exec "$0" "$@"`, process.execPath, ...execArgv],
  };
}

async function orGiveUp(name: string): Promise<never> {
  await pause(startTimeoutMs, undefined, { ref: false });
  throw new Error(`${name} did not start in ${startTimeoutMs / 1000} seconds.`);
}
