import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { crc32, deflateSync } from "node:zlib";
import type { Hash } from "@freehold/protocol";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Blobs } from "./blobs.ts";
import { createDiskBlobs } from "./disk-blobs.ts";
import { createThumbnails, type Thumbnails, thumbnailsInFolder } from "./thumbnails.ts";

let folder: string;
let blobs: Blobs;
let reads: number;
let thumbnails: Thumbnails;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-thumbnails-"));
  blobs = createDiskBlobs(join(folder, "content"));
  reads = 0;
  thumbnails = createThumbnails({
    files: thumbnailsInFolder(join(folder, "thumbs")),
    blobs: countingReads(),
  });
});

afterEach(() => rm(folder, { recursive: true }));

/** The real blobs, and how often they were asked. */
function countingReads(): Pick<Blobs, "read"> {
  return {
    read(hash, range) {
      reads += 1;
      return blobs.read(hash, range);
    },
  };
}

async function put(bytes: Uint8Array): Promise<Hash> {
  return (await blobs.put(Readable.from([bytes]), { maxBytes: 2 ** 30 })).hash;
}

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: "#336699" } });
}

async function thumbnailFiles(): Promise<string[]> {
  const entries = await readdir(join(folder, "thumbs"), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/** A PNG that declares more pixels than it is worth to decode. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.ceil(width / 8 + 1) * height));
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

test.each([
  ["image/jpeg", "jpeg"],
  ["image/png", "png"],
  ["image/webp", "webp"],
] as const)("%s keeps its format at the three heights (decisions 5)", async (mediaType, format) => {
  const hash = await put(await picture(1600, 1200).toFormat(format).toBuffer());
  for (const [size, height] of [
    ["sm", 200],
    ["md", 400],
    ["lg", 800],
  ] as const) {
    const made = await thumbnails.open(hash, size, mediaType);
    const bytes = await bytesOf(made);
    const fields = await sharp(bytes).metadata();
    expect(fields).toMatchObject({ format, height, width: Math.round((height * 4) / 3) });
    expect(made).toMatchObject({ mediaType, size: bytes.length });
  }
});

async function bytesOf(made: Awaited<ReturnType<Thumbnails["open"]>>): Promise<Buffer> {
  return Buffer.concat(made ? await Array.fromAsync(made.read()) : []);
}

test("an image is never enlarged", async () => {
  const hash = await put(await picture(90, 60).png().toBuffer());
  const made = await thumbnails.open(hash, "lg", "image/png");
  expect(await sharp(await bytesOf(made)).metadata()).toMatchObject({ width: 90, height: 60 });
});

test("an image stands upright, and what the camera wrote is gone", async () => {
  const sideways = picture(900, 600)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Artist: "Somebody" } });
  const hash = await put(await sideways.jpeg().toBuffer());
  const made = await thumbnails.open(hash, "sm", "image/jpeg");
  const fields = await sharp(await bytesOf(made)).metadata();
  expect(fields).toMatchObject({ height: 200, width: 133 });
  expect(fields.exif).toBeUndefined();
  expect(fields.orientation).toBeUndefined();
});

test("it is made once: for all who ask at the same time, and for who asks later", async () => {
  const hash = await put(await picture(1600, 1200).jpeg().toBuffer());
  const opened = await Promise.all(
    Array.from({ length: 50 }, () => thumbnails.open(hash, "sm", "image/jpeg")),
  );
  expect(new Set(opened.map((made) => made?.size)).size).toBe(1);
  await thumbnails.open(hash, "sm", "image/jpeg");
  const afterRestart = createThumbnails({
    files: thumbnailsInFolder(join(folder, "thumbs")),
    blobs: countingReads(),
  });
  expect(await afterRestart.open(hash, "sm", "image/jpeg")).not.toBeNull();
  expect(reads).toBe(1);
  expect(await thumbnailFiles()).toEqual([hash]);
});

test("a GIF, moving or not, Markdown and SVG: the original", async () => {
  const frames = await Promise.all(
    ["red", "blue"].map((background) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const hash = await put(
    await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer(),
  );
  expect((await sharp(await blobs.readAll(hash, 2 ** 20)).metadata()).pages).toBe(2);
  for (const mediaType of ["image/gif", "image/svg+xml", "text/markdown", "__proto__"]) {
    expect(await thumbnails.open(hash, "sm", mediaType)).toBeNull();
  }
  expect(reads).toBe(0);
});

test("a truncated JPEG: the original, nothing half made, and not tried again for a while", async () => {
  const noise = sharp({
    create: {
      width: 1200,
      height: 900,
      channels: 3,
      noise: { type: "gaussian", mean: 128, sigma: 60 },
      background: "#000",
    },
  });
  const whole = await noise.jpeg().toBuffer();
  const hash = await put(whole.subarray(0, whole.length / 2));
  expect(await thumbnails.open(hash, "sm", "image/jpeg")).toBeNull();
  expect(await thumbnails.open(hash, "lg", "image/jpeg")).toBeNull();
  expect(reads).toBe(1);
  expect(await thumbnailFiles()).toEqual([]);
});

test("an image of 256 million pixels in a small file is not decoded", async () => {
  const bytes = bomb(16_000, 16_000);
  expect(bytes.length).toBeLessThan(200_000);
  const hash = await put(bytes);
  expect(await thumbnails.open(hash, "sm", "image/png")).toBeNull();
  expect(await thumbnailFiles()).toEqual([]);
  const allowed = await put(bomb(6000, 6000));
  expect(await thumbnails.open(allowed, "sm", "image/png")).not.toBeNull();
});

test.each([
  ["another format than it goes by", async () => picture(300, 300).png().toBuffer(), "image/jpeg"],
  ["a format whose decoder is shut", async () => picture(300, 300).tiff().toBuffer(), "image/png"],
  [
    "a vector image",
    async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    "image/png",
  ],
  ["no image at all", async () => Buffer.from("hello"), "image/webp"],
])("%s: the original", async (_name, make, mediaType) => {
  const hash = await put(await make());
  expect(await thumbnails.open(hash, "sm", mediaType)).toBeNull();
  expect(await thumbnailFiles()).toEqual([]);
});

test("more than can wait is refused in words, and the rest is made", async () => {
  const few = createThumbnails({
    files: thumbnailsInFolder(join(folder, "thumbs")),
    blobs,
    atATime: 1,
    waiting: 1,
  });
  const hashes = await Promise.all(
    [100, 101, 102, 103].map(async (height) => put(await picture(100, height).png().toBuffer())),
  );
  const opened = await Promise.allSettled(hashes.map((hash) => few.open(hash, "sm", "image/png")));
  const refused = opened.filter((result) => result.status === "rejected");
  expect(refused).toHaveLength(2);
  expect(refused.every(({ reason }) => reason.code === "RATE_LIMITED")).toBe(true);
  const again = await few.open(hashes[3] ?? "0x", "sm", "image/png");
  expect(again).not.toBeNull();
});

test("an original that is not here is an error, not a damaged image", async () => {
  const hash: Hash = `0x${createHash("sha256").update("later").digest("hex")}`;
  await expect(thumbnails.open(hash, "sm", "image/png")).rejects.toThrow("ENOENT");
  expect(await thumbnailFiles()).toEqual([]);
});

test("all sizes are forgotten together", async () => {
  const hash = await put(await picture(1600, 1200).jpeg().toBuffer());
  await thumbnails.open(hash, "sm", "image/jpeg");
  await thumbnails.open(hash, "lg", "image/jpeg");
  await thumbnails.remove(hash);
  expect(await thumbnailFiles()).toEqual([]);
});
