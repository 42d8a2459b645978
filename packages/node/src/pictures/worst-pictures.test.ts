import { expect, it } from "vitest";
import { jpegSegment, noise, pngChunk, tag } from "../../test/support/tagged-pictures.ts";
import { AppError } from "../errors/errors.ts";
import { cleanPicture } from "./clean-picture.ts";
import { pictureLimits } from "./limits.ts";

/** Cleans, and returns how it ended and how much time of the processor it took (ms). */
async function measure(picture: Buffer, mediaType: string) {
  const begun = process.threadCpuUsage();
  const result = await cleanPicture(picture, mediaType).catch((error: unknown) => error);
  const { user, system } = process.threadCpuUsage(begun);
  return { result, ms: (user + system) / 1000 };
}

const repeat = (bytes: Buffer, count: number) => Buffer.alloc(Math.floor(count) * bytes.length, bytes);
const megabytes = 16 * 1024 * 1024;

it("answers in time for pictures that are made to take long", async () => {
  const jpeg = await noise(8, 8).jpeg().toBuffer();
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  const png = await noise(8, 8).png().toBuffer();
  const gifHead = Buffer.from("47494638396101000100000000", "hex");
  const worst: [string, Buffer, string][] = [
    [
      "pairs that are no markers",
      Buffer.concat([jpeg.subarray(0, scan + 14), repeat(Buffer.from([0xff, 0]), megabytes / 2)]),
      "image/jpeg",
    ],
    ["fill bytes", Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(megabytes, 0xff)]), "image/jpeg"],
    [
      "restarts",
      Buffer.concat([jpeg.subarray(0, 2), repeat(Buffer.from([0xff, 0xd0]), megabytes / 2)]),
      "image/jpeg",
    ],
    [
      "empty segments",
      Buffer.concat([jpeg.subarray(0, 2), repeat(jpegSegment(0xe5, Buffer.alloc(0)), megabytes / 4)]),
      "image/jpeg",
    ],
    [
      "empty chunks",
      Buffer.concat([png.subarray(0, 33), repeat(pngChunk("tEXt", ""), megabytes / 12)]),
      "image/png",
    ],
    [
      "blocks of one byte",
      Buffer.concat([gifHead, Buffer.from([0x21, 0xfe]), repeat(Buffer.from([1, 65]), megabytes / 2)]),
      "image/gif",
    ],
    ["zeros between blocks", Buffer.concat([gifHead, Buffer.alloc(megabytes)]), "image/gif"],
  ];
  for (const [what, picture, mediaType] of worst) {
    const { result, ms } = await measure(picture, mediaType);
    expect([what, result instanceof AppError || !(result instanceof Error)]).toEqual([what, true]);
    expect([what, ms < 5_000]).toEqual([what, true]);
  }
});

it("takes as many pieces as the limit says, and refuses one more", async () => {
  const png = await noise(8, 8).png().toBuffer();
  const pieces = (count: number) =>
    Buffer.concat([png.subarray(0, 33), repeat(pngChunk("tEXt", ""), count), png.subarray(33)]);
  const { result: none } = await measure(pieces(0), "image/png");
  expect(none).toMatchObject({ removed: [] });
  // The signature, the header, the physical size if it has one, the image and the end are pieces, too.
  const chunks = [...png.toString("latin1").matchAll(/IHDR|pHYs|IDAT|IEND/g)].length + 1;
  const { result: most } = await measure(pieces(pictureLimits.pieces - chunks), "image/png");
  expect(most).toMatchObject({ removed: ["text"] });
  const { result: over } = await measure(pieces(pictureLimits.pieces - chunks + 1), "image/png");
  expect(over).toMatchObject({ code: "PICTURE_DAMAGED", message: expect.stringContaining("too many parts") });
});

it.each(["jpeg", "png", "webp", "gif", "avif"] as const)(
  "refuses or cleans a %s of which any byte is another one, or which ends anywhere",
  async (format) => {
    const picture = await (format === "gif"
      ? noise(8, 8).gif()
      : tag(noise(8, 8).toFormat(format))
    ).toBuffer();
    const step = Math.ceil(picture.length / 400);
    for (let at = 0; at < picture.length; at += step) {
      const changed = Buffer.from(picture);
      changed.writeUInt8(changed.readUInt8(at) ^ 0xff, at);
      for (const bytes of [changed, picture.subarray(0, at)]) {
        const { result } = await measure(bytes, `image/${format}`);
        expect([at, result instanceof AppError || !(result instanceof Error)]).toEqual([at, true]);
      }
    }
  },
);

/** An AVIF whose one item has so many places. */
function avifOf(extents: number, length: number): Buffer {
  const box = (type: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(body.length + 8, 0);
    head.write(type, 4, "latin1");
    return Buffer.concat([head, body]);
  };
  const infe = box("infe", Buffer.from("020000000001000045786966", "hex"), Buffer.alloc(1));
  const iinf = box("iinf", Buffer.from("000000000001", "hex"), infe);
  const places = Buffer.alloc(extents * 8);
  for (let at = 0; at < extents; at += 1) places.writeUInt32BE(length, at * 8 + 4);
  const count = Buffer.alloc(2);
  count.writeUInt16BE(extents);
  const iloc = box("iloc", Buffer.from("000000004400000100010000", "hex"), count, places);
  const ftyp = box("ftyp", Buffer.from("avif\0\0\0\0avif", "latin1"));
  return Buffer.concat([
    ftyp,
    box("meta", Buffer.alloc(4), iinf, iloc),
    box("mdat", Buffer.alloc(megabytes / 4)),
  ]);
}

it("refuses an AVIF whose metadata lies in many places, or is read again and again", async () => {
  const { result: many } = await measure(avifOf(pictureLimits.extents + 1, 1), "image/avif");
  expect(many).toMatchObject({ code: "PICTURE_DAMAGED", message: expect.stringContaining("too many parts") });
  const { result: again, ms } = await measure(avifOf(pictureLimits.extents, 1024 * 1024), "image/avif");
  expect(again).toMatchObject({ code: "PICTURE_DAMAGED", message: expect.stringContaining("too long") });
  expect(ms).toBeLessThan(5_000);
});
