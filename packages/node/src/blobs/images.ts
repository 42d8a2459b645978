import { open } from "node:fs/promises";
import type { Hash } from "@freehold/protocol";
import { MiB } from "@freehold/protocol/internal";
import { AppError } from "../errors/errors.ts";
import { readAvifSize } from "./avif-size.ts";
import type { Blobs } from "./blobs.ts";
import { limits } from "./limits.ts";

export const imageMs = 10_000; // decoding an image

type Sharp = typeof import("sharp").default;

let loading: Promise<Sharp> | undefined;

/** The formats that are decoded. libvips knows some twenty more, each a parser of untrusted bytes. */
const loaders = ["Jpeg", "Png", "Webp", "Nsgif"].flatMap((format) => [
  `VipsForeignLoad${format}File`,
  `VipsForeignLoad${format}Buffer`,
]);

/** The image library, loaded when the first image needs it. Its settings apply to the whole process. */
export function loadSharp(): Promise<Sharp> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: loaders });
    sharp.cache(false);
    return sharp;
  });
  return loading;
}

/** Whether the metadata of an image declare more pixels or frames than the limits; nothing is decoded. False for other bytes. */
export async function isImageTooLarge(bytes: Uint8Array): Promise<boolean> {
  const sharp = await loadSharp();
  const image = sharp(bytes, { limitInputPixels: false, failOn: "none" });
  const metadata = await image.metadata().catch(() => null);
  if (metadata === null) return false;
  const { width = 0, height = 0, pages = 1 } = metadata;
  return width * height > limits.imagePixels || pages > limits.imageFrames;
}

/** The size of an image as shown: upright, in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
  /** Its format, as libvips names it. */
  readonly format: string;
  /** Whether it has more frames than one: a copy would stand still. */
  readonly isMoving: boolean;
  /** Whether nothing behind it is seen. */
  readonly isOpaque: boolean;
}

// The bytes of a file that are read for its dimensions. libvips reads them of a WebP only when it has the whole file.
const headBytes = 256 * 1024;
const webpBytes = 8 * MiB;

/** Reads the size of an image from the beginning of its file, without decoding it; null for other and for missing bytes. */
export async function measureImage(
  blobs: Pick<Blobs, "read" | "size">,
  hash: Hash,
): Promise<ImageSize | null> {
  try {
    const size = (await blobs.size(hash)) ?? 0;
    const read = async (most: number) => {
      const range = { start: 0, end: Math.min(size, most) - 1 };
      return Buffer.concat(await Array.fromAsync<Uint8Array>(blobs.read(hash, range)));
    };
    if (size === 0) return null;
    const head = await read(headBytes);
    return await measureHead(isWebp(head) && size > head.length ? await read(webpBytes) : head);
  } catch {
    return null;
  }
}

async function measureHead(head: Buffer): Promise<ImageSize> {
  const avif = readAvifSize(head);
  if (avif) return { ...avif, format: "avif", isMoving: false };
  const sharp = await loadSharp();
  const options = { limitInputPixels: limits.imagePixels, failOn: "none" } as const;
  const { autoOrient, pageHeight, format, hasAlpha, pages = 1 } = await sharp(head, options).metadata();
  return {
    width: autoOrient.width,
    height: pageHeight ?? autoOrient.height,
    format: format ?? "",
    isMoving: pages > 1 || (format === "png" && hasFrames(head)),
    isOpaque: !hasAlpha,
  };
}

const isWebp = (bytes: Buffer) => bytes.toString("latin1", 8, 12) === "WEBP";

/** Whether a PNG moves: it says how many frames it has before its pixels begin. libvips knows the first one alone. */
function hasFrames(head: Buffer): boolean {
  const frames = head.indexOf("acTL", 0, "latin1");
  const pixels = head.indexOf("IDAT", 0, "latin1");
  return frames >= 0 && (pixels < 0 || frames < pixels);
}

const encoders = { "image/jpeg": "jpeg", "image/png": "png", "image/webp": "webp" } as const;

/** The media types that have thumbnails, each in its own format. */
export type ThumbnailMediaType = keyof typeof encoders;

export function isThumbnailMediaType(mediaType: string): mediaType is ThumbnailMediaType {
  return Object.hasOwn(encoders, mediaType);
}

/**
 * Writes a smaller copy of an image, of that height at most: upright, without metadata, the first frame of an animated one;
 * durable when this resolves (decisions 5).
 * @param source path of the image
 * @param target path of the file to write
 * @param height pixels
 * @throws AppError UNUSABLE_IMAGE; the target may then hold a part
 */
export async function makeThumbnail(
  source: string,
  target: string,
  height: number,
  mediaType: ThumbnailMediaType,
): Promise<void> {
  const sharp = await loadSharp();
  const format = encoders[mediaType];
  try {
    const image = sharp(source, {
      limitInputPixels: limits.imagePixels,
      sequentialRead: true,
      failOn: "error",
    });
    if ((await image.metadata()).format !== format) throw new Error("The image has another format.");
    await image
      .timeout({ seconds: imageMs / 1000 })
      .autoOrient()
      .resize({ height, withoutEnlargement: true })
      .toFormat(format)
      .toFile(target);
  } catch {
    throw new AppError("UNUSABLE_IMAGE", "The image can't be decoded within the limits.");
  }
  await syncFile(target);
}

/** Makes a finished file durable, and readable for this user alone. */
export async function syncFile(path: string): Promise<void> {
  await using handle = await open(path, "r+");
  await handle.chmod(0o600);
  await handle.sync();
}

/**
 * A small square copy of an untrusted picture, as WebP: upright, its first frame, without metadata.
 *
 * @param side pixels
 * @returns null for a picture that can't be decoded within the limits
 */
export async function shrinkPicture(bytes: Uint8Array, side: number): Promise<Buffer | null> {
  const sharp = await loadSharp();
  try {
    return await sharp(bytes, { limitInputPixels: limits.imagePixels, failOn: "error" })
      .timeout({ seconds: imageMs / 1000 })
      .autoOrient()
      .resize({ width: side, height: side, fit: "cover" })
      .webp()
      .toBuffer();
  } catch {
    return null;
  }
}

/**
 * The middle of an image in that size, as JPEG.
 *
 * @param path of a thumbnail, which is trusted
 * @returns null where it can't be decoded within the limits
 */
export async function cropImage(
  image: Uint8Array,
  { width, height }: { width: number; height: number },
): Promise<Buffer | null> {
  const sharp = await loadSharp();
  try {
    return await sharp(image, { limitInputPixels: limits.imagePixels })
      .timeout({ seconds: imageMs / 1000 })
      .resize({ width, height, fit: "cover" })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 82 })
      .toBuffer();
  } catch {
    return null;
  }
}
