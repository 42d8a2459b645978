import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Hash } from "@freehold/protocol";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Blobs } from "./blobs.ts";
import { createDiskBlobs } from "./disk-blobs.ts";
import { type ImageSize, measureImage } from "./images.ts";
import { hasCopyForPrograms, listSiteCopies, type SiteCopy } from "./site-copies.ts";
import { createThumbnails, type Thumbnails, thumbnailsInFolder } from "./thumbnails.ts";

let folder: string;
let blobs: Blobs;
let thumbnails: Thumbnails;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-copies-"));
  blobs = createDiskBlobs(join(folder, "content"));
  thumbnails = createThumbnails({ files: thumbnailsInFolder(join(folder, "thumbs")), blobs });
});
afterAll(() => rm(folder, { recursive: true }));

const put = async (bytes: Uint8Array): Promise<Hash> =>
  (await blobs.put(Readable.from([bytes]), { maxBytes: 2 ** 30 })).hash;

const plain = (width: number, height: number, background: string | object = "#336699") =>
  sharp({ create: { width, height, channels: 4, background } });

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      noise: { type: "gaussian", mean: 128, sigma: 60 },
      background: "#000",
    },
  });

async function copyOf(hash: Hash, name: SiteCopy, mediaType = "image/jpeg") {
  const made = await thumbnails.open(hash, name, mediaType);
  const bytes = Buffer.concat(made ? await Array.fromAsync(made.read()) : []);
  return { made, bytes, fields: made && (await sharp(bytes).metadata()) };
}

async function moving(format: "webp" | "gif"): Promise<Buffer> {
  const frames = await Promise.all(["red", "blue"].map((colour) => plain(900, 600, colour).png().toBuffer()));
  return await sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}

const size = (width: number, height: number, rest: Partial<ImageSize> = {}): ImageSize => ({
  width,
  height,
  format: "jpeg",
  isMoving: false,
  isOpaque: true,
  ...rest,
});

test.each([
  ["a photo of 12 megapixels", size(4000, 3000), [400, 800, 1200, 1600, 2400]],
  ["a small photo, whose last copy has all its pixels", size(1000, 700), [400, 800, 1200]],
  ["a small drawing, which is best as it is", size(1000, 700, { format: "png" }), [400, 800]],
  ["a tiny picture", size(400, 300), []],
  ["a panorama", size(16_000, 1000), [400, 800, 1200, 1600, 2400]],
  ["a tall screenshot, as wide as WebP can hold it", size(1080, 24_000, { format: "png" }), [400]],
  ["one that moves", size(900, 600, { format: "webp", isMoving: true }), []],
  ["a GIF", size(900, 600, { format: "gif" }), []],
  ["an AVIF, which is not decoded", size(900, 600, { format: "heif" }), []],
  ["more pixels than are decoded", size(16_000, 16_000), []],
])("%s has these copies", (_, given, widths) => {
  expect(listSiteCopies(given)).toEqual(widths.map((width) => `${width}.webp`));
  expect(hasCopyForPrograms(given)).toBe(
    widths.length > 0 && !(given.format === "png" && given.width <= 1200),
  );
});

test("a copy is a WebP of its width, upright, without what the camera wrote, and never larger than its picture", async () => {
  const sideways = plain(600, 900)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Artist: "Somebody" } });
  const hash = await put(await sideways.jpeg().toBuffer());
  const { made, fields } = await copyOf(hash, "400.webp");
  expect(made?.mediaType).toBe("image/webp");
  expect(fields).toMatchObject({ format: "webp", width: 400, height: 267 });
  expect([fields?.exif, fields?.orientation]).toEqual([undefined, undefined]);
  expect((await copyOf(hash, "2400.webp")).fields).toMatchObject({ width: 900, height: 600 });
  const jpeg = await copyOf(hash, "1200.jpg");
  expect(jpeg.made?.mediaType).toBe("image/jpeg");
  expect(jpeg.fields).toMatchObject({ format: "jpeg", width: 900 });
});

test("transparency stays, and is white in a copy for mails; CMYK becomes sRGB", async () => {
  const clear = await put(await plain(1300, 600, { r: 0, g: 0, b: 0, alpha: 0 }).png().toBuffer());
  expect((await copyOf(clear, "400.webp", "image/png")).fields?.hasAlpha).toBe(true);
  const { channels } = await sharp((await copyOf(clear, "1200.jpg", "image/png")).bytes).stats();
  expect(channels.map(({ min }) => min)).toEqual([255, 255, 255]);
  const printed = await put(
    await plain(900, 600, "red").removeAlpha().toColourspace("cmyk").jpeg().toBuffer(),
  );
  const copy = await copyOf(printed, "400.webp");
  expect(copy.fields).toMatchObject({ space: "srgb", channels: 3 });
  const [red, green] = (await sharp(copy.bytes).stats()).channels;
  expect([(red?.mean ?? 0) > 180, (green?.mean ?? 255) < 80]).toEqual([true, true]);
});

test("a copy of noise is written again with fewer bytes", async () => {
  const hash = await put(await noise(1200, 900).jpeg({ quality: 95 }).toBuffer());
  const best = await sharp(await blobs.readAll(hash, 2 ** 30))
    .resize({ width: 800 })
    .webp({ quality: 80 })
    .toBuffer();
  expect((await copyOf(hash, "800.webp")).bytes.length).toBeLessThan(best.length * 0.7);
});

test("an avatar is a square, also of a GIF that moves", async () => {
  const hash = await put(await moving("gif"));
  for (const side of [96, 192] as const) {
    const { fields } = await copyOf(hash, `avatar-${side}.webp`, "image/gif");
    expect(fields).toMatchObject({ format: "webp", width: side, height: side });
    expect(fields?.pages).toBeUndefined();
  }
  expect(await thumbnails.open(hash, "400.webp", "image/gif")).toBeNull();
});

test("a picture that moves is known by its first bytes: WebP, GIF, and PNG, whose frames the library does not know", async () => {
  const still = await plain(900, 600).png().toBuffer();
  // An `acTL` before the pixels says that there are frames.
  const at = 33;
  const chunk = Buffer.from("000000086163544c00000002000000009a7ba0e9", "hex");
  const apng = Buffer.concat([still.subarray(0, at), chunk, still.subarray(at)]);
  const large = await sharp(await Promise.all([0, 1].map(() => noise(900, 600).png().toBuffer())), {
    join: { animated: true },
  })
    .webp({ lossless: true })
    .toBuffer();
  expect(large.length).toBeGreaterThan(256 * 1024);
  const isMoving = async (bytes: Buffer) => (await measureImage(blobs, await put(bytes)))?.isMoving;
  const all = [still, apng, await moving("webp"), await moving("gif"), large];
  expect(await Promise.all(all.map(isMoving))).toEqual([false, true, true, true, true]);
});

test("a damaged picture has no copy, and all copies of a picture are removed with it", async () => {
  const whole = await noise(1200, 900).jpeg().toBuffer();
  const damaged = await put(whole.subarray(0, whole.length / 2));
  expect(await thumbnails.open(damaged, "800.webp", "image/jpeg")).toBeNull();
  const hash = await put(whole);
  for (const name of ["400.webp", "1200.jpg", "avatar-96.webp"] as const)
    expect(await thumbnails.open(hash, name, "image/jpeg")).not.toBeNull();
  const names = async () =>
    (await readdir(join(folder, "thumbs"), { recursive: true })).filter((name) => name.endsWith(hash));
  expect(await names()).toHaveLength(3);
  await thumbnails.remove(hash);
  expect(await names()).toEqual([]);
});
