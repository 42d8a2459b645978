import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type FaultyS3, startFaultyS3 } from "../../../test/support/faulty-s3.ts";
import { startS3 } from "../../../test/support/s3-server.ts";
import { limits } from "../limits.ts";
import { openS3Storage } from "./open-s3-storage.ts";
import { openS3, type S3Objects } from "./s3-objects.ts";
import type { S3Answer } from "./s3-requests.ts";

const patience = {
  s3ConnectMs: 1000,
  s3ReplyMs: 1000,
  s3RequestMs: 2000,
  s3StoreMs: 1500,
  s3StallMs: 500,
  s3PauseMs: 1000,
};
const busy = { code: "BUSY", retryAfter: limits.s3RetryAfterSeconds };

let s3: Awaited<ReturnType<typeof startS3>>;
let proxy: FaultyS3;
let objects: S3Objects & Disposable;
let answers: S3Answer[];

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
  answers = [];
  const location = { ...s3.location, endpoint: proxy.endpoint, prefix: `${randomBytes(4).toString("hex")}/` };
  objects = openS3(location, { onAnswer: (answer) => answers.push(answer) }, patience);
  // The library is loaded, and the first connection stands.
  await objects.putBytes("there", Buffer.from("here"));
  answers = [];
});
afterEach(() => objects[Symbol.dispose]());

const readAll = (key: string, range?: { start: number; end: number }) =>
  buffer(Readable.from(objects.read(key, range)));
const outcomes = () => answers.map(({ operation, outcome }) => `${operation} ${outcome}`);

test.each(["silent", "trickle"] as const)(
  "a storage that is %s gets as long as it may take",
  async (fault) => {
    proxy.fault = () => fault;
    const began = performance.now();
    await Promise.all([
      expect(Array.fromAsync(objects.list("there"))).rejects.toMatchObject(busy),
      fault === "silent" && expect(objects.putBytes("new", randomBytes(10))).rejects.toMatchObject(busy),
      fault === "silent" && expect(objects.find("there")).rejects.toMatchObject(busy),
      expect(readAll("content")).rejects.toMatchObject(busy),
    ]);
    // With each of the new requests for the rest of a content.
    expect(performance.now() - began).toBeLessThan(
      patience.s3StoreMs + (limits.s3Resumes + 1) * patience.s3StallMs + 1000,
    );
    await expect.poll(() => proxy.connections).toBeLessThan(4);
  },
);

test("a content whose bytes come slowly is continued by other requests, and a slow reader is no slow storage", async () => {
  const bytes = randomBytes(300_000);
  await objects.putBytes("content", bytes);
  let asked = 0;
  proxy.fault = () => {
    asked += 1;
    return asked <= 2 ? "trickle" : null;
  };
  expect((await readAll("content")).equals(bytes)).toBe(true);
  expect(asked).toBe(3);
  const pieces: Uint8Array[] = [];
  for await (const piece of objects.read("content")) {
    pieces.push(piece);
    await new Promise((resolve) => setTimeout(resolve, patience.s3StallMs / 4));
  }
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
  expect(asked).toBe(4);
});

test("a reply that ends in the middle each time is given up", async () => {
  await objects.putBytes("content", randomBytes(300_000));
  proxy.fault = () => "cut";
  await expect(readAll("content")).rejects.toMatchObject(busy);
  expect(outcomes().filter((outcome) => outcome === "GetObject ok")).toHaveLength(limits.s3Resumes + 1);
});

test(`after ${limits.s3FailuresInARow} requests without an answer the others fail at once, until one succeeds`, async () => {
  proxy.fault = () => "silent";
  await Promise.allSettled(
    Array.from({ length: limits.s3FailuresInARow }, () => objects.find("there").catch(() => {})),
  );
  await expect(objects.find("there")).rejects.toMatchObject(busy);
  expect(outcomes().at(-1)).toBe("HeadObject unsent");
  expect(answers.at(-1)?.ms).toBeLessThan(20);
  proxy.fault = () => null;
  // On a busy machine even an answer of a sound storage may be late: then it is asked again after the next pause.
  await expect
    .poll(() => objects.find("there").catch(() => null), { interval: patience.s3PauseMs, timeout: 15_000 })
    .toMatchObject({ size: 4 });
  expect(await objects.find("missing")).toBeNull();
  expect(outcomes().slice(-2)).toEqual(["HeadObject ok", "HeadObject missing"]);
});

test("many slow readers of large contents leave connections for everybody else", async () => {
  const location = { ...s3.location, endpoint: proxy.endpoint, prefix: "slow/" };
  using objects = openS3(location, {}, { ...limits, s3RequestMs: 3000 });
  const readAll = () => buffer(Readable.from(objects.read("there")));
  await objects.putBytes("there", Buffer.from("here"));
  await objects.putBytes("content", randomBytes(1_000_000));
  const readers = Array.from({ length: limits.s3Readers }, () => objects.read("content"));
  for (const reader of readers) expect((await reader.next()).done).toBe(false);
  const late = readAll();
  expect(await objects.find("there")).toMatchObject({ size: 4 });
  await expect(late).rejects.toMatchObject(busy);
  expect(proxy.connections).toBeLessThanOrEqual(limits.s3Readers + 2);
  for (const reader of readers) await reader.return(undefined);
  expect(String(await readAll())).toBe("here");
});

test("a put that hangs leaves nothing, and takes the memory of four", async () => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-s3-hanging-"));
  try {
    const location = { ...s3.location, endpoint: proxy.endpoint, prefix: "hanging/" };
    const log = { warn() {} };
    const short = { ...patience, s3ConnectMs: 200, s3ReplyMs: 200, s3StoreMs: 300, s3PauseMs: 200 };
    const { blobs } = openS3Storage({ location, dataDir: folder, cacheBytes: 0, log, patience: short });
    proxy.fault = () => "silent";
    const puts = Array.from({ length: 30 }, () =>
      blobs.put(Readable.from([randomBytes(100_000)]), { maxBytes: 100_000 }),
    );
    for (const put of puts) put.catch(() => {});
    for (const put of puts) await expect(put).rejects.toMatchObject(busy);
    expect(proxy.connections).toBeLessThanOrEqual(limits.s3Uploads + 1);
    proxy.fault = () => null;
    await new Promise((resolve) => setTimeout(resolve, short.s3PauseMs));
    expect(await blobs.sweepTemporary()).toBe(0);
  } finally {
    await rm(folder, { recursive: true });
  }
});
