import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, open, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hash } from "@freehold/protocol";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDiskCache, type DiskCache } from "./disk-cache.ts";

let folder: string;
let cache: DiskCache;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-cache-"));
  cache = createDiskCache(folder, 8_000);
});
afterEach(() => rm(folder, { recursive: true }));

function hashOf(bytes: Uint8Array): Hash {
  return `0x${createHash("sha256").update(bytes).digest("hex")}`;
}

async function* of(...pieces: Uint8Array[]) {
  yield* pieces;
}

async function add(name: string, bytes: Uint8Array = randomBytes(1_000), to = cache): Promise<boolean> {
  return await to.add(name, bytes.length, of(bytes));
}

async function names(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}

/** Sets the time at which a file was last read (s). */
async function readAt(name: string, time: number): Promise<void> {
  const { mtime } = await stat(join(folder, name));
  await utimes(join(folder, name), time, mtime);
}

test("those that were not read for longest make room, and it never takes more than its bytes", async () => {
  for (let at = 0; at < 8; at += 1) {
    expect(await add(`f${at}`)).toBe(true);
    await readAt(`f${at}`, 1_000 + at);
  }
  // It is read, so that it stays.
  expect(await cache.find("f0")).toMatchObject({ size: 1_000 });
  expect(await add("new")).toBe(true);
  expect(await names()).toEqual(["f0", "f3", "f4", "f5", "f6", "f7", "new"]);
});

test("a file above its share is not taken", async () => {
  expect(await add("large", randomBytes(1_001))).toBe(false);
  expect(createDiskCache(folder, 0).maxFileBytes).toBe(0);
  expect(await names()).toEqual([]);
});

test("a process that starts, or another one beside it, counts what is there", async () => {
  for (let at = 0; at < 8; at += 1) await add(`f${at}`);
  const other = createDiskCache(folder, 8_000);
  expect(await add("new", randomBytes(1_000), other)).toBe(true);
  expect((await names()).length).toBeLessThanOrEqual(8);
});

test("a source that breaks off leaves nothing, also in the count", async () => {
  async function* breaking() {
    yield randomBytes(500);
    throw new Error("broken off");
  }
  for (let at = 0; at < 20; at += 1) {
    await expect(cache.add("f", 1_000, breaking())).rejects.toThrow("broken off");
  }
  expect(await names()).toEqual([]);
  for (let at = 0; at < 8; at += 1) await add(`f${at}`);
  expect(await names()).toHaveLength(8);
});

test("a file whose bytes were changed is not opened again, by this process or a later one", async () => {
  const bytes = randomBytes(1_000);
  const hash = hashOf(bytes);
  for (const later of [cache, createDiskCache(folder, 8_000)]) {
    await add("f", bytes);
    const opened = await later.open("f", hash);
    expect(Buffer.concat(await Array.fromAsync(opened?.read() ?? []))).toEqual(bytes);
    await using file = await open(join(folder, "f"), "r+");
    await file.write(Buffer.from([(bytes[500] ?? 0) ^ 1]), 0, 1, 500);
    expect(await later.open("f", hash)).toBeNull();
    expect(await names()).toEqual([]);
  }
});

test("what a crash left half, or a power loss empty, is not opened", async () => {
  const bytes = randomBytes(1_000);
  await writeFile(join(folder, "f"), Buffer.alloc(1_000));
  expect(await cache.open("f", hashOf(bytes))).toBeNull();
});

test("a file that is removed while it is read is read to its end", async () => {
  const bytes = randomBytes(1_000);
  await add("f", bytes);
  const opened = await cache.open("f", hashOf(bytes));
  await cache.remove("f");
  expect(Buffer.concat(await Array.fromAsync(opened?.read({ start: 990, end: 2_000 }) ?? []))).toEqual(
    bytes.subarray(990),
  );
  expect(await cache.find("f")).toBeNull();
});

test("a sweep removes what is a week old", async () => {
  await add("old");
  await add("new");
  await utimes(join(folder, "old"), new Date(), 1_000);
  await cache.sweep();
  expect(await names()).toEqual(["new"]);
});
