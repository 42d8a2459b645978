import type { Sharp } from "sharp";
import { AppError } from "../errors/errors.ts";
import { type ImageSize, imageMs, loadSharp, syncFile } from "./images.ts";
import { limits } from "./limits.ts";

/** Widths (pixels) of the copies that pages show. */
const widths = [400, 800, 1200, 1600, 2400] as const;
export const widest = 2400;
/** Sides (pixels) of the square copies of an avatar. */
const avatarSides = [96, 192] as const;

/**
 * The copies of a picture for the site, named as their files: WebP for browsers, a JPEG for feeds and mails, whose programs know no
 * WebP, and squares of an avatar (decision 0054).
 */
export type SiteCopy =
  | `${(typeof widths)[number]}.webp`
  | "1200.jpg"
  | `avatar-${(typeof avatarSides)[number]}.webp`;

const forPages: readonly SiteCopy[] = widths.map((width) => `${width}.webp` as const);
export const forPrograms: SiteCopy = "1200.jpg";
export const forAvatars: readonly SiteCopy[] = avatarSides.map((side) => `avatar-${side}.webp` as const);

export const siteCopies: readonly SiteCopy[] = [...forPages, forPrograms, ...forAvatars];

/** Pixels: the width of a copy, which is less where its original is narrower. */
export const widthOfCopy = (name: SiteCopy): number => Number(/\d+/.exec(name)?.[0]);

/** The path of a copy, whose bytes never change. */
export function pathOfCopy(hash: string, name: SiteCopy): string {
  return `/pictures/${hash}/${name}`;
}

/** WebP has no larger side. */
const webpSide = 16_383;

/**
 * The copies that pages show of a picture, the narrowest first: those that are narrower than the picture, and for a JPEG the next
 * one, in which it has all its pixels and fewer bytes. None of a picture that moves, and of a tall one those that WebP can hold.
 */
export function listSiteCopies({ width, height, format, isMoving }: ImageSize): readonly SiteCopy[] {
  const isCopied = !isMoving && (format === "jpeg" || format === "png" || format === "webp");
  if (!isCopied || width * height > limits.imagePixels || width <= widths[0]) return [];
  const narrower = forPages.filter((name) => widthOfCopy(name) < width);
  const next = format === "jpeg" ? forPages.slice(narrower.length, narrower.length + 1) : [];
  return [...narrower, ...next].filter((name) => height * Math.min(1, widthOfCopy(name) / width) <= webpSide);
}

/** Whether a picture has a copy for programs: a small PNG is a drawing, which stays sharp as it is. */
export function hasCopyForPrograms(size: ImageSize): boolean {
  return listSiteCopies(size).length > 0 && (size.format !== "png" || size.width > widthOfCopy(forPrograms));
}

/** The media types that have copies; those of pages leave out GIF. */
export const copyFormats: Readonly<Record<string, string>> = {
  "image/jpeg": "jpeg",
  "image/png": "png",
  "image/webp": "webp",
  "image/gif": "gif",
};

/** Bytes of a copy that are enough for a photo of that width, and for each pixel of a tall one. */
const enough: Readonly<Record<number, number>> = {
  400: 22_000,
  800: 52_000,
  1200: 105_000,
  1600: 180_000,
  2400: 370_000,
};
const enoughPerPixel = 0.06;
/** Tried one after the other, until the bytes are enough or the last is reached. */
const qualities = [80, 68, 56, 44];
const jpegQuality = 78;

/**
 * Writes a copy of an image for the site: upright, in sRGB, without metadata, never enlarged; an avatar is a square of its middle, and
 * the first frame of one that moves. Durable when this resolves.
 *
 * @param source path of the image
 * @param target path of the file to write
 * @param mediaType of the image; one of another format is refused
 * @throws AppError UNUSABLE_IMAGE; the target may then hold a part
 */
export async function makeSiteCopy(
  source: string,
  target: string,
  name: SiteCopy,
  mediaType: string,
): Promise<void> {
  const sharp = await loadSharp();
  const open = () =>
    sharp(source, { limitInputPixels: limits.imagePixels, sequentialRead: true, failOn: "error" });
  try {
    if ((await open().metadata()).format !== copyFormats[mediaType])
      throw new Error("The image has another format.");
    await write(
      open()
        .timeout({ seconds: imageMs / 1000 })
        .autoOrient(),
      target,
      name,
      sharp,
    );
  } catch {
    throw new AppError("UNUSABLE_IMAGE", "The image can't be decoded within the limits.");
  }
  await syncFile(target);
}

async function write(
  image: Sharp,
  target: string,
  name: SiteCopy,
  sharp: typeof import("sharp").default,
): Promise<void> {
  const width = widthOfCopy(name);
  if (name.startsWith("avatar-")) {
    await image.resize({ width, height: width, fit: "cover" }).webp().toFile(target);
    return;
  }
  const small = image.resize({ width, withoutEnlargement: true });
  if (name === forPrograms) {
    await small
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: jpegQuality, mozjpeg: true })
      .toFile(target);
    return;
  }
  // It is decoded once, also where it is written more than once.
  const { data, info } = await small.toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
  const most = Math.max(enough[width] ?? 0, enoughPerPixel * info.width * info.height);
  for (const quality of qualities) {
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const { size } = await sharp(data, { raw }).webp({ quality }).toFile(target);
    if (size <= most) return;
  }
}
