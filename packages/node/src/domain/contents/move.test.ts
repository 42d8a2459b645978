import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { contentHash, type Hash } from "@freehold/protocol";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type S3Server, startS3 } from "../../../test/support/s3-server.ts";
import { createDiskBlobs } from "../../blobs/disk-blobs.ts";
import { openS3Storage } from "../../blobs/s3/open-s3-storage.ts";
import { type Config, readConfig } from "../../config/config.ts";
import { holdData } from "../../store/open-store.ts";
import { moveContents } from "./move.ts";

const log = { debug() {}, info() {}, warn() {}, error() {} };
const texts = Array.from({ length: 12 }, (_, at) => Buffer.from(`content ${at}`));
const hashes = texts.map((text) => contentHash(text)).sort();

let s3: S3Server;
let config: Config;
beforeEach(async () => {
  s3 = await startS3();
  const dataDir = await mkdtemp(join(tmpdir(), "freehold-move-"));
  config = { ...readConfig({ FREEHOLD_DATA: dataDir }), s3: s3.location };
  const blobs = createDiskBlobs(join(dataDir, "contents"));
  for (const text of texts) await blobs.put(Readable.from([text]), { maxBytes: 100 });
});
afterEach(async () => {
  await s3[Symbol.asyncDispose]();
  await rm(config.dataDir, { recursive: true });
});

const disk = () => createDiskBlobs(join(config.dataDir, "contents"));
const objects = () =>
  openS3Storage({ location: s3.location, dataDir: config.dataDir, cacheBytes: 0, log }).blobs;

async function hashesIn(blobs: ReturnType<typeof disk>): Promise<Hash[]> {
  return (await Array.fromAsync(blobs.list())).map(({ hash }) => hash).sort();
}

test("contents go to S3 and back, also when a run is stopped in between", async () => {
  const stop = new AbortController();
  const onProgress = (moved: number) => moved === 5 && stop.abort(new Error("stopped"));
  await expect(moveContents({ config, log }, { to: "s3", onProgress, signal: stop.signal })).rejects.toThrow(
    "stopped",
  );
  const [there, here] = [await hashesIn(objects()), await hashesIn(disk())];
  expect(there).toHaveLength(5);
  expect([...there, ...here].sort()).toEqual(hashes);
  expect(await moveContents({ config, log }, { to: "s3" })).toMatchObject({ moved: 7, damaged: [] });
  expect([await hashesIn(objects()), await hashesIn(disk())]).toEqual([hashes, []]);
  expect(await readdir(join(config.dataDir, "uploads"))).toEqual([]);
  expect(await moveContents({ config, log }, { to: "disk" })).toMatchObject({ moved: 12, damaged: [] });
  expect([await hashesIn(objects()), await hashesIn(disk())]).toEqual([[], hashes]);
});

test("a damaged content stays, and one that is damaged where it goes is made whole", async () => {
  const [bad, half, ...rest] = hashes as [Hash, Hash, ...Hash[]];
  await writeFile(join(config.dataDir, "contents", bad.slice(2, 4), bad), "other bytes");
  const key = `${s3.location.prefix}contents/${half.slice(2, 4)}/${half}`;
  const whole = await disk().readAll(half, 100);
  await objects().put(Readable.from([whole]), { maxBytes: 100 });
  await s3.overwrite?.(key, Buffer.alloc(whole.length));
  expect(await moveContents({ config, log }, { to: "s3" })).toMatchObject({ moved: 11, damaged: [bad] });
  expect(await hashesIn(disk())).toEqual([bad]);
  expect(await hashesIn(objects())).toEqual([half, ...rest].sort());
  expect(Buffer.from(await objects().readAll(half, 100))).toEqual(Buffer.from(whole));
});

test("nothing is moved without S3_URL, or while a process works on the node", async () => {
  await expect(moveContents({ config: { ...config, s3: null }, log }, { to: "s3" })).rejects.toMatchObject({
    code: "BAD_CONFIGURATION",
  });
  await using _ = await holdData(config, "shared");
  await expect(moveContents({ config, log }, { to: "s3" })).rejects.toThrow(/Stop it first/);
  expect(await hashesIn(disk())).toEqual(hashes);
});
