import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { recoverPublicKey } from "@freehold/protocol";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { limits } from "../src/blobs/limits.ts";
import { openS3 } from "../src/blobs/s3/s3-objects.ts";
import { readConfig } from "../src/config/config.ts";
import { checkContents } from "../src/domain/contents/check.ts";
import { sweepContents } from "../src/domain/contents/sweep.ts";
import { destroyPublication } from "../src/domain/trash/destroy.ts";
import { emptyTrash } from "../src/domain/trash/trash.ts";
import { restoreBackup } from "../src/modules/backup/restore.ts";
import { writeBackup } from "../src/modules/backup/write.ts";
import { createLog } from "../src/observability/log.ts";
import { startNode } from "../src/start.ts";
import { type FaultyS3, startFaultyS3 } from "./support/faulty-s3.ts";
import { freePort } from "./support/free-port.ts";
import { type HttpNode, openHttpNode } from "./support/http-node.ts";
import { makeNoisePicture } from "./support/noise-picture.ts";
import { type S3Server, startS3 } from "./support/s3-server.ts";

let s3: S3Server;
let proxy: FaultyS3;
let node: HttpNode;
let address: string;
let folder: string;
const files = randomBytes(4).toString("hex");

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-in-s3-"));
  s3 = await startS3();
  proxy = await startFaultyS3(s3.location.endpoint);
  node = await openHttpNode({ settings: { S3_URL: urlOf(files), FREEHOLD_CACHE_BYTES: "4000000" } });
  address = `http://127.0.0.1:${await node.listen()}`;
});
afterAll(async () => {
  await node?.[Symbol.asyncDispose]();
  await proxy?.[Symbol.asyncDispose]();
  await s3?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  proxy.fault = () => null;
});

function urlOf(prefix: string, query = ""): string {
  const { bucket, accessKeyId, secretAccessKey } = s3.location;
  const url = new URL(`/${bucket}/${prefix}${query}`, proxy.endpoint);
  return Object.assign(url, { username: accessKeyId, password: secretAccessKey }).href;
}

async function get(path: string, headers: Record<string, string> = {}, from = address) {
  const reply = await fetch(from + path, { headers, redirect: "manual" });
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) };
}

const pathOf = ({ contentHash }: { contentHash: string }) => `/ewp/contents/${contentHash}`;
/** Longer than a file in the cache may be: an eighth of the cache. */
const large = Buffer.concat([Buffer.from("0000001c667479706d703432", "hex"), randomBytes(1_199_988)]);

test("a file is published, and read whole, in a range and as a thumbnail, from another machine too", async () => {
  const bytes = await makeNoisePicture();
  const picture = await node.publish(bytes, { filename: "a.png", mediaType: "image/png" });
  const video = await node.publish(large, { filename: "a.mp4", mediaType: "video/mp4" });
  await using other = await openHttpNode({ settings: { S3_URL: urlOf(files) }, install: false });
  const opened = await Array.fromAsync(other.ctx.blobs.read(picture.contentHash, undefined, bytes.length));
  expect(Buffer.concat(opened).equals(bytes)).toBe(true);
  const whole = await get(pathOf(picture));
  expect([whole.status, whole.bytes.equals(bytes)]).toEqual([200, true]);
  await get(pathOf(picture), { range: "bytes=0-9" });
  const part = await get(pathOf(video), { range: "bytes=600000-1199999" });
  expect([part.status, part.bytes.equals(large.subarray(600_000))]).toEqual([206, true]);
  const small = await get(`${pathOf(picture)}?thumb=sm`);
  expect((await sharp(small.bytes).metadata()).height).toBe(200);
  const metrics = (await get("/metrics")).bytes.toString();
  expect(metrics).toMatch(
    /freehold_storage_request_duration_seconds_count\{operation="PutObject",outcome="ok"\} [3-9]/,
  );
  expect(metrics).toMatch(/freehold_content_cache_reads_total\{result="hit"\} [1-9]/);
  expect(metrics).toMatch(/freehold_content_cache_read_bytes_total\{result="passed"\} 600000\n/);
});

test("a damaged object is set aside, and never served", async () => {
  if (!s3.overwrite) return expect(process.env.TEST_S3).toBeDefined();
  const file = await node.publish(large.subarray(1), { filename: "b.bin" });
  const key = `contents/${file.contentHash.slice(2, 4)}/${file.contentHash}`;
  await s3.overwrite(`${files}/${key}`, large.subarray(0, -1));
  await expect(get(pathOf(file))).rejects.toThrow("terminated");
  await checkContents(node.ctx);
  using objects = openS3({ ...s3.location, prefix: `${files}/` });
  expect(await objects.find(key)).toBeNull();
  expect(await objects.find(`contents/damaged/${file.contentHash}`)).toMatchObject({ size: 1_199_999 });
  expect((await get(pathOf(file))).status).toBe(404);
});

test("an empty object under a hash is refused, named by a backup, and made whole by the same file", async () => {
  if (!s3.overwrite) return expect(process.env.TEST_S3).toBeDefined();
  const bytes = large.subarray(2);
  const file = await node.publish(bytes, { filename: "empty.bin" });
  const key = `contents/${file.contentHash.slice(2, 4)}/${file.contentHash}`;
  await s3.overwrite(`${files}/${key}`, Buffer.alloc(0));
  expect((await get(pathOf(file))).status).toBe(500);
  const path = join(folder, "with-an-empty-object");
  const { manifest } = await writeBackup(node.ctx, { path, keystore: null });
  expect(manifest.missing).toContain(file.contentHash);
  await node.ctx.blobs.put(Readable.from([bytes]), { maxBytes: bytes.length });
  expect((await get(pathOf(file))).bytes.equals(bytes)).toBe(true);
  const again = join(folder, "without-an-empty-object");
  expect((await writeBackup(node.ctx, { path: again, keystore: null })).manifest.missing).not.toContain(
    file.contentHash,
  );
});

test("a deleted file is gone at once, and its object with the sweep after the trash was emptied", async () => {
  const file = await node.publish(randomBytes(1000), { filename: "c.bin" });
  await destroyPublication(node.ctx, file.id);
  expect((await get(pathOf(file))).status).toBe(404);
  await emptyTrash(node.ctx, null);
  const later = { now: () => Date.now() + 3 * 24 * 60 * 60 * 1000 };
  expect(await sweepContents({ ...node.ctx, clock: later })).toBeGreaterThan(0);
  expect(await node.ctx.blobs.size(file.contentHash)).toBeNull();
});

test("while S3 is away: 503 with Retry-After for what it has, everything else as ever, and /readyz names it", async () => {
  const cached = await node.publish(randomBytes(1000), { filename: "d.bin" });
  const away = await node.publish(randomBytes(1_200_000), { filename: "e.bin" });
  proxy.fault = () => "reset";
  const reply = await get(pathOf(away));
  expect([reply.status, reply.headers.get("retry-after"), reply.bytes.toString()]).toEqual([
    503,
    String(limits.s3RetryAfterSeconds),
    '{"error":"BUSY"}',
  ]);
  expect(reply.headers.get("cache-control")).toBe("no-store");
  await expect(node.publish(randomBytes(1000))).rejects.toMatchObject({ code: "BUSY" });
  expect((await get(pathOf(cached))).status).toBe(200);
  expect((await get("/")).status).toBe(200);
  const ready = await get("/readyz");
  expect([ready.status, JSON.parse(ready.bytes.toString()).checks.storage]).toEqual([
    200,
    "it does not answer, or refuses",
  ]);
  proxy.fault = () => null;
  await expect.poll(async () => (await get(pathOf(away))).status, { timeout: 10_000 }).toBe(200);
});

test("a node that starts while S3 is away says so, and answers what it can", async () => {
  proxy.fault = () => "reset";
  const config = readConfig({
    FREEHOLD_DATA: join(folder, "started"),
    FREEHOLD_PORT: String(await freePort()),
    S3_URL: urlOf(files),
    FREEHOLD_LOG_LEVEL: "fatal",
  });
  const started = await startNode(config, createLog(config));
  try {
    const from = `http://127.0.0.1:${config.port}`;
    expect((await get("/livez", {}, from)).status).toBe(200);
    const ready = JSON.parse((await get("/readyz", {}, from)).bytes.toString());
    expect([ready.status, ready.checks.storage]).toEqual(["ok", "it does not answer, or refuses"]);
    proxy.fault = () => null;
    const checks = async () => JSON.parse((await get("/readyz", {}, from)).bytes.toString()).checks;
    await expect.poll(checks, { timeout: 10_000 }).toMatchObject({ storage: "ok" });
  } finally {
    await started.stop();
  }
});

test("a backup is restored into S3", async () => {
  const file = await node.publish(randomBytes(5000), { filename: "f.bin" });
  const path = join(folder, "backup.tar.zst");
  await writeBackup(node.ctx, { path, keystore: null });
  const settings = { FREEHOLD_DATA: join(folder, "restored"), S3_URL: urlOf(`${files}-restored`) };
  const config = readConfig(settings);
  await restoreBackup({ config, recover: recoverPublicKey }, { file: path });
  await using restored = await openHttpNode({ settings, install: false });
  const reply = await restored.app.inject(pathOf(file));
  expect(`0x${createHash("sha256").update(reply.rawPayload).digest("hex")}`).toBe(file.contentHash);
});

test("with `redirect` browsers read large files from S3 itself, and nobody else does", async () => {
  const settings = { S3_URL: urlOf(`${files}-redirect`, `?redirect=${limits.redirectedBytes}`) };
  await using redirecting = await openHttpNode({ settings: { ...settings, FREEHOLD_LOG_LEVEL: "debug" } });
  const from = `http://127.0.0.1:${await redirecting.listen()}`;
  const video = await redirecting.publish(large, { filename: "ä.mp4", mediaType: "video/mp4" });
  const page = await redirecting.publish(large.subarray(1), { filename: "a.html", mediaType: "text/html" });
  const exact = await redirecting.publish(large.subarray(0, limits.redirectedBytes));
  const below = await redirecting.publish(large.subarray(0, limits.redirectedBytes - 1));
  const asked = (what: { contentHash: string }, headers = {}) => get(pathOf(what), headers, from);
  const shown = { "sec-fetch-dest": "video" };

  const sent = await asked(video, { ...shown, range: "bytes=0-" });
  const location = sent.headers.get("location") ?? "";
  expect(sent.status).toBe(302);
  expect(new URL(location).origin).toBe(proxy.endpoint);
  expect(location).not.toContain(
    s3.location.secretAccessKey === "S3RVER" ? "password" : s3.location.secretAccessKey,
  );
  const [, seconds] = /^private, max-age=(\d+)$/.exec(sent.headers.get("cache-control") ?? "") ?? [];
  expect(Number(seconds)).toBeLessThanOrEqual(limits.signedAnewSeconds);
  // Browsers may cache it for a shorter time than the address is valid.
  const signedAt = Date.parse(
    (new URL(location).searchParams.get("X-Amz-Date") ?? "").replace(
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/,
      "$1-$2-$3T$4:$5:$6Z",
    ),
  );
  expect(Date.now() + Number(seconds) * 1000).toBeLessThan(signedAt + limits.signedSeconds * 1000);
  expect(sent.headers.get("vary")).toContain("Sec-Fetch-Dest");
  const direct = await fetch(location, { headers: { range: "bytes=600000-" } });
  expect([direct.status, direct.headers.get("content-type")]).toEqual([206, "video/mp4"]);
  expect(Buffer.from(await direct.arrayBuffer()).equals(large.subarray(600_000))).toBe(true);

  const document = await asked(page, { "sec-fetch-dest": "document" });
  const opened = await fetch(document.headers.get("location") ?? "", { method: "GET" });
  expect(opened.headers.get("content-disposition")).toContain("attachment");
  await opened.body?.cancel();
  expect((await asked(exact, shown)).status).toBe(302);

  const others = [
    asked(video),
    asked(video, { "sec-fetch-mode": "cors" }),
    asked(video, { "sec-fetch-dest": "empty" }),
    asked(video, { "user-agent": "ePress-Sync/1.0" }),
    asked(below, shown),
  ];
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const head = await fetch(from + pathOf(video), { method: "HEAD", headers: shown });
  expect(head.status).toBe(200);
  const known = await asked(video, { ...shown, "if-none-match": `"${video.contentHash}"` });
  expect(known.status).toBe(304);

  const policy = (await get("/", {}, from)).headers.get("content-security-policy") ?? "";
  expect(policy).toContain(`img-src 'self' ${proxy.endpoint};`);
  expect(policy).toContain(`media-src 'self' ${proxy.endpoint};`);
  expect((await get("/")).headers.get("content-security-policy")).not.toContain(proxy.endpoint);
  expect(JSON.stringify(redirecting.lines)).not.toMatch(/X-Amz|Signature/);
});
