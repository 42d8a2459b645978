import type { Hash } from "@freehold/protocol";
import type { Blobs } from "./blobs.ts";
import { limits } from "./limits.ts";
import { loadSharp } from "./load-sharp.ts";

/** The size of an image as it is shown: upright, in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
  /** Whether smaller copies are made of images of this format. */
  readonly hasCopies: boolean;
}

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
