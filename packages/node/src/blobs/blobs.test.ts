import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import type { Hash } from "@freehold/protocol";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startS3 } from "../../test/support/s3-server.ts";
import type { Blobs, ListedBlob } from "./blobs.ts";
import { createDiskBlobs } from "./disk-blobs.ts";
import { createDiskCache } from "./s3/disk-cache.ts";
import { createS3Blobs } from "./s3/s3-blobs.ts";
import { openS3 } from "./s3/s3-objects.ts";

const plenty = 2 ** 30;

/** Blobs on one storage, and what the tests need of that storage. */
interface Bench {
  readonly blobs: Blobs;
  /** Lists stored objects that are no blobs. */
  stray(): Promise<string[]>;
  /** Sets the age of a blob (ms); null if a storage can't do that. */
  readonly backdate: ((hash: Hash, time: number) => Promise<void>) | null;
}

function openFiles(folder: string): Bench {
  const blobs = createDiskBlobs(join(folder, "content"));
  return {
    blobs,
    stray: async () => (await filesBelow(folder)).filter((path) => !/[0-9a-f]{2}.0x[0-9a-f]{64}$/.test(path)),
    backdate: (hash, time) =>
      utimes(join(folder, "content", hash.slice(2, 4), hash), time / 1000, time / 1000),
  };
}

let s3: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3[Symbol.asyncDispose]());

/** @param cacheBytes 0 for blobs that are read from the storage each time */
function openObjects(folder: string, cacheBytes: number): Bench {
  const location = { ...s3.location, prefix: `${randomBytes(4).toString("hex")}/` };
  const objects = openS3(location);
  const cache = createDiskCache(join(folder, "cache"), cacheBytes);
  const blobs = createS3Blobs({ objects, staging: join(folder, "staging"), cache });
  return {
    blobs,
    async stray() {
      const keys = (await Array.fromAsync(objects.list(""))).map(({ key }) => key);
      const files = await filesBelow(folder);
      return [
        ...keys.filter((key) => !/^contents.[0-9a-f]{2}.0x[0-9a-f]{64}$/.test(key)),
        ...files.filter((path) => !keys.some((key) => path.endsWith(key))),
      ];
    },
    backdate:
      s3.backdate &&
      (async (hash, time) => s3.backdate?.(`${location.prefix}contents/${hash.slice(2, 4)}/${hash}`, time)),
  };
}

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

function hashOf(bytes: Uint8Array): Hash {
  return `0x${createHash("sha256").update(bytes).digest("hex")}`;
}

async function* inPieces(bytes: Uint8Array, length = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) {
    yield bytes.subarray(at, at + length);
  }
}

describe.each([
  ["files", openFiles],
  ["objects", (folder: string) => openObjects(folder, 0)],
  ["cached objects", (folder: string) => openObjects(folder, plenty)],
])("blobs as %s", (_name, openBench) => {
  let folder: string;
  let blobs: Blobs;
  let stray: Bench["stray"];
  let backdate: Bench["backdate"];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "freehold-blobs-"));
    ({ blobs, stray, backdate } = openBench(folder));
  });

  afterEach(() => rm(folder, { recursive: true }));

  async function listed(): Promise<ListedBlob[]> {
    return await Array.fromAsync(blobs.list());
  }

  test("what was put is read back", async () => {
    const bytes = randomBytes(12_345);
    const stored = await blobs.put(inPieces(bytes), { maxBytes: plenty });
    expect(stored).toEqual({ hash: hashOf(bytes), size: 12_345 });
    expect(await buffer(blobs.read(stored.hash))).toEqual(bytes);
    expect(Buffer.from(await blobs.readAll(stored.hash, 12_345))).toEqual(bytes);
    expect(await stray()).toEqual([]);
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
    expect(await listed()).toHaveLength(1);
    expect(await stray()).toEqual([]);
  });

  test("bytes with another hash than expected leave nothing", async () => {
    const expected = hashOf(Buffer.from("what was promised"));
    const put = blobs.put(inPieces(Buffer.from("what came")), { maxBytes: plenty, expected });
    await expect(put).rejects.toMatchObject({ code: "BLOB_MISMATCH" });
    expect(await listed()).toEqual([]);
    expect(await stray()).toEqual([]);
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
    expect(await listed()).toEqual([]);
    expect(await stray()).toEqual([]);
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
    expect(await listed()).toEqual([]);
    expect(await stray()).toEqual([]);
  });

  test("a source that fails in the middle leaves nothing, and its error is told", async () => {
    async function* failing() {
      yield randomBytes(1000);
      throw new Error("reset in the middle");
    }
    await expect(blobs.put(failing(), { maxBytes: plenty })).rejects.toThrow("reset in the middle");
    expect(await listed()).toEqual([]);
    expect(await stray()).toEqual([]);
  });

  test("the same bytes many times at once are one file", async () => {
    const bytes = randomBytes(300_000);
    const puts = Array.from({ length: 20 }, () => blobs.put(inPieces(bytes, 7000), { maxBytes: plenty }));
    const stored = await Promise.all(puts);
    expect(new Set(stored.map(({ hash }) => hash))).toEqual(new Set([hashOf(bytes)]));
    expect(await listed()).toHaveLength(1);
    expect(await stray()).toEqual([]);
    expect(await buffer(blobs.read(hashOf(bytes)))).toEqual(bytes);
  });

  test("the same bytes again start the age of the blob anew", async ({ skip }) => {
    if (backdate === null) return skip("The storage can't be told how old an object is.");
    const { hash } = await blobs.put(inPieces(Buffer.from("again")), { maxBytes: plenty });
    await backdate(hash, 1_000_000);
    expect(await listed()).toEqual([{ hash, modifiedAt: 1_000_000 }]);
    await blobs.put(inPieces(Buffer.from("again")), { maxBytes: plenty });
    const [renewed] = await listed();
    expect(renewed?.modifiedAt).toBeGreaterThan(1_000_000);
  });

  test("ranges are inclusive on both sides and end with the content", async () => {
    const { hash } = await blobs.put(inPieces(Buffer.from("0123456789")), { maxBytes: plenty });
    const range = async (start: number, end: number) =>
      String(await buffer(blobs.read(hash, { start, end })));
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
    const readLater = blobs.read(hash);
    await setTimeout(100);
    await expect(buffer(readLater)).rejects.toThrow("ENOENT");
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
      // Values that a caller without types could pass.
      const hash = name as Hash;
      expect(() => blobs.read(hash)).toThrow(TypeError);
      expect(() => blobs.size(hash)).toThrow(TypeError);
      expect(() => blobs.remove(hash)).toThrow(TypeError);
    }
  });
});

test("S3 lists what does not fit into one of its pages of 1,000", async () => {
  const prefix = `${randomBytes(4).toString("hex")}/`;
  const objects = openS3({ ...s3.location, prefix });
  const keys = Array.from({ length: 1_001 }, (_, at) => `list/${at.toString().padStart(4, "0")}`);
  const bytes = Buffer.from("small");
  // The first one makes the folder of the others.
  for (const [at, key] of keys.entries()) {
    if (at > 0 && s3.overwrite) await s3.overwrite(prefix + key, bytes);
    else await objects.putBytes(key, bytes);
  }
  const listed = await Array.fromAsync(objects.list("list/"));
  expect(listed.map(({ key }) => key)).toEqual(keys);
});
