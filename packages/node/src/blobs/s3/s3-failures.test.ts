import { createHash, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Hash } from "@freehold/protocol";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type FaultyS3, type S3Fault, startFaultyS3 } from "../../../test/support/faulty-s3.ts";
import { startS3 } from "../../../test/support/s3-server.ts";
import { hasCode } from "../../errors/errors.ts";
import { createTemporaryFile } from "../files.ts";
import { limits } from "../limits.ts";
import { openS3Storage } from "./open-s3-storage.ts";
import { openS3 } from "./s3-objects.ts";

const plenty = 2 ** 30;

let s3: Awaited<ReturnType<typeof startS3>>;
let proxy: FaultyS3;
let folder: string;

beforeAll(async () => {
  s3 = await startS3();
  proxy = await startFaultyS3(s3.location.endpoint);
});
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await s3[Symbol.asyncDispose]();
});
beforeEach(async () => {
  proxy.fault = () => null;
  folder = await mkdtemp(join(tmpdir(), "freehold-s3-failures-"));
});
afterEach(() => rm(folder, { recursive: true }));

function openAll(name: string, cacheBytes: number, dataDir = join(folder, name)) {
  const location = { ...s3.location, endpoint: proxy.endpoint, prefix: `${name}/` };
  return openS3Storage({ location, dataDir, cacheBytes, log: { warn() {} } });
}

const open = (name: string, cacheBytes: number) => openAll(name, cacheBytes).blobs;

function hashOf(bytes: Uint8Array): Hash {
  return `0x${createHash("sha256").update(bytes).digest("hex")}`;
}

const orBusy = async <T>(work: Promise<T>): Promise<T | null> =>
  await work.catch((error: unknown) => {
    if (hasCode(error, "BUSY")) return null;
    throw error;
  });

test.each([
  ["without a cache", 0],
  ["with a cache", plenty],
])(
  "one request in five fails, %s: what is confirmed is there, and what is read is right",
  async (_name, cacheBytes) => {
    const name = randomBytes(4).toString("hex");
    const blobs = open(name, cacheBytes);
    const kinds = ["500", "reset", "cut", "lost"] as const;
    let count = 0;
    proxy.fault = () => {
      count += 1;
      return count % 5 === 0 ? (kinds[(count / 5) % kinds.length] ?? null) : null;
    };
    const confirmed = new Map<Hash, Buffer>();
    for (let at = 0; at < 20; at += 1) {
      // One of them in parts.
      const bytes = randomBytes(at === 10 ? 9 * 2 ** 20 : at * 20_000);
      const stored = await orBusy(blobs.put(Readable.from([bytes]), { maxBytes: plenty }));
      if (stored) confirmed.set(stored.hash, bytes);
    }
    expect(confirmed.size).toBeGreaterThan(15);
    const other = open(name, cacheBytes && plenty + 1);
    let right = 0;
    for (const [hash, bytes] of confirmed) {
      for (const range of [undefined, { start: 10, end: 15_000 }]) {
        const read = await orBusy(buffer(other.read(hash, range, bytes.length)));
        if (read === null) continue;
        right += 1;
        expect(read.equals(range ? bytes.subarray(10, 15_001) : bytes)).toBe(true);
      }
    }
    expect(right).toBeGreaterThan(30);
    proxy.fault = () => null;
    for (const [hash, bytes] of confirmed) expect(hashOf(bytes)).toBe(hashOf(await buffer(blobs.read(hash))));
    expect(await readdir(join(folder, name, "uploads"))).toEqual([]);
  },
);

test.each(["replaced", "shifted"] as const)(
  "a reply that broke off is not continued by one that is %s",
  async (fault) => {
    using objects = openS3({
      ...s3.location,
      endpoint: proxy.endpoint,
      prefix: `${randomBytes(4).toString("hex")}/`,
    });
    const bytes = randomBytes(300_000);
    await objects.putBytes("one", bytes);
    const faults: (S3Fault | null)[] = ["cut", fault];
    proxy.fault = () => faults.shift() ?? null;
    const chunks: Uint8Array[] = [];
    const read = async () => {
      for await (const chunk of objects.read("one")) chunks.push(chunk);
    };
    await expect(read()).rejects.toMatchObject({ code: "BUSY" });
    expect(faults).toEqual([]);
    const arrived = Buffer.concat(chunks);
    expect(arrived.length).toBeGreaterThan(0);
    expect(arrived.equals(bytes.subarray(0, arrived.length))).toBe(true);
  },
);

test("other bytes than those of the hash never reach a reader whole", async () => {
  const bytes = randomBytes(300_000);
  for (const cacheBytes of [0, plenty]) {
    const name = randomBytes(4).toString("hex");
    const blobs = open(name, cacheBytes);
    const { hash } = await blobs.put(Readable.from([bytes]), { maxBytes: plenty });
    const wrong = Buffer.from(bytes);
    wrong[299_999] = (wrong[299_999] ?? 0) ^ 1;
    await openS3({ ...s3.location, prefix: `${name}/` }).putBytes(
      `contents/${hash.slice(2, 4)}/${hash}`,
      wrong,
    );
    const fresh = open(name, cacheBytes);
    await rm(join(folder, name), { recursive: true, force: true });
    await expect(buffer(fresh.read(hash, undefined, bytes.length))).rejects.toMatchObject({
      code: "BLOB_MISMATCH",
    });
  }
});

test("a thumbnail is read without the cache where that fails, and made again where its bytes are others", async () => {
  const name = randomBytes(4).toString("hex");
  const hash = hashOf(Buffer.from("the original"));
  const { files } = openAll(name, plenty);
  {
    await using file = await createTemporaryFile(files.temporary);
    await writeFile(file.path, "a small one");
    await files.add(hash, "sm", file);
  }
  const read = async (found: Awaited<ReturnType<typeof files.find>>) =>
    found && String(await buffer(found.read()));
  const cached = await files.find(hash, "sm");
  await rm(join(folder, name, "cache"), { recursive: true });
  expect(await read(cached)).toBe("a small one");
  await mkdir(join(folder, name, "cache"));
  await writeFile(join(folder, name, "cache", "tmp"), "in the way");
  expect(await read(await files.find(hash, "sm"))).toBe("a small one");

  using objects = openS3({ ...s3.location, prefix: `${name}/` });
  const key = `thumbnails/sm/${hash.slice(2, 4)}/${hash}`;
  await writeFile(join(folder, "other"), "Another one");
  await objects.putFile(key, join(folder, "other"), {
    metadata: (await objects.find(key))?.metadata ?? {},
  });
  expect(await openAll(name, plenty, join(folder, "elsewhere")).files.find(hash, "sm")).toBeNull();
});

test("a redirect is cached no longer than its signature is made anew", async () => {
  const { blobs } = openS3Storage({
    location: { ...s3.location, redirectBytes: 1 },
    dataDir: join(folder, "redirects"),
    cacheBytes: 0,
    log: { warn() {} },
  });
  const anewMs = limits.signedAnewSeconds * 1_000;
  const window = Math.ceil(Date.now() / anewMs) * anewMs;
  const sign = async (now: number) => {
    vi.spyOn(Date, "now").mockReturnValue(now);
    const headers = { mediaType: "image/png", disposition: "inline" };
    return await blobs.remote?.redirects?.sign(hashOf(Buffer.from("x")), headers);
  };
  try {
    const first = await sign(window);
    expect(first?.seconds).toBe(limits.signedAnewSeconds);
    expect(await sign(window + anewMs - 10_000)).toEqual({ url: first?.url, seconds: 10 });
    expect((await sign(window + anewMs))?.url).not.toBe(first?.url);
  } finally {
    vi.restoreAllMocks();
  }
});

test("while the storage is away, everything says so, but what is cached", async () => {
  const name = randomBytes(4).toString("hex");
  const blobs = open(name, plenty);
  const { hash } = await blobs.put(Readable.from(["cached"].map((text) => Buffer.from(text))), {
    maxBytes: 10,
  });
  proxy.fault = () => "reset";
  const busy = { code: "BUSY", retryAfter: 5 };
  expect(String(await buffer(blobs.read(hash, undefined, 6)))).toBe("cached");
  const missing = hashOf(Buffer.from("not here"));
  await Promise.all([
    expect(blobs.size(missing)).rejects.toMatchObject(busy),
    expect(buffer(blobs.read(missing, undefined, 8))).rejects.toMatchObject(busy),
    expect(blobs.put(Readable.from([Buffer.from("new")]), { maxBytes: 10 })).rejects.toMatchObject(busy),
    expect(blobs.remote?.reach()).rejects.toMatchObject(busy),
    // A node starts.
    expect(blobs.sweepTemporary()).resolves.toBe(0),
  ]);
  proxy.fault = () => null;
  expect(await blobs.remote?.tryOut()).toBe(true);
  expect(Math.abs(((await blobs.remote?.reach()) ?? 0) - Date.now())).toBeLessThan(60_000);
});
