import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { placeLightKeystore } from "./light-keystore.ts";
import { freehold } from "./node-flags.ts";
import { type RunOptions, type RunResult, runHere } from "./run-here.ts";

const password = "tulip wagon 4 sea";

/** Somebody at a shell, in a folder of their own, with the keystore's password in a file. */
export interface Shell extends AsyncDisposable {
  readonly folder: string;
  /** Runs `freehold` to its end. */
  run(args: readonly string[], options?: RunOptions): Promise<RunResult>;
  /** The same without a process of its own, where that is not what is tested: it costs a fraction. */
  runHere(args: readonly string[], options?: RunOptions): Promise<RunResult>;
  /** Makes `init` take a key that costs nothing to unlock. @param data the data folder; `data` by default */
  placeKeystore(data?: string, privateKey?: Uint8Array): Promise<void>;
  /** Starts `freehold` and leaves it running; it is killed with the shell. */
  launch(args: readonly string[], env?: Record<string, string>): ChildProcess;
}

/**
 * @param settings environment of every command, besides PATH and the password file
 * @param program what `freehold` is
 */
export async function openShell(
  settings: Record<string, string> = {},
  program: string = freehold,
): Promise<Shell> {
  const folder = await mkdtemp(join(tmpdir(), "freehold-cli-"));
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, `${password}\n`);
  const environment = { FREEHOLD_KEYSTORE_PASSWORD_FILE: passwordFile, ...settings };
  const children = new Set<ChildProcess>();
  const launch: Shell["launch"] = (args, env = {}) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...environment, ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    children.add(child);
    child.once("close", () => children.delete(child));
    return child;
  };
  return {
    folder,
    launch,
    async run(args, { env, input } = {}) {
      const child = launch(args, env);
      let out = "";
      let err = "";
      child.stdout?.on("data", (chunk) => {
        out += chunk;
      });
      child.stderr?.on("data", (chunk) => {
        err += chunk;
      });
      child.stdin?.end(input);
      const [code] = await once(child, "close");
      return { code: Number(code), out, err, json: () => JSON.parse(out) };
    },
    runHere: (args, { env, input } = {}) =>
      runHere(folder, args, { env: { ...environment, ...env }, ...(input !== undefined && { input }) }),
    placeKeystore: (data = "data", privateKey) =>
      placeLightKeystore(join(folder, data), password, privateKey),
    async [Symbol.asyncDispose]() {
      const ends = [...children].map((child) => once(child, "close"));
      for (const child of children) {
        child.kill("SIGKILL");
      }
      await Promise.all(ends);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The first line that a child prints, as JSON: what `start --json` says once it listens. */
export async function readStartLine(
  child: ChildProcess,
): Promise<{ url: string; port: number; installed: boolean }> {
  let out = "";
  const listening = Promise.withResolvers<void>();
  child.stdout?.on("data", (chunk) => {
    out += chunk;
    if (out.includes("\n")) {
      listening.resolve();
    }
  });
  child.once("close", () => listening.reject(new Error("It ended before it listened.")));
  await listening.promise;
  return JSON.parse(out);
}
