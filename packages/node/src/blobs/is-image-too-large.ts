import { limits } from "./limits.ts";
import { loadSharp } from "./load-sharp.ts";

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
