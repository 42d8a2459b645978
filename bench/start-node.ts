import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../packages/node/test/support/free-port.ts";
import { bindServer } from "./measure.ts";

/**
 * Starts the command on a data folder, as a user does, on a processor of its own and without a rate limit.
 *
 * @param children gets the process, which is the caller's to end
 */
export async function startNode(
  dataDir: string,
  children: ChildProcess[],
  env: Record<string, string> = {},
): Promise<{ port: number; pid: number }> {
  const port = await freePort();
  const command = join(import.meta.dirname, "../packages/node/bin/freehold.js");
  const settings = ["--data", dataDir, "--port", String(port), "--rate-limit", "0"];
  // As the first line of the command has it.
  const flags = ["--max-semi-space-size=4", "--max-old-space-size=1024"];
  const child = spawn(process.execPath, [...flags, command, "start", ...settings], {
    stdio: "ignore",
    env: { ...process.env, ...env },
  });
  children.push(child);
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (ready?.ok) {
      bindServer(child);
      return { port, pid: child.pid ?? 0 };
    }
    await pause(50);
  }
  throw new Error("The node did not start.");
}
