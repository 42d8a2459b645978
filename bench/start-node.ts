import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../packages/node/test/support/free-port.ts";
import { freehold, nodeFlags } from "../packages/node/test/support/node-flags.ts";
import { bindServer } from "./measure.ts";

/**
 * Starts the command on a data folder, as a user does, on a processor of its own and without a rate limit, and waits until it
 * is at rest: a start looks at the contents and the search afterwards.
 *
 * @param children gets the process, which is the caller's to end
 */
export async function startNode(
  dataDir: string,
  children: ChildProcess[],
  env: Record<string, string> = {},
): Promise<{ port: number; pid: number }> {
  const port = await freePort();
  const settings = ["--data", dataDir, "--port", String(port), "--rate-limit", "0"];
  const child = spawn(process.execPath, [...nodeFlags, freehold, "start", ...settings], {
    stdio: "ignore",
    env: { ...process.env, ...env },
  });
  children.push(child);
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (ready?.ok) {
      bindServer(child);
      const { pid = 0 } = child;
      await waitForRest(pid);
      return { port, pid };
    }
    await pause(50);
  }
  throw new Error("The node did not start.");
}

/** Resolves when a node has done what it does once after its start. */
async function waitForRest(pid: number): Promise<void> {
  for (let busy = true; busy; ) {
    const before = readCpu(pid);
    await pause(1_000);
    // On another system than Linux there is no telling.
    busy = process.platform === "linux" && readCpu(pid) - before > 30e6;
  }
}

/** The processor time of all threads of a process, in nanoseconds; on another system than Linux, the time that passed. */
export function readCpu(pid: number): number {
  if (process.platform !== "linux") return performance.now() * 1e6;
  const tasks = `/proc/${pid}/task`;
  const ofTask = (task: string) => Number(readFileSync(`${tasks}/${task}/schedstat`, "utf8").split(" ")[0]);
  return readdirSync(tasks).reduce((sum, task) => sum + ofTask(task), 0);
}
