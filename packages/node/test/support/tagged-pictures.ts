import { crc32 } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { unusedLoaders } from "./unused-loaders.ts";

/** Words that stand in the metadata of these pictures, and nowhere else. */
const secrets = ["SecretMaker", "SN-4711", "SecretOwner", "SecretCity", "SecretNote", "GPSLatitude"];
/** The seconds of the latitude, 48° 8' 13.7544", as the rational number 137544/10000 in both byte orders. */
const latitudes = [0, 1].map((little) => {
  const bytes = Buffer.alloc(8);
  for (const [index, value] of [137_544, 10_000].entries())
    little ? bytes.writeUInt32LE(value, index * 4) : bytes.writeUInt32BE(value, index * 4);
  return bytes;
});

/** Whether bytes hold any of the metadata of these pictures. */
export function hasSecret(bytes: Uint8Array): boolean {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return (
    secrets.some((secret) => all.includes(secret)) || latitudes.some((latitude) => all.includes(latitude))
  );
}

const xmp =
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ` +
  `xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" ` +
  `exif:GPSLatitude="48,8.22924N" note="SecretNote"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

/** Adds an Exif block with a place, a camera and an orientation, and an XMP packet. */
export function tag(picture: Sharp, orientation = 6): Sharp {
  return picture
    .withExif({
      IFD0: { Make: "SecretMaker", Artist: "SecretOwner" },
      IFD2: { BodySerialNumber: "SN-4711" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "48/1 8/1 137544/10000",
        GPSLongitudeRef: "E",
        GPSLongitude: "11/1 34/1 340464/10000",
      },
    })
    .withXmp(xmp)
    .withMetadata({ orientation });
}

/** A picture of noise, which shows each change of a pixel. */
export function noise(width = 120, height = 80): Sharp {
  const background = { r: 90, g: 120, b: 160 };
  return sharp({
    create: { width, height, channels: 3, background, noise: { type: "gaussian", mean: 128, sigma: 60 } },
  });
}

/** A JPEG with a place in its Exif block. */
export async function photo(width = 120, height = 80): Promise<Buffer> {
  return await tag(noise(width, height).jpeg()).toBuffer();
}

async function frames(): Promise<Sharp> {
  const still = await noise().png().toBuffer();
  const cuts = [0, 10, 20].map((left) =>
    sharp(still).extract({ left, top: 0, width: 90, height: 60 }).png().toBuffer(),
  );
  return sharp(await Promise.all(cuts), { join: { animated: true } });
}

/** Pictures in each format, with all that their metadata can hold. */
export async function taggedPictures(): Promise<Record<string, Buffer>> {
  const animation = { loop: 3, delay: [100, 200, 300] };
  const half = async () => sharp(await noise().png().toBuffer()).ensureAlpha(0.5);
  const made: Record<string, Sharp> = {
    "photo.jpg": tag(noise().jpeg()),
    "progressive.jpg": tag(noise().withIccProfile("p3").jpeg({ progressive: true })),
    "cmyk.jpg": tag(noise().toColourspace("cmyk").jpeg()),
    "eight-bits.png": tag((await half()).png()),
    "sixteen-bits.png": tag(noise().toColourspace("rgb16").png()),
    "palette.png": tag(noise().png({ palette: true })),
    "lossy.webp": tag(noise().webp()),
    "lossless.webp": tag((await half()).webp({ lossless: true })),
    "animated.webp": tag((await frames()).webp(animation)),
    "animated.gif": (await frames()).gif(animation),
    "still.avif": tag(noise().avif()),
    "transparent.avif": tag((await half()).avif()),
  };
  const entries = await Promise.all(
    Object.entries(made).map(
      async ([name, picture]) => [name, addMore(name, await picture.toBuffer())] as const,
    ),
  );
  return Object.fromEntries(entries);
}

/** Metadata that sharp can't write: comments, a thumbnail's block of its own, and data after the end. */
function addMore(name: string, picture: Buffer): Buffer {
  const end = Buffer.from("SecretNote after the end");
  if (name.endsWith(".jpg")) {
    const comment = jpegSegment(0xfe, Buffer.from("SecretNote"));
    const iptc = jpegSegment(0xed, Buffer.from("Photoshop 3.0\x008BIM\x04\x04SecretCity", "latin1"));
    const several = jpegSegment(0xe2, Buffer.from("MPF\0SecretNote"));
    return Buffer.concat([picture.subarray(0, 2), comment, iptc, several, picture.subarray(2), end]);
  }
  if (name.endsWith(".png")) {
    const chunks = [
      pngChunk("tEXt", "Comment\0SecretNote"),
      pngChunk("tIME", "\x07\xe8\x01\x02\x03\x04\x05"),
    ];
    return Buffer.concat([picture.subarray(0, 33), ...chunks, picture.subarray(33), end]);
  }
  if (name.endsWith(".gif")) {
    const comment = Buffer.from("\x21\xfe\x0aSecretNote\x00", "latin1");
    const packet = Buffer.concat([
      Buffer.from("\x21\xff\x0bXMP DataXMP", "latin1"),
      Buffer.from(xmp),
      Buffer.from(
        ["\x01", ...Array.from({ length: 256 }, (_, at) => String.fromCharCode(255 - at)), "\0"].join(""),
        "latin1",
      ),
    ]);
    const at = 13 + 3 * 2 ** ((picture.readUInt8(10) & 7) + 1) * Number(picture.readUInt8(10) > 127);
    return Buffer.concat([picture.subarray(0, at), comment, packet, picture.subarray(at), end]);
  }
  return name.endsWith(".webp") ? Buffer.concat([picture, end]) : picture;
}

export function jpegSegment(code: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

export function pngChunk(name: string, data: string): Buffer {
  const body = Buffer.from(name + data, "latin1");
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(body.length - 4, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** All pixels of all frames, 16 bits each, and what the picture says of its looks. */
export async function readPixels(picture: Uint8Array) {
  // The node blocks formats that it does not decode, for the whole process.
  unusedLoaders.allow();
  try {
    const image = sharp(picture, { animated: true });
    const {
      format,
      width,
      height,
      space,
      depth,
      orientation = 1,
      pages,
      loop,
      delay,
      icc,
    } = await image.metadata();
    const looks = { format, width, height, space, depth, orientation, pages, loop, delay, icc: icc?.length };
    return { looks, pixels: await image.raw({ depth: "ushort" }).toBuffer() };
  } finally {
    unusedLoaders.block();
  }
}
