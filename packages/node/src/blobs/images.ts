import { type FileHandle, open } from "node:fs/promises";
import type { Hash } from "@freehold/protocol";
import { AppError } from "../errors/errors.ts";
import type { Blobs } from "./blobs.ts";
import { limits } from "./limits.ts";

type Sharp = typeof import("sharp").default;

let loading: Promise<Sharp> | undefined;

/** The formats that are decoded at all; libvips knows some twenty more, each a parser of foreign bytes. */
const loaders = ["Jpeg", "Png", "Webp", "Nsgif"].flatMap((format) => [
  `VipsForeignLoad${format}File`,
  `VipsForeignLoad${format}Buffer`,
]);

/**
 * The image library, loaded when the first image needs it: a command that needs none does not pay for it.
 * Its settings hold for the whole process.
 */
function loadSharp(): Promise<Sharp> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: loaders });
    sharp.cache(false);
    return sharp;
  });
  return loading;
}

/**
 * Whether an image says that it has more pixels or frames than anybody should have to decode; nothing of it is decoded
 * for that. What is no image says nothing.
 */
export async function isImageTooLarge(bytes: Uint8Array): Promise<boolean> {
  const sharp = await loadSharp();
  const image = sharp(bytes, { limitInputPixels: false, failOn: "none" });
  const {
    width = 0,
    height = 0,
    pages = 1,
  } = await image.metadata().catch(() => ({}) as Partial<ImageFacts>);
  return width * height > limits.imagePixels || pages > limits.imageFrames;
}

interface ImageFacts {
  readonly width: number;
  readonly height: number;
  readonly pages: number;
}

/** The size of an image as it is shown: upright, in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
  /** Whether smaller copies are made of images of this format. */
  readonly hasCopies: boolean;
}

// Not a limit: the bytes of a file that are read for its dimensions.
/** The beginning of a file, in which its format says its size. */
const headBytes = 256 * 1024;

/**
 * Reads the size of an image from the beginning of its file, without decoding it.
 *
 * @returns null for what is no image that is shown, and for bytes that are missing
 */
export async function measureImage(
  blobs: Pick<Blobs, "read" | "size">,
  hash: Hash,
): Promise<ImageSize | null> {
  try {
    const size = (await blobs.size(hash)) ?? 0;
    if (size === 0) return null;
    const pieces: Uint8Array[] = [];
    const range = { start: 0, end: Math.min(size, headBytes) - 1 };
    for await (const piece of blobs.read(hash, range)) pieces.push(piece);
    const sharp = await loadSharp();
    const options = { limitInputPixels: limits.imagePixels, failOn: "none" } as const;
    const { autoOrient, pageHeight, format } = await sharp(Buffer.concat(pieces), options).metadata();
    const hasCopies = format === "jpeg" || format === "png" || format === "webp";
    return { width: autoOrient.width, height: pageHeight ?? autoOrient.height, hasCopies };
  } catch {
    return null;
  }
}

const encoders = { "image/jpeg": "jpeg", "image/png": "png", "image/webp": "webp" } as const;

/** The media types that thumbnails are made of; the format is kept. */
export type ThumbnailMediaType = keyof typeof encoders;

export function isThumbnailMediaType(mediaType: string): mediaType is ThumbnailMediaType {
  return Object.hasOwn(encoders, mediaType);
}

/**
 * Writes a smaller copy of an image: that height at the most and never more than its own, upright, without metadata,
 * the first frame of an animated one, durable when this resolves (decisions 5).
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
    if ((await image.metadata()).format !== format) {
      throw new AppError("UNUSABLE_IMAGE", "The image can't be decoded within the limits.");
    }
    await image
      .timeout({ seconds: limits.imageMs / 1000 })
      .autoOrient()
      .resize({ height, withoutEnlargement: true })
      .toFormat(format)
      .toFile(target);
  } catch {
    throw new AppError("UNUSABLE_IMAGE", "The image can't be decoded within the limits.");
  }
  await syncFile(target);
}

async function syncFile(path: string): Promise<void> {
  const handle: FileHandle = await open(path, "r+");
  try {
    await handle.chmod(0o600);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * A small square copy of a picture that somebody else made, as WebP: upright, its first frame, without metadata.
 *
 * @param side pixels
 * @returns null for what can't be decoded within the limits
 */
export async function shrinkPicture(bytes: Uint8Array, side: number): Promise<Buffer | null> {
  const sharp = await loadSharp();
  try {
    return await sharp(bytes, { limitInputPixels: limits.imagePixels, failOn: "error" })
      .timeout({ seconds: limits.imageMs / 1000 })
      .autoOrient()
      .resize({ width: side, height: side, fit: "cover" })
      .webp()
      .toBuffer();
  } catch {
    return null;
  }
}
