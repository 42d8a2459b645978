import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Blobs } from "./blobs.ts";
import { cacheSmallBlobs } from "./cache-small-blobs.ts";
import { createDiskBlobs } from "./disk-blobs.ts";

let folder: string;
let disk: Blobs;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-cache-"));
  disk = createDiskBlobs(folder);
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function put(text: string) {
  return await disk.put(
    (async function* () {
      yield Buffer.from(text);
    })(),
    { maxBytes: 1_000 },
  );
}

describe("cacheSmallBlobs", () => {
  test("gives the same bytes from memory: whole, in part, and none", async () => {
    const { hash } = await put("0123456789");
    const cached = cacheSmallBlobs(disk, { maxBytes: 10_000, maxBlobBytes: 100 });
    expect(await cached.size(hash)).toBe(10);
    await disk.remove(hash);
    expect(await cached.size(hash)).toBe(10);
    expect((await buffer(cached.read(hash))).toString()).toBe("0123456789");
    expect((await buffer(cached.read(hash, { start: 2, end: 4 }))).toString()).toBe("234");
    expect((await buffer(cached.read(hash, { start: 8, end: 99 }))).toString()).toBe("89");
    expect(Buffer.from(await cached.readAll(hash, 10)).toString()).toBe("0123456789");
  });

  test("reads a whole blob from disk once", async () => {
    const [small, large] = [await put("0123456789"), await put("0123456789!")];
    const cached = cacheSmallBlobs(disk, { maxBytes: 10_000, maxBlobBytes: 10 });
    for (const { hash } of [small, large]) await cached.readAll(hash, 100);
    expect([cached.peek(small.hash)?.length, cached.peek(large.hash)]).toEqual([10, null]);
    await disk.remove(small.hash);
    expect(Buffer.from(await cached.readAll(small.hash, 10)).toString()).toBe("0123456789");
  });

  test("keeps nothing that is larger than it was told to", async () => {
    const { hash } = await put("0123456789");
    const cached = cacheSmallBlobs(disk, { maxBytes: 10_000, maxBlobBytes: 9 });
    expect(await cached.size(hash)).toBe(10);
    await disk.remove(hash);
    expect(await cached.size(hash)).toBe(null);
  });

  test("forgets the oldest when all of it is too much", async () => {
    const first = await put("a".repeat(100));
    const second = await put("b".repeat(100));
    const cached = cacheSmallBlobs(disk, { maxBytes: 300, maxBlobBytes: 100 });
    await cached.size(first.hash);
    await cached.size(second.hash);
    await disk.remove(first.hash);
    await disk.remove(second.hash);
    expect(await cached.size(first.hash)).toBe(null);
    expect(await cached.size(second.hash)).toBe(100);
  });

  test("an empty blob is one, what is removed is none, and a limit is kept", async () => {
    const cached = cacheSmallBlobs(disk, { maxBytes: 10_000, maxBlobBytes: 100 });
    const empty = await put("");
    expect(await cached.size(empty.hash)).toBe(0);
    expect((await buffer(cached.read(empty.hash))).length).toBe(0);
    const { hash } = await put("0123456789");
    await cached.size(hash);
    await expect(cached.readAll(hash, 9)).rejects.toThrow();
    await cached.remove(hash);
    expect(await cached.size(hash)).toBe(null);
  });
});
