import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { limits } from "./limits.ts";

const program = fileURLToPath(new URL("./find-damage-program.ts", import.meta.url));

/**
 * Reads the whole SQLite database of a data folder and tells what is broken in it. SQLite reads without a pause, so that
 * is done in a process of its own, which can be ended in the middle.
 *
 * @returns a line for each damage; null when the signal came first
 */
export async function findDamage(dataDir: string, signal: AbortSignal): Promise<string[] | null> {
  if (signal.aborted) return null;
  const reading = promisify(execFile)(process.execPath, [program, dataDir], {
    maxBuffer: limits.damageBytes,
    // It needs nothing of it, and the environment holds secrets.
    env: {},
  });
  // The option of the same name sends a signal that may be put off.
  const end = () => reading.child.kill("SIGKILL");
  signal.addEventListener("abort", end, { once: true });
  try {
    return JSON.parse((await reading).stdout) as string[];
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    signal.removeEventListener("abort", end);
  }
}
