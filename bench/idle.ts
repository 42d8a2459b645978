import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Address } from "@freehold/protocol";
import { openStore } from "../packages/node/src/store/open-store.ts";
import { insertConnection } from "../packages/node/src/store/peers/connections.ts";
import { saveProfile } from "../packages/node/src/store/peers/profiles.ts";
import { connectionOf, profileOf } from "../packages/node/test/support/store-records.ts";
import { print } from "./print.ts";
import { seedNode } from "./seed-node.ts";
import { startNode } from "./start-node.ts";

const posts = 20;
const followers = 5;
/** After this time a node has done what it does at its start. */
const settleMs = 15_000;
const measuredMs = 10_000;
const most = 20;

/**
 * Counts how often an idle node wakes up in 10 s, beside a bare `node:http` server that nobody calls: the voluntary context
 * switches of all threads. At most 20.
 */
export async function benchIdle(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "freehold-bench-"));
  const children: ChildProcess[] = [];
  try {
    const { address } = await seedNode(folder, posts);
    await addFollowers(folder, address);
    const node = await startNode(folder, children);
    const floor = fork(join(import.meta.dirname, "floor-server.ts"));
    children.push(floor);
    floor.send({ status: 200, headers: {}, body: "" });
    await once(floor, "message");
    await pause(settleMs);
    const before = await Promise.all([countWakes(node.pid), countWakes(floor.pid)]);
    await pause(measuredMs);
    const after = await Promise.all([countWakes(node.pid), countWakes(floor.pid)]);
    const [wakes = 0, bare = 0] = after.map((count, index) => count - (before[index] ?? 0));
    print(`\nAn idle node woke up ${wakes} times in 10 s (at most ${most}), a bare server ${bare} times.\n`);
    if (wakes > most) process.exitCode = 1;
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
}

async function addFollowers(dataDir: string, self: Address): Promise<void> {
  await using store = await openStore({ dataDir, databaseUrl: null });
  await store.transaction(async (tx) => {
    for (let number = 2; number < 2 + followers; number += 1) {
      await saveProfile(tx, profileOf(number));
      await insertConnection(tx, { ...connectionOf(number, 1), followeeAddress: self });
    }
  });
}

async function countWakes(pid: number | undefined): Promise<number> {
  const tasks = `/proc/${pid}/task`;
  const counts = (await readdir(tasks)).map(async (task) => {
    const status = await readFile(join(tasks, task, "status"), "utf8");
    return Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1]);
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
