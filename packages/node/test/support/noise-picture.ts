import sharp from "sharp";

/** A PNG of noise, about 433 kB, that no compression makes smaller. */
export async function makeNoisePicture(): Promise<Buffer> {
  const background = { r: 90, g: 120, b: 160 };
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  return await sharp({ create: { width: 380, height: 380, channels: 3, background, noise } })
    .png()
    .toBuffer();
}
