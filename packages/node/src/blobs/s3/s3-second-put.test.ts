import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { PutObjectCommand } from "@aws-sdk/client-s3";
import type { Hash } from "@freehold/protocol";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type FaultyS3, startFaultyS3 } from "../../../test/support/faulty-s3.ts";
import { startS3 } from "../../../test/support/s3-server.ts";
import { limits } from "../limits.ts";
import { openS3Storage } from "./open-s3-storage.ts";
import { openClient } from "./s3-client.ts";
import { openS3 } from "./s3-objects.ts";

const plenty = 2 ** 30;
const large = limits.s3PartBytes + 1000;

let s3: Awaited<ReturnType<typeof startS3>>;
let proxy: FaultyS3;
let folder: string;
let prefix: string;
/** Requests that send the bytes of an object. */
let sent: IncomingMessage[];

beforeAll(async () => {
  s3 = await startS3();
  proxy = await startFaultyS3(s3.location.endpoint);
});
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await s3[Symbol.asyncDispose]();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-s3-second-"));
  prefix = `${randomBytes(4).toString("hex")}/`;
  sent = [];
  proxy.fault = (request) => {
    if (sendsBytes(request)) sent.push(request);
    return null;
  };
});
afterEach(() => rm(folder, { recursive: true }));

const isCopy = ({ headers }: IncomingMessage) => headers["x-amz-copy-source"] !== undefined;
const sendsBytes = (request: IncomingMessage) => request.method === "PUT" && !isCopy(request);
const keyOf = (hash: Hash) => `contents/${hash.slice(2, 4)}/${hash}`;
const hashOf = (bytes: Uint8Array): Hash => `0x${createHash("sha256").update(bytes).digest("hex")}`;
const direct = () => openS3({ ...s3.location, prefix });

function open(machine = "one") {
  const location = { ...s3.location, endpoint: proxy.endpoint, prefix };
  const dataDir = join(folder, machine);
  return openS3Storage({ location, dataDir, cacheBytes: plenty, log: { warn() {} } }).blobs;
}

const put = (blobs: ReturnType<typeof open>, bytes: Uint8Array) =>
  blobs.put(Readable.from([bytes]), { maxBytes: plenty });

describe.each([
  ["in one request", 5000],
  ["in parts", large],
])("an object that was stored %s", (_name, length) => {
  test("is not sent again, and is as young as a new one", async ({ skip }) => {
    if (s3.backdate === null) return skip("The storage can't be told how old an object is.");
    const bytes = randomBytes(length);
    const { hash } = await put(open(), bytes);
    expect(sent.length).toBeGreaterThan(0);
    await s3.backdate(`${prefix}${keyOf(hash)}`, 1_000_000);
    sent = [];
    await put(open("two"), bytes);
    expect(sent).toEqual([]);
    using objects = direct();
    const found = await objects.find(keyOf(hash));
    expect(found?.size).toBe(length);
    expect(found?.modifiedAt).toBeGreaterThan(Date.now() - 60_000);
    expect((await buffer(open("three").read(hash, undefined, length))).equals(bytes)).toBe(true);
  });

  test("is sent again where it is empty, shorter or other bytes, and is refused until then", async ({
    skip,
  }) => {
    if (s3.overwrite === null) return skip("The storage can't be written past its interface.");
    const bytes = randomBytes(length);
    const { hash } = await put(open(), bytes);
    const other = Buffer.from(bytes);
    other[length - 1] = (other[length - 1] ?? 0) ^ 1;
    for (const [number, wrong] of [Buffer.alloc(0), bytes.subarray(1), other].entries()) {
      await s3.overwrite(`${prefix}${keyOf(hash)}`, wrong);
      const fresh = open(`fresh-${number}`);
      const size = (await fresh.size(hash)) ?? -1;
      expect(size).toBe(wrong.length);
      await expect(buffer(fresh.read(hash, undefined, size))).rejects.toMatchObject({
        code: "BLOB_MISMATCH",
      });
      await expect(fresh.readAll(hash, plenty)).rejects.toMatchObject({ code: "BLOB_MISMATCH" });
      sent = [];
      await put(open(`again-${number}`), bytes);
      expect(sent.length).toBeGreaterThan(0);
      expect((await buffer(open(`read-${number}`).read(hash, undefined, length))).equals(bytes)).toBe(true);
    }
  });

  test("is stored once by machines that store it at a time", async () => {
    const bytes = randomBytes(length);
    const machines = Array.from({ length: 5 }, (_, number) => open(`machine-${number}`));
    const stored = await Promise.all(machines.map((blobs) => put(blobs, bytes)));
    expect(new Set(stored.map(({ hash }) => hash))).toEqual(new Set([hashOf(bytes)]));
    expect((await buffer(open().read(hashOf(bytes), undefined, length))).equals(bytes)).toBe(true);
  });

  test("is stored by a storage that knows neither conditions nor copies onto itself", async () => {
    proxy.fault = (request) => {
      if (request.headers["if-none-match"] !== undefined || isCopy(request)) return "501";
      if (sendsBytes(request)) sent.push(request);
      return null;
    };
    const bytes = randomBytes(length);
    const blobs = open();
    const { hash } = await put(blobs, bytes);
    const first = sent.length;
    await put(blobs, bytes);
    expect(sent.length).toBe(2 * first);
    expect((await buffer(open("two").read(hash, undefined, length))).equals(bytes)).toBe(true);
  });
});

test("another process that was first is no failure", async () => {
  const bytes = randomBytes(5000);
  const hash = hashOf(bytes);
  using objects = direct();
  let asked = 0;
  proxy.fault = (request) => {
    // The answer that there is no such object is older than the object.
    if (request.method === "HEAD" && asked++ === 0) return null;
    return sendsBytes(request) && asked === 1 ? "slow" : null;
  };
  const [stored] = await Promise.all([
    put(open(), bytes),
    expect
      .poll(() => asked)
      .toBe(1)
      .then(() => objects.putBytes(keyOf(hash), bytes)),
  ]);
  expect(stored.hash).toBe(hash);
  expect((await objects.find(keyOf(hash)))?.size).toBe(5000);
});

describe("the storage of the tests is as strict as others are", () => {
  test("nothing is visible of a request that breaks off, and nothing of it is left", async () => {
    using objects = direct();
    await objects.putBytes("an-object", Buffer.from("good"));
    const { port, hostname } = new URL(s3.location.endpoint);
    for (const key of ["an-object", "new"]) {
      const socket = connect(Number(port), hostname);
      const path = `/${s3.location.bucket}/${prefix}${key}`;
      socket.write(
        `PUT ${path} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-length: 1000\r\n\r\n${"x".repeat(500)}`,
      );
      await once(socket, "connect");
      await expect.poll(() => socket.bytesWritten).toBeGreaterThan(500);
      expect((await objects.find("an-object"))?.size).toBe(4);
      socket.destroy();
    }
    expect((await Array.fromAsync(objects.list(""))).map(({ key }) => key)).toEqual(["an-object"]);
    expect(String(await buffer(Readable.from(objects.read("an-object"))))).toBe("good");
  });

  test("a wrong checksum, a condition, and a copy onto itself that changes nothing are refused", async () => {
    const { client } = await openClient(s3.location, limits);
    const fields = { Bucket: s3.location.bucket, Key: `${prefix}strict` };
    const wrong = createHash("md5").update("other").digest("base64");
    const send = (more: object) => client.send(new PutObjectCommand({ ...fields, Body: "words", ...more }));
    await expect(send({ ContentMD5: wrong })).rejects.toMatchObject({ name: "BadDigest" });
    await send({ IfNoneMatch: "*" });
    await expect(send({ IfNoneMatch: "*", Body: "others" })).rejects.toMatchObject({
      name: "PreconditionFailed",
    });
    using objects = direct();
    await expect(objects.copy("strict", "strict")).rejects.toMatchObject({ code: "BUSY" });
    expect(String(await buffer(Readable.from(objects.read("strict"))))).toBe("words");
    client.destroy();
  });
});
