import { execFile, spawn, spawnSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, statfs, writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { recoverPublicKey } from "@freehold/protocol";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { isFull } from "../../../test/support/full.ts";
import { type GraphqlNode, openGraphqlNode } from "../../../test/support/graphql-node.ts";
import { findDiskObstacle, mountSmallDisk } from "../../../test/support/small-disk.ts";
import { hostForNames } from "../../blobs/files.ts";
import { scopes } from "../../domain/access/scopes.ts";
import { sweepUnfinished } from "../../domain/contents/sweep.ts";
import { restoreBackup } from "../../modules/backup/restore.ts";
import { writeExport } from "../../modules/export/archive/write.ts";
import { openImport } from "../../modules/export/import/run-import.ts";
import { limits } from "../limits.ts";
import { verifierFiles } from "../site/apps/verifier.ts";

const fromConsole = { "sec-fetch-site": "same-origin", "sec-fetch-dest": "empty" };
/** More than all buffers between the two hold. */
const largeBytes = 16 * 1024 * 1024;
const takeaways = ["/api/backup", "/api/export", "/api/site"];
/** They are made in the same way, and differ in what is in them. */
const madeAlike = isFull ? takeaways : takeaways.slice(0, 1);
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

const consoleHeaders = (token = session) => ({ ...fromConsole, cookie: `freehold_session=${token}` });
const download = (path: string, headers: Record<string, string>, of = node) =>
  fetch(new URL(path, of.endpoint), { headers });
const madeIn = (of = node) => readdir(join(of.ctx.config.dataDir, "download")).catch((): string[] => []);
/** The archives that this process has open though they have no name any more. */
async function openArchives(): Promise<string[]> {
  const files = await readdir("/proc/self/fd");
  const targets = await Promise.all(files.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => "")));
  return targets.filter((target) => target.startsWith(join(node.ctx.config.dataDir, "download")));
}

/** Every file below, by its place there. */
async function readTree(folder: string): Promise<Record<string, string>> {
  const files = (await readdir(folder, { withFileTypes: true, recursive: true })).filter((one) =>
    one.isFile(),
  );
  const read = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [relative(folder, path), await readFile(path, "base64")] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** Asks, and reads no more than the headers. */
function begin(path: string, headers: Record<string, string> = consoleHeaders()): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request(new URL(path, node.endpoint), { headers, agent: false }, resolve);
    asked.on("error", reject);
    asked.end();
  });
}

describe("GET /api/backup", () => {
  it("gives the owner's console a backup that a node can be made of, without the keystore, and keeps nothing", async () => {
    await node.publish("# A post");
    await node.publish("# A draft", { state: "draft" });
    await writeFile(node.ctx.config.keystore, '{"crypto":{}}');
    const reply = await download("/api/backup", consoleHeaders());
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
      const { manifest } = await restoreBackup({ config, recover: recoverPublicKey }, { file });
      expect(manifest).toMatchObject({ keystore: false, missing: [], contents: { count: 2 } });
      expect(manifest.rows.publications).toBe(2);
      expect(await readdir(config.dataDir)).not.toContain("keystore.json");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("GET /api/export", () => {
  it.each([
    ["", ["posts"]],
    ["?private=true", ["drafts", "posts"]],
    // Only what is plainly asked for is told.
    ["?private=yes", ["posts"]],
  ])(
    "gives the owner's console what `freehold export` writes%s, packed, and keeps nothing",
    async (query, parts) => {
      await node.publish("# A post");
      await node.publish("# A draft", { state: "draft" });
      const reply = await download(`/api/export${query}`, consoleHeaders());
      expect(reply.status).toBe(200);
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        "content-type": "application/gzip",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
        "content-disposition": expect.stringMatching(
          /^attachment; filename="freehold-export-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz"$/,
        ),
      });
      const bytes = Buffer.from(await reply.arrayBuffer());
      expect(reply.headers.get("content-length")).toBe(String(bytes.length));
      expect(await madeIn()).toEqual([]);

      const folder = await mkdtemp(join(tmpdir(), "freehold-taken-"));
      try {
        await writeFile(join(folder, "taken.tar.gz"), bytes);
        await promisify(execFile)("tar", ["-xzf", "taken.tar.gz"], { cwd: folder });
        const name = (await readdir(folder)).find((one) => !one.endsWith(".gz")) ?? "";
        expect(name).toMatch(/^freehold-export-.*Z$/);
        const written = join(folder, "written");
        const withPrivate = parts.includes("drafts");
        await writeExport(node.ctx, { folder: written, withPrivate, verifier: verifierFiles() });
        const taken = await readTree(join(folder, name));
        // They differ in the second.
        const alike = { "export.json": "", "manifest.jsonl": "" };
        expect({ ...taken, ...alike }).toEqual({ ...(await readTree(written)), ...alike });
        expect(new Set(Object.keys(taken).map(dirname))).toEqual(new Set([".", ...parts]));
        const found = await openImport(join(folder, "taken.tar.gz"));
        const report = await found?.run(node.ctx, {});
        await found?.close();
        expect(report).toMatchObject({ format: "freehold", refusals: [] });
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );
});

describe("GET /api/site", () => {
  it("gives the owner's console the site as files, packed, and keeps nothing", async () => {
    await node.publish("# A post on a static site", { slug: "static" });
    const reply = await download("/api/site", consoleHeaders());
    expect([reply.status, reply.headers.get("content-disposition")]).toEqual([
      200,
      expect.stringMatching(/filename="freehold-site-.*Z\.tar\.gz"$/),
    ]);
    const folder = await mkdtemp(join(tmpdir(), "freehold-taken-"));
    try {
      await writeFile(join(folder, "taken.tar.gz"), Buffer.from(await reply.arrayBuffer()));
      await promisify(execFile)("tar", ["-xzf", "taken.tar.gz", "--strip-components=1"], { cwd: folder });
      expect(await readFile(join(folder, "slug/static/index.html"), "utf8")).toContain(
        "A post on a static site",
      );
      expect(await readdir(folder)).toContain("verify.html");
    } finally {
      await rm(folder, { recursive: true });
    }
    expect(await madeIn()).toEqual([]);
  });
});

describe.each(takeaways)("GET %s", (path) => {
  it("is not there for anybody else", async () => {
    const tokens = [session, await node.token(...scopes), "no-token"];
    const cookie = `freehold_session=${session}`;
    const over = await node.signIn();
    await node.ask("mutation { signOut }", {}, { token: over });
    const others: Record<string, string>[] = [
      {},
      fromConsole,
      consoleHeaders("no-session"),
      consoleHeaders(over),
      consoleHeaders(await node.token(...scopes)),
      { cookie },
      { cookie, "sec-fetch-site": "same-origin", "sec-fetch-dest": "image" },
      { cookie, "sec-fetch-site": "same-origin", "sec-fetch-dest": "document" },
      { ...consoleHeaders(), "sec-fetch-site": "same-site" },
      { ...consoleHeaders(), "sec-fetch-site": "cross-site" },
      { ...consoleHeaders(), "sec-fetch-site": "none" },
      { ...consoleHeaders(), origin: "https://evil.example" },
      ...tokens.flatMap((token) => [
        { authorization: `Bearer ${token}` },
        { ...fromConsole, authorization: `Bearer ${token}` },
        { ...consoleHeaders(), authorization: `Bearer ${token}` },
      ]),
    ];
    const said = async (path: string, headers: Record<string, string>) => {
      const reply = await node.app.inject({ url: path, headers });
      const { date: _date, "x-request-id": _id, ...rest } = reply.headers;
      return [reply.statusCode, reply.body, rest];
    };
    for (const headers of others) {
      expect(await said(path, headers)).toEqual(await said("/api/nothing", headers));
      expect((await said(path, headers))[0]).toBe(404);
    }
    const head = await node.app.inject({ method: "HEAD", url: path, headers: consoleHeaders() });
    expect(head.statusCode).toBe(405);
    expect(await madeIn()).toEqual([]);
  });
});

describe.each(madeAlike)("GET %s", (path) => {
  it("is given up when its taker goes away before it is made", async () => {
    await node.publish(randomBytes(largeBytes), { filename: "noise", description: "Noise" });
    const leaving = request(new URL(path, node.endpoint), { headers: consoleHeaders(), agent: false });
    leaving.on("error", () => {}).end();
    await expect.poll(() => madeIn(), { interval: 1, timeout }).toHaveLength(1);
    leaving.destroy();
    await expect.poll(() => madeIn(), { timeout }).toEqual([]);
    await expect.poll(async () => (await download(path, consoleHeaders())).status, { timeout }).toBe(200);
    const names = { "/api/backup": "a backup", "/api/export": "an export", "/api/site": "the static site" };
    const name = Object.entries(names).find(([one]) => one === path)?.[1];
    expect(node.lines.filter(({ sentence }) => sentence === `the owner downloads ${name}`)).toHaveLength(1);
    expect(node.lines.filter(({ level }) => level === "error")).toEqual([]);
  });
});

describe("what is taken away", () => {
  const [path = ""] = takeaways;

  it("is one at a time, and the next one's turn when its taker goes away", async () => {
    expect(limits.downloads).toBe(1);
    await node.publish(randomBytes(largeBytes), { filename: "noise", description: "Noise" });
    const first = await begin(path);
    expect(first.statusCode).toBe(200);
    expect(await madeIn()).toEqual([]);
    if (process.platform === "linux") expect(await openArchives()).toHaveLength(1);
    for (const other of takeaways) {
      const second = await download(other, consoleHeaders());
      expect([second.status, await second.json()]).toEqual([429, { error: "RATE_LIMITED" }]);
      expect(second.headers.get("x-error-detail")).toMatch(/^Another backup or export is being created/);
      expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    first.destroy();
    if (process.platform === "linux") await expect.poll(openArchives, { timeout }).toEqual([]);
    await expect.poll(async () => (await begin(path)).destroy().statusCode, { timeout }).toBe(200);
    expect(node.lines.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("does not disturb what another process makes, and what one left that was killed is removed", async () => {
    const [{ pid: alive = 0 }, { pid: dead = 0 }] = [spawn("sleep", ["60"]), spawnSync("true")];
    onTestFinished(() => void process.kill(alive));
    const names = [alive, dead].map((pid) => `${hostForNames}.${pid}.${randomUUID()}`);
    for (const name of names)
      await mkdir(join(node.ctx.config.dataDir, "download", name), { recursive: true });
    for (const one of takeaways) {
      const made = async () => {
        const reply = await download(one, consoleHeaders());
        await reply.arrayBuffer();
        return reply.status;
      };
      await expect.poll(made, { timeout }).toBe(200);
    }
    expect((await madeIn()).sort()).toEqual(names.toSorted());
    await sweepUnfinished(node.ctx);
    expect(await madeIn()).toEqual(names.slice(0, 1));
  });

  it("takes longer to be made than a connection may be silent", async () => {
    await node.publish(randomBytes(largeBytes), { filename: "noise", description: "Noise" });
    node.app.server.setTimeout(50);
    const since = performance.now();
    const reply = await begin(path);
    expect(performance.now() - since).toBeGreaterThan(100);
    expect(reply.destroy().statusCode).toBe(200);
  });
});

const obstacle = await findDiskObstacle();
describe.skipIf(obstacle !== null)(
  `on a disk that is full${obstacle ? ` (skipped: ${obstacle})` : ""}`,
  () => {
    it.each(madeAlike)(
      "%s is refused in words, leaves nothing, and is made when there is room",
      async (path) => {
        await using disk = await mountSmallDisk(64 * 1024);
        await using full = await openGraphqlNode({ settings: { FREEHOLD_DATA: join(disk.folder, "data") } });
        const owner = consoleHeaders(await full.signIn());
        await full.publish(randomBytes(8 * 1024 * 1024), { filename: "noise", description: "Noise" });
        const ballast = join(disk.folder, "others");
        const { bavail, bsize } = await statfs(disk.folder);
        await writeFile(ballast, Buffer.alloc(bavail * bsize - 4 * 1024 * 1024));
        const reply = await download(path, owner, full);
        expect([reply.status, await reply.json()]).toEqual([507, { error: "NO_SPACE" }]);
        expect(reply.headers.get("x-error-detail")).toContain("disk of this node is full");
        expect(await madeIn(full)).toEqual([]);
        await rm(ballast);
        expect((await download(path, owner, full)).status).toBe(200);
      },
    );
  },
);
