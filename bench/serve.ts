import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../packages/node/test/support/free-port.ts";
import { measureInTurns } from "./measure.ts";
import { print } from "./print.ts";
import { seedNode } from "./seed-node.ts";

const publications = 10_000;
const text = `# A post\n\n${"Words that somebody wrote and signed. ".repeat(50)}\n`;

/**
 * Serves an index of 10,000 and asks for what peers ask for, beside a bare `node:http` server that sends the same
 * bytes. Each line is requests a second of both, and their ratio: 1.00 is as fast as the floor.
 */
export async function benchServing(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "freehold-bench-"));
  const children: ChildProcess[] = [];
  try {
    print(
      `An index of ${publications}, a post of ${text.length} bytes; 16 connections, the median of 5 rounds.\n`,
    );
    const { contentHash, timestamp } = await seedNode(folder, publications, text);
    const node = await startNode(folder, children);
    const paths = {
      "GET /ewp/profile": "/ewp/profile",
      "GET /ewp/publications, page 1": "/ewp/publications",
      "GET /ewp/publications, page 100": "/ewp/publications?page=100",
      "GET /ewp/contents, Markdown": `/ewp/contents/${contentHash}?timestamp=${timestamp}`,
    };
    print(`${"".padEnd(34)}${"node".padStart(10)}${"floor".padStart(10)}${"ratio".padStart(8)}`);
    for (const [name, path] of Object.entries(paths)) await compare(name, `${node}${path}`, children);
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
}

async function compare(name: string, url: string, children: ChildProcess[]): Promise<void> {
  const floor = await startFloor(url, children);
  const [ours = 0, bare = 1] = await measureInTurns([
    { name: "node", url },
    { name: "floor", url: floor },
  ]);
  print(
    `${name.padEnd(34)}${String(Math.round(ours)).padStart(10)}${String(Math.round(bare)).padStart(10)}` +
      `${(ours / bare).toFixed(2).padStart(8)}`,
  );
}

async function startNode(dataDir: string, children: ChildProcess[]): Promise<string> {
  const port = await freePort();
  const command = join(import.meta.dirname, "../packages/node/bin/freehold.js");
  const settings = ["--data", dataDir, "--port", String(port), "--rate-limit", "0", "--log-level", "error"];
  // As the first line of the command has it.
  const flags = ["--max-semi-space-size=4"];
  const child = spawn(process.execPath, [...flags, command, "start", ...settings], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  children.push(child);
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const ready = await fetch(`${url}/readyz`).catch(() => null);
    if (ready?.ok) return url;
    await pause(50);
  }
  throw new Error("The node did not start.");
}

/** A bare server that answers with the bytes and headers that the node gives for this URL. */
async function startFloor(url: string, children: ChildProcess[]): Promise<string> {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}.`);
  const body = Buffer.from(await reply.arrayBuffer()).toString("base64");
  const own = new Set(["connection", "keep-alive", "date", "transfer-encoding"]);
  const headers = Object.fromEntries([...reply.headers].filter(([name]) => !own.has(name)));
  const child = fork(join(import.meta.dirname, "floor-server.ts"));
  children.push(child);
  child.send({ status: reply.status, headers, body });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return `http://127.0.0.1:${port}`;
}
