import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createCertificateAuthority } from "../packages/node/test/support/certificates.ts";
import { freePort } from "../packages/node/test/support/free-port.ts";

/** A node of the demo: its own data folder, its own process, its own key. */
interface DemoNode {
  name: string;
  url: string;
  environment: Record<string, string>;
  process: ReturnType<typeof spawn> | null;
}

interface TimelineItem {
  publisher: string;
  contentHash: string;
  body: string | null;
  description: string | null;
}

const command = join(import.meta.dirname, "../packages/node/bin/freehold.js");
const patienceMs = 15_000;
/** A red square of 16 by 16 pixels. */
const picture =
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mO4w0AaYhjVMKph5GogFQEAL4mIEA8YjPwAAAAASUVORK5CYII=";

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function main(): Promise<void> {
  const started = Date.now();
  const folder = await mkdtemp(join(tmpdir(), "freehold-demo-"));
  const nodes: DemoNode[] = [];
  try {
    say("Three people, three nodes, all on this machine and over HTTPS.\n");
    nodes.push(...(await makeNodes(folder, ["Ada", "Ben", "Cleo"])));
    await show(folder, nodes);
    say(`\nDone in ${((Date.now() - started) / 1000).toFixed(1)} seconds. Nothing is left behind.`);
  } finally {
    await Promise.all(nodes.map(stop));
    await rm(folder, { recursive: true, force: true });
  }
}

async function show(folder: string, [ada, ben, cleo]: DemoNode[]): Promise<void> {
  if (!ada || !ben || !cleo) throw new Error("The demo takes three nodes.");
  say("They follow each other: each follow is signed, and both sides check it.");
  const everybody = [ada, ben, cleo];
  await Promise.all(
    everybody.map(async (follower) => {
      for (const other of everybody) if (other !== follower) await freehold(follower, "follow", other.url);
      say(`  ${follower.name} follows the other two.`);
    }),
  );

  say("\nAda publishes a post and a picture. Her signature is on both.");
  const post = join(folder, "hello.md");
  const image = join(folder, "square.png");
  await writeFile(post, "# Hello\n\nThese are *my* words, on my own node.\n");
  await writeFile(image, Buffer.from(picture, "base64"));
  await freehold(ada, "publish", post, "--slug", "hello");
  await freehold(ada, "publish", image, "--description", "A red square");
  await arrive([ben, cleo], 2);

  say("\nCleo's machine goes away. Ada and Ben go on writing.");
  await stop(cleo);
  await publishText(folder, ada, "While Cleo is away, I write on.");
  await publishText(folder, ben, "So do I.");
  await arrive([ada], 4);
  say("\nCleo comes back, and catches up by herself.");
  await start(cleo);
  await arrive([cleo], 4);
  await printTimeline(cleo);

  say("\nAnybody can check all of it:");
  say(await freehold(cleo, "verify", ada.url));
}

async function makeNodes(folder: string, names: string[]): Promise<DemoNode[]> {
  const authority = await createCertificateAuthority("Freehold demo");
  const certificate = await authority.issue(["localhost"]);
  const file = (name: string) => join(folder, name);
  await writeFile(file("ca.pem"), authority.certificate);
  await writeFile(file("cert.pem"), certificate.cert);
  await writeFile(file("key.pem"), certificate.key, { mode: 0o600 });
  await writeFile(file("password"), "a password for the demo\n", { mode: 0o600 });
  return await Promise.all(
    names.map(async (name) => {
      const port = await freePort();
      const data = file(name);
      await mkdir(data);
      const node: DemoNode = {
        name,
        url: `https://localhost:${port}`,
        process: null,
        environment: {
          FREEHOLD_PORT: String(port),
          FREEHOLD_DATA: data,
          FREEHOLD_TLS_CERT: file("cert.pem"),
          FREEHOLD_TLS_KEY: file("key.pem"),
          FREEHOLD_PEER_CA: file("ca.pem"),
          FREEHOLD_ALLOW_PRIVATE_PEERS: "true",
          FREEHOLD_KEYSTORE_PASSWORD_FILE: file("password"),
          FREEHOLD_LOG_LEVEL: "fatal",
        },
      };
      await freehold(node, "init", "--url", node.url, "--title", name);
      await start(node);
      say(`  ${name} lives at ${node.url}`);
      return node;
    }),
  );
}

async function publishText(folder: string, node: DemoNode, text: string): Promise<void> {
  const file = join(folder, `${node.name}.md`);
  await writeFile(file, `${text}\n`);
  await freehold(node, "publish", file);
  say(`  ${node.name}: “${text}”`);
}

/** Waits until each of the nodes has so many publications, and says what is there. */
async function arrive(nodes: DemoNode[], count: number): Promise<void> {
  await Promise.all(
    nodes.map(async (node) => {
      const until = Date.now() + patienceMs;
      while ((await timeline(node)).length < count) {
        if (Date.now() > until) throw new Error(`${node.name} did not get everything in time.`);
        await pause(400);
      }
    }),
  );
  for (const node of nodes) say(`  ${node.name} has all ${count} of them.`);
}

async function printTimeline(node: DemoNode): Promise<void> {
  say(`\n${node.name}'s timeline:`);
  for (const item of await timeline(node)) {
    const words = (item.body ?? item.description ?? "").replace(/\s+/g, " ").trim();
    say(`  ${item.publisher.padEnd(5)} ${words}`);
  }
}

async function timeline(node: DemoNode): Promise<TimelineItem[]> {
  return JSON.parse(await freehold(node, "timeline", "--json")) as TimelineItem[];
}

async function start(node: DemoNode): Promise<void> {
  const child = spawn(process.execPath, [command, "start"], {
    env: { ...process.env, ...node.environment },
    stdio: "ignore",
  });
  node.process = child;
  const port = Number(node.environment.FREEHOLD_PORT);
  const until = Date.now() + patienceMs;
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${node.name}'s node did not start.`);
    await pause(50);
  }
}

/** Whether somebody listens there. */
async function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const answered = new Promise<boolean>((resolve) => {
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  });
  return await answered.finally(() => socket.destroy());
}

async function stop(node: DemoNode): Promise<void> {
  const child = node.process;
  node.process = null;
  if (!child || child.exitCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** Runs the command line for a node and returns what it printed. */
async function freehold(node: DemoNode, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [command, ...args], {
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

await main();
