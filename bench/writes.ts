import "../packages/node/test/support/load-modules.ts";
import type { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Address, keccak256, recoverPublicKey, signDigestWith } from "@freehold/protocol";
import { readConfig } from "../packages/node/src/config/config.ts";
import { createSigner } from "../packages/node/src/domain/access/signer.ts";
import { createLog } from "../packages/node/src/observability/log.ts";
import { openNode } from "../packages/node/src/startup/open-node.ts";
import { insertConnection } from "../packages/node/src/store/peers/connections.ts";
import { ensurePeer } from "../packages/node/src/store/peers/peers.ts";
import { saveProfile } from "../packages/node/src/store/peers/profiles.ts";
import { connectionOf, profileOf } from "../packages/node/test/support/store-records.ts";
import { median } from "./measure.ts";
import { print } from "./print.ts";
import { addFigure, printHeads } from "./report.ts";
import { seedNode } from "./seed-node.ts";
import { startNode } from "./start-node.ts";

const connections = 50;
const rounds = 5;
const writes = 1_500;
const least = 0.1;
/** A page of the database; the floor writes one for each write. */
const page = Buffer.alloc(4_096, 1);

/**
 * Followers end their follows, each with a message of its own, over 50 keep-alive connections: accepted writes a second, and
 * durable commits for each of them. The floor recovers a signature and writes a page for each, and syncs as often.
 */
export async function benchWrites(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "freehold-bench-"));
  const children: ChildProcess[] = [];
  try {
    const { address } = await seedNode(folder, 10);
    const bodies = await addFollowers(folder, address, writes * rounds);
    const { port } = await startNode(folder, children);
    print(`\n${writes} signed writes over ${connections} connections; accepted a second.\n`);
    printHeads("commits");
    const all: { node: number; floor: number; commits: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = countCommits(folder);
      const rate = await send(port, bodies.splice(0, writes));
      const commits = countCommits(folder) - before;
      const floor = floorRate(folder, Math.max(1, Math.round(writes / commits)));
      all.push({ node: rate, floor, commits: commits / writes });
    }
    const node = median(all.map(({ node }) => node));
    const floor = median(all.map(({ floor }) => floor));
    const ratio = median(all.map(({ node, floor }) => node / floor));
    const commits = median(all.map(({ commits }) => commits)).toFixed(2);
    addFigure({ name: "writes: ends of follows", node, floor, ratio, least, more: { commits } });
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns the signed end of the follow of each */
async function addFollowers(dataDir: string, followeeAddress: Address, count: number): Promise<string[]> {
  const config = readConfig({ FREEHOLD_DATA: dataDir, FREEHOLD_LOG_LEVEL: "fatal" });
  await using node = await openNode(config, createLog(config));
  const timestamp = Math.floor(Date.now() / 1000);
  const signers = Array.from({ length: count }, (_, n) =>
    createSigner(createHash("sha256").update(`follower ${n}`).digest()),
  );
  await node.store.transaction(async (tx) => {
    for (const [n, { address: followerAddress }] of signers.entries()) {
      await saveProfile(tx, profileOf(n, { address: followerAddress }));
      await ensurePeer(tx, followerAddress);
      await insertConnection(tx, { ...connectionOf(n, n), followerAddress, followeeAddress });
    }
  });
  return signers.map(({ address: followerAddress, sign }) =>
    JSON.stringify(sign("DestroyConnection", { followerAddress, followeeAddress, timestamp })),
  );
}

/** @returns accepted writes a second */
async function send(port: number, bodies: string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const options = { agent, port, host: "127.0.0.1", path: "/ewp/connections", method: "DELETE" };
  const count = bodies.length;
  const start = performance.now();
  const work = async () => {
    for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) {
      const headers = { "content-type": "application/json", "content-length": body.length };
      const call = request({ ...options, headers }).end(body);
      const [reply] = await once(call, "response");
      if (reply.statusCode !== 204) throw new Error(`A write was answered ${reply.statusCode}.`);
      await once(reply.resume(), "end");
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return count / seconds;
}

/** The commits that are counted in the index of SQLite's write-ahead log (`WalIndexHdr.iChange`). */
function countCommits(dataDir: string): number {
  return readFileSync(join(dataDir, "freehold.sqlite-shm")).readUInt32LE(8);
}

/** @param group writes for each sync */
function floorRate(dataDir: string, group: number): number {
  const key = createHash("sha256").update("floor").digest();
  const { signature, recovery } = signDigestWith(key)(keccak256(key));
  const file = openSync(join(dataDir, "floor"), "w");
  const start = performance.now();
  for (let count = 1; count <= writes; count += 1) {
    recoverPublicKey(keccak256(key), signature, recovery as 0 | 1);
    writeSync(file, page);
    if (count % group === 0) fdatasyncSync(file);
  }
  const seconds = (performance.now() - start) / 1000;
  closeSync(file);
  return writes / seconds;
}
