import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { access, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { Session } from "node:inspector/promises";
import { hostname, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Hash } from "@freehold/protocol";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Blobs, ListedBlob } from "./blobs.ts";
import { createDiskBlobs } from "./disk-blobs.ts";

const plenty = 2 ** 30;

let folder: string;
let blobs: Blobs;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-blobs-"));
  blobs = createDiskBlobs(join(folder, "content"));
});

afterEach(() => rm(folder, { recursive: true }));

function hashOf(bytes: Uint8Array): Hash {
  return `0x${createHash("sha256").update(bytes).digest("hex")}`;
}

async function* inPieces(bytes: Uint8Array, length = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) {
    yield bytes.subarray(at, at + length);
  }
}

async function listed(): Promise<ListedBlob[]> {
  const found: ListedBlob[] = [];
  for await (const blob of blobs.list()) {
    found.push(blob);
  }
  return found;
}

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

test("a blob stands under its hash for its owner alone", async () => {
  const { hash } = await blobs.put(inPieces(randomBytes(10)), { maxBytes: plenty });
  const path = join(folder, "content", hash.slice(2, 4), hash);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(path, ".."))).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, "content"))).mode & 0o777).toBe(0o700);
  expect(await filesBelow(folder)).toEqual([path]);
});

/**
 * Lists the calls to the disk while `work` runs, as Node itself traces them: `open ab` for a path in the folder of contents.
 * An fsync is listed when it is done, everything else when it begins.
 */
async function traceDisk(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  const events: { ph: string; ts: number; name: string; args: Record<string, string> }[] = [];
  session.on("NodeTracing.dataCollected", ({ params }) => events.push(...(params.value as typeof events)));
  await session.post("NodeTracing.start", { traceConfig: { includedCategories: ["node.fs.async"] } });
  await work();
  const complete = once(session, "NodeTracing.tracingComplete");
  await session.post("NodeTracing.stop");
  await complete;
  session.disconnect();
  return events
    .toSorted((a, b) => a.ts - b.ts)
    .filter(({ ph, name }) => ph === (/sync$/.test(name) ? "e" : "b"))
    .filter(({ name }) => ["open", "write", "fsync", "fdatasync", "rename", "access"].includes(name))
    .map(({ name, args: { new_path, path = new_path } }) =>
      path === undefined ? name : `${name} ${relative(join(folder, "content"), path)}`,
    );
}

test("bytes and their place in the folder are on the disk before a put resolves, also of a blob that was there", async () => {
  const bytes = Buffer.from("survives a power loss");
  const hash = hashOf(bytes);
  const shard = hash.slice(2, 4);
  const put = async () => {
    await blobs.put(inPieces(bytes), { maxBytes: plenty });
    // Stands for whatever is done with the blob afterwards.
    await access(join(folder, "content", "acknowledged")).catch(() => {});
  };
  const acknowledged = "access acknowledged";
  const first = await traceDisk(put);
  // The folder above has the new folder; then the bytes, the name, and the folder that has the name.
  expect(first.slice(first.indexOf("write"))).toEqual([
    "write",
    "open ",
    "fsync",
    "fsync",
    `rename ${shard}/${hash}`,
    `open ${shard}`,
    "fsync",
    acknowledged,
  ]);
  const again = await traceDisk(put);
  expect(again.slice(again.indexOf("write"))).toEqual(["write", `open ${shard}`, "fsync", acknowledged]);
});

test("a file that a failing disk cut is made whole by the next put", async () => {
  const bytes = Buffer.from("whole and well");
  const { hash } = await blobs.put(inPieces(bytes), { maxBytes: plenty });
  await writeFile(join(folder, "content", hash.slice(2, 4), hash), "whole");
  await blobs.put(inPieces(bytes), { maxBytes: plenty });
  expect(await buffer(blobs.read(hash))).toEqual(bytes);
});

test("the list shows blobs alone", async () => {
  expect(await listed()).toEqual([]);
  const { hash } = await blobs.put(inPieces(randomBytes(100)), { maxBytes: plenty });
  await writeFile(join(folder, "content", hash.slice(2, 4), "notes.txt"), "not ours");
  await writeFile(join(folder, "content", "tmp", "part"), "half");
  expect((await listed()).map((entry) => entry.hash)).toEqual([hash]);
});

test("a sweep removes what a crash left, and not what is being written here or beside us", async () => {
  expect(await blobs.sweepTemporary()).toBe(0);
  const temporary = join(folder, "content", "tmp");
  await mkdir(temporary, { recursive: true });
  const unique = "00000000-0000-4000-8000-000000000000";
  const here = hostname().replaceAll(/[^A-Za-z0-9-]/g, "-");
  const mine = join(temporary, `${here}.${process.pid}.${unique}`);
  const dead = join(temporary, `${here}.4194304.${unique}`);
  const beside = join(temporary, `${here}.${process.ppid}.${unique}`);
  const elsewhere = join(temporary, `other-host.1.${unique}`);
  const long = join(temporary, `other-host.2.${unique}`);
  for (const path of [mine, dead, beside, elsewhere, long]) {
    await writeFile(path, "half");
  }
  await utimes(long, 1000, 1000);
  const writing = Promise.withResolvers<void>();
  const swept = Promise.withResolvers<void>();
  async function* slow() {
    yield Buffer.from("first ");
    writing.resolve();
    await swept.promise;
    yield Buffer.from("second");
  }
  const put = blobs.put(slow(), { maxBytes: plenty });
  await writing.promise;
  expect(await blobs.sweepTemporary()).toBe(3);
  swept.resolve();
  expect(await put).toMatchObject({ size: 12 });
  expect((await filesBelow(temporary)).toSorted()).toEqual([beside, elsewhere].toSorted());
});

test("200 MB go through without staying in memory", { timeout: 60_000 }, async () => {
  const pieces = 3200;
  let highest = 0;
  async function* large() {
    const piece = randomBytes(65_536);
    for (let count = 0; count < pieces; count += 1) {
      // A buffer of its own each time, as they come from a socket.
      yield Buffer.from(piece);
      const { arrayBuffers, heapUsed } = process.memoryUsage();
      highest = Math.max(highest, arrayBuffers + heapUsed);
    }
  }
  const before = process.memoryUsage();
  const stored = await blobs.put(large(), { maxBytes: plenty });
  expect(stored.size).toBe(pieces * 65_536);
  let read = 0;
  for await (const chunk of blobs.read(stored.hash)) {
    read += chunk.length;
  }
  expect(read).toBe(stored.size);
  const { arrayBuffers, heapUsed } = before;
  expect(highest - arrayBuffers - heapUsed).toBeLessThan(96 * 1024 * 1024);
});
