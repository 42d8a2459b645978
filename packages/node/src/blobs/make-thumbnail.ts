import { type FileHandle, open } from "node:fs/promises";
import { limits } from "./limits.ts";
import { loadSharp } from "./load-sharp.ts";

const encoders = { "image/jpeg": "jpeg", "image/png": "png", "image/webp": "webp" } as const;

/** The media types that thumbnails are made of; the format is kept. */
export type ThumbnailMediaType = keyof typeof encoders;

export function isThumbnailMediaType(mediaType: string): mediaType is ThumbnailMediaType {
  return Object.hasOwn(encoders, mediaType);
}

/** The image can't be decoded within the limits, or is not of the media type that it goes by. */
export class UnusableImageError extends Error {
  constructor() {
    super("The image can't be decoded within the limits.");
    this.name = "UnusableImageError";
  }
}

/**
 * Writes a smaller copy of an image: that height at the most and never more than its own, upright, without metadata,
 * the first frame of an animated one, durable when this resolves (decisions 5).
 * @param source path of the image
 * @param target path of the file to write
 * @param height pixels
 * @throws UnusableImageError; the target may then hold a part
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
      throw new UnusableImageError();
    }
    await image
      .timeout({ seconds: limits.imageMs / 1000 })
      .autoOrient()
      .resize({ height, withoutEnlargement: true })
      .toFormat(format)
      .toFile(target);
  } catch {
    throw new UnusableImageError();
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
