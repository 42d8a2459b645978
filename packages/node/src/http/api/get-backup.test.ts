import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readlink, rm, statfs, writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type GraphqlNode, openGraphqlNode } from "../../../test/support/graphql-node.ts";
import { findDiskObstacle, mountSmallDisk } from "../../../test/support/small-disk.ts";
import { scopes } from "../../domain/access/caller.ts";
import { restoreBackup } from "../../domain/backup/restore-backup.ts";
import { recoverNatively } from "../../peers/recover.ts";
import { limits } from "../limits.ts";

const fromDesk = { "sec-fetch-site": "same-origin", "sec-fetch-dest": "empty" };
/** More than all buffers between the two hold. */
const largeBytes = 32 * 1024 * 1024;
/** Milliseconds: the machine may be busy. */
const timeout = 30_000;

let node: GraphqlNode;
let session: string;
vi.setConfig({ testTimeout: 90_000 });
beforeEach(async () => {
  node = await openGraphqlNode();
  session = await node.signIn();
});
afterEach(() => node[Symbol.asyncDispose]());

const desk = (token = session) => ({ ...fromDesk, cookie: `freehold_session=${token}` });
const download = (headers: Record<string, string>, of = node) =>
  fetch(new URL("/api/backup", of.endpoint), { headers });
const madeIn = async (of = node) =>
  (await readdir(of.ctx.config.dataDir)).filter((name) => name === "download");
/** The archives that this process has open though they have no name any more. */
async function openArchives(): Promise<string[]> {
  const files = await readdir("/proc/self/fd");
  const targets = await Promise.all(files.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => "")));
  return targets.filter((target) => target.startsWith(join(node.ctx.config.dataDir, "download")));
}

/** Asks, and reads no more than the headers. */
function begin(headers: Record<string, string> = desk()): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request(new URL("/api/backup", node.endpoint), { headers, agent: false }, resolve);
    asked.on("error", reject);
    asked.end();
  });
}

describe("GET /api/backup", () => {
  it("gives the owner's desk a backup that a node can be made of, without the keystore, and keeps nothing", async () => {
    await node.publish("# A post");
    await node.publish("# A draft", { state: "draft" });
    await writeFile(node.ctx.config.keystore, '{"crypto":{}}');
    const reply = await download(desk());
    expect(reply.status).toBe(200);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "content-type": "application/zstd",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "content-disposition": expect.stringMatching(
        /^attachment; filename="freehold-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.zst"$/,
      ),
    });
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(reply.headers.get("content-length")).toBe(String(bytes.length));
    expect(await madeIn()).toEqual([]);

    const folder = await mkdtemp(join(tmpdir(), "freehold-taken-"));
    try {
      const file = join(folder, "backup.tar.zst");
      await writeFile(file, bytes);
      const config = { dataDir: join(folder, "data"), databaseUrl: null };
      const { manifest } = await restoreBackup({ config, recover: recoverNatively }, { file });
      expect(manifest).toMatchObject({ keystore: false, missing: [], contents: { count: 2 } });
      expect(manifest.rows.publications).toBe(2);
      expect(await readdir(config.dataDir)).not.toContain("keystore.json");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("is not there for anybody else", async () => {
    const tokens = [session, await node.token(...scopes), "no-token"];
    const cookie = `freehold_session=${session}`;
    const over = await node.signIn();
    await node.ask("mutation { signOut }", {}, { token: over });
    const others: Record<string, string>[] = [
      {},
      fromDesk,
      desk("no-session"),
      desk(over),
      desk(await node.token(...scopes)),
      { cookie },
      { cookie, "sec-fetch-site": "same-origin", "sec-fetch-dest": "image" },
      { cookie, "sec-fetch-site": "same-origin", "sec-fetch-dest": "document" },
      { ...desk(), "sec-fetch-site": "same-site" },
      { ...desk(), "sec-fetch-site": "cross-site" },
      { ...desk(), "sec-fetch-site": "none" },
      { ...desk(), origin: "https://evil.example" },
      ...tokens.flatMap((token) => [
        { authorization: `Bearer ${token}` },
        { ...fromDesk, authorization: `Bearer ${token}` },
        { ...desk(), authorization: `Bearer ${token}` },
      ]),
    ];
    const said = async (path: string, headers: Record<string, string>) => {
      const reply = await node.app.inject({ url: path, headers });
      const { date: _date, "x-request-id": _id, ...rest } = reply.headers;
      return [reply.statusCode, reply.body, rest];
    };
    for (const headers of others) {
      expect(await said("/api/backup", headers)).toEqual(await said("/api/nothing", headers));
      expect((await said("/api/backup", headers))[0]).toBe(404);
    }
    const head = await node.app.inject({ method: "HEAD", url: "/api/backup", headers: desk() });
    expect(head.statusCode).toBe(404);
    expect(await madeIn()).toEqual([]);
    expect((await download(desk())).status).toBe(200);
  });

  it("is one at a time, and the next one's turn when its taker goes away", async () => {
    expect(limits.backups).toBe(1);
    await node.publish(randomBytes(largeBytes), { filename: "noise", description: "Noise" });
    const first = await begin();
    expect(first.statusCode).toBe(200);
    expect(await madeIn()).toEqual([]);
    if (process.platform === "linux") expect(await openArchives()).toHaveLength(1);
    const second = await download(desk());
    expect([second.status, await second.json()]).toEqual([429, { error: "RATE_LIMITED" }]);
    expect(second.headers.get("x-error-detail")).toMatch(/^Another backup is being made/);
    expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(0);
    first.destroy();
    if (process.platform === "linux") await expect.poll(openArchives, { timeout }).toEqual([]);
    await expect.poll(async () => (await begin()).destroy().statusCode, { timeout }).toBe(200);
    expect(node.lines.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("is given up when its taker goes away before it is made", async () => {
    await node.publish(randomBytes(largeBytes), { filename: "noise", description: "Noise" });
    const leaving = request(new URL("/api/backup", node.endpoint), { headers: desk(), agent: false });
    leaving.on("error", () => {}).end();
    await expect.poll(() => madeIn(), { interval: 1, timeout }).toEqual(["download"]);
    leaving.destroy();
    await expect.poll(() => madeIn(), { timeout }).toEqual([]);
    await expect.poll(async () => (await download(desk())).status, { timeout }).toBe(200);
    expect(node.lines.filter(({ sentence }) => sentence === "the owner takes a backup away")).toHaveLength(1);
    expect(node.lines.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("does away with what a process that was killed left", async () => {
    const { dataDir } = node.ctx.config;
    await mkdir(join(dataDir, "download", ".half"), { recursive: true });
    expect((await download(desk())).status).toBe(200);
    expect(await madeIn()).toEqual([]);
  });

  it("takes longer to be made than a connection may be silent", async () => {
    await node.publish(randomBytes(largeBytes), { filename: "noise", description: "Noise" });
    node.app.server.setTimeout(50);
    const since = performance.now();
    const reply = await begin();
    expect(performance.now() - since).toBeGreaterThan(100);
    expect(reply.destroy().statusCode).toBe(200);
  });
});

const obstacle = await findDiskObstacle();
describe.skipIf(obstacle !== null)(
  `on a disk that is full${obstacle ? ` (skipped: ${obstacle})` : ""}`,
  () => {
    it("is refused in words, leaves nothing, and is made when there is room", async () => {
      await using disk = await mountSmallDisk(64 * 1024);
      await using full = await openGraphqlNode({ settings: { FREEHOLD_DATA: join(disk.folder, "data") } });
      const owner = desk(await full.signIn());
      await full.publish(randomBytes(8 * 1024 * 1024), { filename: "noise", description: "Noise" });
      const ballast = join(disk.folder, "others");
      const { bavail, bsize } = await statfs(disk.folder);
      await writeFile(ballast, Buffer.alloc(bavail * bsize - 4 * 1024 * 1024));
      const reply = await download(owner, full);
      expect([reply.status, await reply.json()]).toEqual([507, { error: "NO_SPACE" }]);
      expect(reply.headers.get("x-error-detail")).toContain("disk of this node is full");
      expect(await madeIn(full)).toEqual([]);
      await rm(ballast);
      expect((await download(owner, full)).status).toBe(200);
    });
  },
);
