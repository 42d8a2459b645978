import sharp from "sharp";

/** A JPEG that looks like a landscape: a sky, a sun and hills, so that a crop or a wrong shape is seen. @param hue degrees */
export async function drawLandscape(width: number, height: number, hue: number): Promise<Buffer> {
  const shade = (part: number, turn: number) => Math.round(128 + 90 * Math.sin(part + turn));
  const angle = (hue * Math.PI) / 180;
  const bytes = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const hill = height * (0.62 + 0.1 * Math.sin((6 * x) / width + angle));
      const isSun = Math.hypot(x - width * 0.7, y - height * 0.3) < Math.min(width, height) * 0.12;
      const light = y > hill ? 0.45 : 1;
      const colour = isSun
        ? [250, 240, 200]
        : [0, 2, 4].map((turn) => Math.round(light * shade(angle + y / height, turn)));
      for (const [at, value] of colour.entries()) bytes[(y * width + x) * 3 + at] = value;
    }
  }
  return await sharp(bytes, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer();
}
