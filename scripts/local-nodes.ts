import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createCertificateAuthority } from "../packages/node/test/support/certificates.ts";
import { endChild, isListening } from "../packages/node/test/support/child-process.ts";
import { freePort } from "../packages/node/test/support/free-port.ts";

/** A node on this machine: its own data folder, its own process, and nobody's yet. */
export interface LocalNode {
  readonly name: string;
  readonly url: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The file of the command `freehold`. */
  readonly command: string;
  process: ReturnType<typeof spawn> | null;
}

const ownCommand = join(import.meta.dirname, "../packages/node/bin/freehold.js");
const timeoutMs = 60_000;
const deliveryMs = 30_000;

/**
 * Lets nodes be there that speak HTTPS with each other, with an authority of their own (`FREEHOLD_PEER_CA`): not started
 * and not installed. Whatever becomes of the work, they are stopped after it and nothing is left behind.
 *
 * @param work gets the nodes, and a folder for what it needs
 * @param options.command the file of the command `freehold`; by default that of this repository
 * @param options.environment what its processes get besides their settings
 */
export async function withLocalNodes(
  names: readonly string[],
  work: (nodes: LocalNode[], folder: string) => Promise<void>,
  {
    command = ownCommand,
    environment = {},
  }: { command?: string; environment?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "freehold-nodes-"));
  const nodes: LocalNode[] = [];
  try {
    nodes.push(...(await prepareNodes(folder, names, { command, environment })));
    await work(nodes, folder);
  } finally {
    await Promise.all(nodes.map(stopNode));
    await rm(folder, { recursive: true, force: true });
  }
}

async function prepareNodes(
  folder: string,
  names: readonly string[],
  { command, environment: more }: Pick<LocalNode, "command" | "environment">,
): Promise<LocalNode[]> {
  const authority = await createCertificateAuthority("Freehold on this machine");
  const certificate = await authority.issue(["localhost"]);
  const file = (name: string) => join(folder, name);
  await writeFile(file("ca.pem"), authority.certificate);
  await writeFile(file("cert.pem"), certificate.cert);
  await writeFile(file("key.pem"), certificate.key, { mode: 0o600 });
  await writeFile(file("password"), "a password for this folder\n", { mode: 0o600 });
  const nodes: LocalNode[] = [];
  for (const name of names) {
    const port = await freePort();
    await mkdir(file(name));
    const environment = {
      ...more,
      FREEHOLD_PORT: String(port),
      FREEHOLD_DATA: file(name),
      FREEHOLD_TLS_CERT: file("cert.pem"),
      FREEHOLD_TLS_KEY: file("key.pem"),
      FREEHOLD_PEER_CA: file("ca.pem"),
      FREEHOLD_ALLOW_PRIVATE_PEERS: "true",
      FREEHOLD_KEYSTORE_PASSWORD_FILE: file("password"),
      FREEHOLD_LOG_LEVEL: "fatal",
    };
    nodes.push({ name, url: `https://localhost:${port}`, environment, command, process: null });
  }
  return nodes;
}

/** An archive has a program that starts its own Node. */
function commandOf({ command }: LocalNode, args: string[]): [string, string[]] {
  return command.endsWith(".js") ? [process.execPath, [command, ...args]] : [command, args];
}

/** Starts a node, and waits until it listens. */
export async function startNode(node: LocalNode): Promise<void> {
  const child = spawn(...commandOf(node, ["start"]), {
    env: { ...process.env, ...node.environment },
    stdio: "ignore",
  });
  node.process = child;
  const port = Number(node.environment.FREEHOLD_PORT);
  const until = Date.now() + timeoutMs;
  while (!(await isListening(port))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${node.name}'s node did not start.`);
    await pause(50);
  }
}

/** Stops a node, and waits until it has ended. One that does not run is left alone. */
export async function stopNode(node: LocalNode): Promise<void> {
  const child = node.process;
  node.process = null;
  await endChild(child, "SIGTERM");
}

/** Runs the command line for a node and returns what it printed. */
export async function runFreehold(node: LocalNode, ...args: string[]): Promise<string> {
  const child = spawn(...commandOf(node, args), {
    env: { ...process.env, ...node.environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const [code] = (await once(child, "close")) as [number];
  if (code !== 0) throw new Error(`freehold ${args.join(" ")} (${node.name}) failed: ${errors || output}`);
  return output.trimEnd();
}

/**
 * Installs and starts two nodes. The second one follows the first one, which then publishes a post.
 *
 * @throws Error if the post does not come
 */
export async function publishAndFollow(ada: LocalNode, ben: LocalNode, folder: string): Promise<void> {
  for (const node of [ada, ben]) {
    await runFreehold(node, "init", "--url", node.url, "--title", node.name);
    await startNode(node);
  }
  await runFreehold(ben, "follow", ada.url);
  const post = join(folder, "hello.md");
  await writeFile(post, "# Hello\n\nFrom a package, with $x^2$.\n\n```js\nlet x = 1;\n```\n");
  await runFreehold(ada, "publish", post, "--slug", "hello");
  const until = Date.now() + deliveryMs;
  while (!(await runFreehold(ben, "timeline")).includes("Hello")) {
    if (Date.now() > until) throw new Error("The post did not come.");
    await pause(200);
  }
}
