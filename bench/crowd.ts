import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load, render } from "./measure.ts";
import { print } from "./print.ts";
import { seedNode } from "./seed-node.ts";
import { startNode } from "./start-node.ts";

const [posts, connections, seconds] = [300, 1_000, 30];
/** Ten addresses of this machine, as if the readers were ten networks. */
const from = Array.from({ length: 10 }, (_, n) => `127.0.0.${n + 1}`);
const [highestP99Ms, highestMegabytes] = [500, 180];

/**
 * The day when a post is on every front page: 1,000 keep-alive connections from ten addresses read the first page, a post and
 * the profile at once. Every answer must be 200, the slowest hundredth under 500 ms, and the node's memory under 180 MB.
 */
export async function benchCrowd(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "freehold-bench-"));
  const children: ChildProcess[] = [];
  try {
    const { slug } = await seedNode(folder, posts);
    const { port, pid } = await startNode(folder, children);
    const requests = ["/", `/slug/${slug}`, "/ewp/profile"].map((path) => render({ path }));
    const count = await load({ port, requests, from, connections, seconds, status: 200 });
    const { good, shed, failed, failedWith, p99 } = count;
    const megabytes = memoryOf(pid);
    print(
      `\n${connections} connections from ${from.length} addresses, ${seconds} s: /, a post, the profile.\n`,
    );
    print(
      `${Math.round(good / seconds)} good answers a second, ${shed} times 503, ${failed} failed (${failedWith}),`,
    );
    print(`99 % within ${p99.toFixed(0)} ms, ${megabytes.toFixed(0)} MB of memory afterwards.`);
    if (shed + failed > 0 || p99 > highestP99Ms || megabytes > highestMegabytes) process.exitCode = 1;
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
}

/** The resident memory of a process, in MB. */
function memoryOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_000;
}
