import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../packages/node/test/support/free-port.ts";
import type { S3Server } from "../../packages/node/test/support/s3-server.ts";
import { type BenchFolder, type BenchNode, createBenchNode, type End } from "../faults/support/bench-node.ts";
import { startFront } from "./front.ts";

/** A node of several processes: two answer requests behind one address, two work on the queues. */
export interface Group extends BenchNode {
  readonly members: readonly BenchNode[];
}

const roles = ["web", "web", "worker", "worker"] as const;

export interface GroupOptions {
  databaseUrl: string;
  s3: S3Server;
  /** Any that is free by default. */
  port?: number;
  /** The database; a new one by default. */
  dataDir?: string;
  /** More settings of each of its processes. */
  settings?: Record<string, string>;
}

/** Creates a node of four processes on one PostgreSQL and one S3, behind nginx. */
export async function createGroup(
  workspace: BenchFolder,
  name: string,
  { databaseUrl, s3, port: wanted, dataDir = join(workspace.folder, name), ...options }: GroupOptions,
): Promise<Group> {
  const port = wanted ?? (await freePort());
  const url = `https://localhost:${port}`;
  const { endpoint, bucket, prefix, accessKeyId, secretAccessKey } = s3.location;
  const settings = {
    DATABASE_URL: databaseUrl,
    S3_URL: `${endpoint.replace("://", `://${accessKeyId}:${secretAccessKey}@`)}/${bucket}/${prefix.slice(0, -1)}`,
    FREEHOLD_URL: url,
    FREEHOLD_TLS_CERT: "",
    FREEHOLD_TLS_KEY: "",
    FREEHOLD_TRUST_PROXY: "127.0.0.1",
    ...options.settings,
  };
  const members: BenchNode[] = [];
  for (const [index, role] of roles.entries()) {
    const member = { settings: { ...settings, FREEHOLD_ROLE: role }, dataDir };
    members.push(await createBenchNode(workspace, `${name}, ${role} ${index}`, member));
  }
  const [first, ...others] = members as [BenchNode, ...BenchNode[]];
  const webPorts = members.slice(0, 2).map((member) => Number(new URL(member.url).port));
  const front = await startFront(workspace, { port, webPorts });
  const group: Group = {
    members,
    name,
    url,
    dataDir,
    databaseUrl,
    fault: (order) => first.fault(order),
    key: randomBytes(32),
    s3Url: settings.S3_URL,
    get pid() {
      return first.pid;
    },
    get isRunning() {
      return members.every((member) => member.isRunning);
    },
    async start() {
      const start = async (member: BenchNode) => (member.isRunning ? "listening" : await member.start());
      // The first makes the tables.
      const outcomes = [await start(first), ...(await Promise.all(others.map(start)))];
      return outcomes.find((outcome) => outcome !== "listening") ?? "listening";
    },
    async kill() {
      await Promise.all(members.map((member) => member.kill()));
    },
    async stop() {
      const ends = await Promise.all(members.filter(({ isRunning }) => isRunning).map((one) => one.stop()));
      return ends.find(({ code }) => code !== 0) ?? (ends[0] as End);
    },
    async ended() {
      await Promise.all(others.map((member) => member.ended()));
      return await first.ended();
    },
    log: () => members.map((member) => `${member.name}: ${member.log()}`).join("\n"),
    async [Symbol.asyncDispose]() {
      await group.kill();
      await front[Symbol.asyncDispose]();
    },
  };
  return group;
}

/**
 * Kills one of a group's processes at a random moment, and starts it again.
 *
 * @returns its name
 */
export async function killOne({ members }: Group, random: () => number): Promise<string> {
  const victim = members[Math.floor(random() * members.length)] as BenchNode;
  await pause(random() * 1_000);
  await victim.kill();
  await pause(random() * 500);
  if ((await victim.start()) !== "listening")
    throw new Error(`${victim.name} does not start: ${victim.log()}`);
  return victim.name;
}
