import { limits } from "./limits.ts";
import { loadSharp } from "./load-sharp.ts";

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
