import sharp from "sharp";

const size = { width: 4000, height: 3000 } as const;

/** Details of a photo from coarse to fine: how wide the pattern is that is drawn large, and how strong. */
const details = [
  { width: 4, sigma: 60 },
  { width: 24, sigma: 40 },
  { width: 120, sigma: 24 },
  { width: 600, sigma: 14 },
  { width: 2400, sigma: 6 },
];

/** JPEGs of 12 megapixels that compress as photos do: soft forms, edges, texture and some grain. */
export async function takePhotos(count: number): Promise<Buffer[]> {
  const [ground, ...others] = await Promise.all(details.map(drawLayer));
  const drawn = await sharp(ground)
    .composite(others.map((input) => ({ input, blend: "soft-light" })))
    .removeAlpha()
    .raw()
    .toBuffer();
  const photos: Buffer[] = [];
  for (let index = 0; index < count; index += 1) {
    const image = sharp(drawn, { raw: { ...size, channels: 3 } }).modulate({ hue: index * 36 });
    photos.push(await (index % 2 === 0 ? image : image.flop()).jpeg({ quality: 88 }).toBuffer());
  }
  return photos;
}

/** A picture for the owner's profile, as a phone saves it, below the 2 MiB that are allowed. */
export async function takePortrait(photo: Buffer): Promise<string> {
  const portrait = await sharp(photo).resize(1800, 1800).jpeg({ quality: 90 }).toBuffer();
  return `data:image/jpeg;base64,${portrait.toString("base64")}`;
}

async function drawLayer({ width, sigma }: (typeof details)[number]): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma } as const;
  const create = { width, height: (width * 3) / 4, channels: 3, background: "#000", noise } as const;
  const small = await sharp({ create }).png().toBuffer();
  return await sharp(small)
    .resize({ ...size, kernel: "cubic", fit: "fill" })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
