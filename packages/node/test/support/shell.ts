import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freehold } from "./node-flags.ts";

/** Somebody at a shell, in a folder of their own, with the keystore's password in a file. */
export interface Shell extends AsyncDisposable {
  readonly folder: string;
  /** Runs `freehold` to its end. */
  run(args: readonly string[], options?: RunOptions): Promise<RunResult>;
  /** Starts `freehold` and leaves it running; it is killed with the shell. */
  launch(args: readonly string[], env?: Record<string, string>): ChildProcess;
}

export interface RunOptions {
  env?: Record<string, string>;
  input?: string | Buffer;
}

export interface RunResult {
  code: number;
  out: string;
  err: string;
  /** Standard output as JSON. */
  json(): ReturnType<typeof JSON.parse>;
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
  const password = join(folder, "password");
  await writeFile(password, "correct horse\n");
  const children = new Set<ChildProcess>();
  const launch: Shell["launch"] = (args, env = {}) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, FREEHOLD_KEYSTORE_PASSWORD_FILE: password, ...settings, ...env },
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
