import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { contentHash, type Hash } from "@freehold/protocol";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Blobs } from "./blobs.ts";
import { createDiskBlobs } from "./disk-blobs.ts";
import { withSmallBytes } from "./small-blobs.ts";

let folder: string;
let rows: Map<Hash, Uint8Array>;
let blobs: Blobs;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-small-"));
  rows = new Map();
  blobs = withSmallBytes(createDiskBlobs(folder), {
    below: 100,
    find: async (hash) => rows.get(hash) ?? null,
    size: async (hash) => rows.get(hash)?.length ?? null,
    remove: async (hash) => void rows.delete(hash),
  });
});
afterEach(() => rm(folder, { recursive: true }));

const text = Buffer.from("0123456789");
const hash = contentHash(text);
const put = () => blobs.put(Readable.from([text]), { maxBytes: 100 });

describe.each<[string, () => unknown]>([
  ["a file", put],
  ["a row", () => rows.set(hash, text)],
  ["both", () => put().then(() => rows.set(hash, text))],
])("a small content that is %s", (_name, store) => {
  beforeEach(async () => void (await store()));

  test("is read whole and in part", async () => {
    expect(await blobs.size(hash)).toBe(10);
    expect(Buffer.from(await blobs.readAll(hash, 10))).toEqual(text);
    await expect(blobs.readAll(hash, 9)).rejects.toMatchObject({ code: "BLOB_TOO_LARGE" });
    const parts = [undefined, { start: 2, end: 4 }, { start: 9, end: 20 }];
    const read = await Promise.all(parts.map((range) => buffer(blobs.read(hash, range))));
    expect(read.map(String)).toEqual(["0123456789", "234", "9"]);
    expect(String(await buffer(blobs.read(hash, { start: 1, end: 2 }, 10)))).toBe("12");
    expect(() => blobs.read(hash, { start: 2, end: 1 })).toThrow(RangeError);
  });

  test("is gone from everywhere once it is removed", async () => {
    await blobs.remove(hash);
    expect(await blobs.size(hash)).toBeNull();
  });

  test("is set aside, and can be put again", async () => {
    while ((await blobs.size(hash)) !== null) await blobs.setAside(hash);
    expect(await readFile(join(folder, "damaged", hash))).toEqual(text);
    await expect(blobs.readAll(hash, 10)).rejects.toMatchObject({ code: "BLOB_NOT_FOUND" });
    await store();
    expect(await blobs.size(hash)).toBe(10);
  });
});

test("an empty content that is a row is read", async () => {
  const empty = contentHash(Buffer.alloc(0));
  rows.set(empty, Buffer.alloc(0));
  expect([await blobs.size(empty), (await blobs.readAll(empty, 0)).length]).toEqual([0, 0]);
  expect(await buffer(blobs.read(empty))).toEqual(Buffer.alloc(0));
});

test("a content that is nowhere is missing, whatever is asked", async () => {
  expect(await blobs.size(hash)).toBeNull();
  await expect(blobs.readAll(hash, 10)).rejects.toMatchObject({ code: "BLOB_NOT_FOUND" });
  await expect(buffer(blobs.read(hash))).rejects.toMatchObject({ code: "ENOENT" });
  await blobs.setAside(hash);
  await blobs.remove(hash);
});

test("a content that is known to be large is looked for among the files alone", async () => {
  rows.set(hash, text);
  expect(String(await buffer(blobs.read(hash, undefined, 99)))).toBe("0123456789");
  await expect(buffer(blobs.read(hash, undefined, 100))).rejects.toMatchObject({ code: "ENOENT" });
});
