import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { access, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { Session } from "node:inspector/promises";
import { hostname, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { Readable } from "node:stream";
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

test("what was put is read back, and stands under its hash for its owner alone", async () => {
  const bytes = randomBytes(12_345);
  const stored = await blobs.put(inPieces(bytes), { maxBytes: plenty });
  expect(stored).toEqual({ hash: hashOf(bytes), size: 12_345 });
  expect(await buffer(blobs.read(stored.hash))).toEqual(bytes);
  expect(Buffer.from(await blobs.readAll(stored.hash, 12_345))).toEqual(bytes);
  const path = join(folder, "content", stored.hash.slice(2, 4), stored.hash);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(path, ".."))).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, "content"))).mode & 0o777).toBe(0o700);
  expect(await filesBelow(folder)).toEqual([path]);
});

test("no bytes are content too", async () => {
  const stored = await blobs.put(inPieces(new Uint8Array()), { maxBytes: 0 });
  expect(stored).toEqual({ hash: hashOf(new Uint8Array()), size: 0 });
  expect(await blobs.size(stored.hash)).toBe(0);
});

test("exactly the allowed size passes, a byte more does not, and the source is told to stop", async () => {
  const bytes = randomBytes(5000);
  expect(await blobs.put(inPieces(bytes), { maxBytes: 5000 })).toMatchObject({ size: 5000 });
  let stopped = false;
  async function* endless() {
    try {
      for (;;) {
        yield randomBytes(1000);
      }
    } finally {
      stopped = true;
    }
  }
  await expect(blobs.put(endless(), { maxBytes: 4999 })).rejects.toMatchObject({ code: "BLOB_TOO_LARGE" });
  expect(stopped).toBe(true);
  expect(await filesBelow(folder)).toHaveLength(1);
});

test("bytes with another hash than expected leave nothing", async () => {
  const expected = hashOf(Buffer.from("what was promised"));
  const put = blobs.put(inPieces(Buffer.from("what came")), { maxBytes: plenty, expected });
  await expect(put).rejects.toMatchObject({ code: "BLOB_MISMATCH" });
  expect(await filesBelow(folder)).toEqual([]);
  expect(await blobs.size(expected)).toBeNull();
});

test("the bytes that were expected are taken", async () => {
  const bytes = Buffer.from("as promised");
  const stored = await blobs.put(inPieces(bytes), { maxBytes: plenty, expected: hashOf(bytes) });
  expect(await blobs.size(stored.hash)).toBe(bytes.length);
});

test("an abort ends a put at once, also when the source hangs, and leaves nothing", async () => {
  const controller = new AbortController();
  const reason = new Error("the owner stops the node");
  async function* hanging(): AsyncGenerator<Uint8Array> {
    yield randomBytes(1000);
    setImmediate(() => controller.abort(reason));
    await new Promise(() => {});
  }
  const put = blobs.put(hanging(), { maxBytes: plenty, signal: controller.signal });
  await expect(put).rejects.toBe(reason);
  expect(await filesBelow(folder)).toEqual([]);
});

test("an abort destroys a stream that hangs", async () => {
  const controller = new AbortController();
  const source = new Readable({ read() {} });
  const put = blobs.put(source, { maxBytes: plenty, signal: controller.signal });
  setImmediate(() => controller.abort());
  await expect(put).rejects.toThrow(/abort/i);
  expect(source.destroyed).toBe(true);
});

test("a signal that was given before takes nothing", async () => {
  const put = blobs.put(inPieces(randomBytes(10)), { maxBytes: plenty, signal: AbortSignal.abort() });
  await expect(put).rejects.toThrow(/abort/i);
  expect(await filesBelow(folder)).toEqual([]);
});

test("a source that fails in the middle leaves nothing, and its error is told", async () => {
  async function* failing() {
    yield randomBytes(1000);
    throw new Error("reset in the middle");
  }
  await expect(blobs.put(failing(), { maxBytes: plenty })).rejects.toThrow("reset in the middle");
  expect(await filesBelow(folder)).toEqual([]);
});

/**
 * What is asked of the disk while `work` runs, as Node itself traces it: `open ab` for a path in the folder of contents.
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
    ...["write", "open ", "fsync"],
    ...["fsync", `rename ${shard}/${hash}`, `open ${shard}`, "fsync", acknowledged],
  ]);
  const again = await traceDisk(put);
  expect(again.slice(again.indexOf("write"))).toEqual(["write", `open ${shard}`, "fsync", acknowledged]);
});

test("the same bytes many times at once are one file", async () => {
  const bytes = randomBytes(300_000);
  const puts = Array.from({ length: 20 }, () => blobs.put(inPieces(bytes, 7000), { maxBytes: plenty }));
  const stored = await Promise.all(puts);
  expect(new Set(stored.map(({ hash }) => hash))).toEqual(new Set([hashOf(bytes)]));
  expect(await filesBelow(folder)).toHaveLength(1);
  expect(await buffer(blobs.read(hashOf(bytes)))).toEqual(bytes);
});

test("the same bytes again start the age of the blob anew", async () => {
  const { hash } = await blobs.put(inPieces(Buffer.from("again")), { maxBytes: plenty });
  await utimes(join(folder, "content", hash.slice(2, 4), hash), 1000, 1000);
  expect(await listed()).toEqual([{ hash, modifiedAt: 1_000_000 }]);
  await blobs.put(inPieces(Buffer.from("again")), { maxBytes: plenty });
  const [renewed] = await listed();
  expect(renewed?.modifiedAt).toBeGreaterThan(1_000_000);
});

test("a file that a failing disk cut is made whole by the next put", async () => {
  const bytes = Buffer.from("whole and well");
  const { hash } = await blobs.put(inPieces(bytes), { maxBytes: plenty });
  await writeFile(join(folder, "content", hash.slice(2, 4), hash), "whole");
  await blobs.put(inPieces(bytes), { maxBytes: plenty });
  expect(await buffer(blobs.read(hash))).toEqual(bytes);
});

test("ranges are inclusive on both sides and end with the content", async () => {
  const { hash } = await blobs.put(inPieces(Buffer.from("0123456789")), { maxBytes: plenty });
  const range = async (start: number, end: number) => String(await buffer(blobs.read(hash, { start, end })));
  expect(await range(0, 0)).toBe("0");
  expect(await range(3, 5)).toBe("345");
  expect(await range(8, 100)).toBe("89");
  expect(await range(10, 20)).toBe("");
  expect(() => blobs.read(hash, { start: 5, end: 4 })).toThrow(RangeError);
  expect(() => blobs.read(hash, { start: -1, end: 4 })).toThrow(RangeError);
});

test("what is not here has no size and can't be read", async () => {
  const hash = hashOf(Buffer.from("never put"));
  expect(await blobs.size(hash)).toBeNull();
  await expect(blobs.readAll(hash, plenty)).rejects.toMatchObject({ code: "BLOB_NOT_FOUND" });
  await expect(buffer(blobs.read(hash))).rejects.toThrow("ENOENT");
  await blobs.remove(hash);
});

test("reading all into memory has a bound", async () => {
  const { hash } = await blobs.put(inPieces(randomBytes(100)), { maxBytes: plenty });
  await expect(blobs.readAll(hash, 99)).rejects.toMatchObject({ code: "BLOB_TOO_LARGE" });
});

test("what was removed is gone", async () => {
  const { hash } = await blobs.put(inPieces(randomBytes(100)), { maxBytes: plenty });
  await blobs.remove(hash);
  expect(await blobs.size(hash)).toBeNull();
  expect(await listed()).toEqual([]);
});

test("nothing but a hash ever becomes a path", async () => {
  for (const name of [
    `0x${"../".repeat(21)}a`,
    "../../etc/passwd",
    `0x${"A".repeat(64)}`,
    `0x${"a".repeat(64)}\n`,
  ]) {
    // What a caller without types could hand in.
    const hash = name as Hash;
    expect(() => blobs.read(hash)).toThrow(TypeError);
    expect(() => blobs.size(hash)).toThrow(TypeError);
    expect(() => blobs.remove(hash)).toThrow(TypeError);
  }
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
