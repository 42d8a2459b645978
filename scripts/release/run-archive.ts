import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { endChild, isListening } from "../../packages/node/test/support/child-process.ts";
import { freePort } from "../../packages/node/test/support/free-port.ts";

const startMs = 60_000;

/**
 * Unpacks an archive into a folder.
 *
 * @returns the folder of the program, and the environment of a machine that has a shell and nothing else
 */
export function unpack(
  archive: string,
  folder: string,
): { program: string; environment: Record<string, string> } {
  execFileSync("tar", ["--extract", "--file", archive, "--directory", folder]);
  const PATH = join(folder, "path");
  mkdirSync(PATH, { recursive: true });
  for (const tool of ["readlink"]) symlinkSync(join("/usr/bin", tool), join(PATH, tool));
  return { program: join(folder, basename(archive, ".tar.gz")), environment: { PATH } };
}

/** A node on a free port, without TLS, with a password file for its keystore. */
export interface PlainNode extends AsyncDisposable {
  readonly url: string;
  readonly environment: Record<string, string>;
}

/** Starts a node, and waits until it listens. @param data its folder, which may be missing */
export async function startPlainNode(
  command: string,
  base: Readonly<Record<string, string>>,
  data: string,
): Promise<PlainNode> {
  const port = await freePort();
  mkdirSync(data, { recursive: true });
  const password = join(data, "../password");
  writeFileSync(password, "tulip wagon 4 sea\n", { mode: 0o600 });
  const environment = {
    ...base,
    FREEHOLD_DATA: data,
    FREEHOLD_PORT: String(port),
    FREEHOLD_KEYSTORE_PASSWORD_FILE: password,
    FREEHOLD_RELEASES_URL: "off",
    FREEHOLD_LOG_LEVEL: "error",
  };
  const child = spawn(command, ["start"], { env: environment, stdio: ["ignore", "ignore", "inherit"] });
  const until = Date.now() + startMs;
  while (!(await isListening(port))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error("The node did not start.");
    await pause(20);
  }
  return {
    url: `http://localhost:${port}`,
    environment,
    [Symbol.asyncDispose]: () => endChild(child, "SIGTERM"),
  };
}
