import { contentHash } from "@freehold/protocol";
import { expect, it, test } from "vitest";
import { noise, photo, pngChunk, tag, taggedPictures } from "../../../../test/support/tagged-pictures.ts";
import { pictureLimits } from "../../../pictures/limits.ts";
import { readPictureMetadata } from "./picture-metadata.ts";

/** The metadata that is found in a stored picture, and the number of bytes that are read for it. */
async function look(picture: Buffer, mediaType: string) {
  const hash = contentHash(picture);
  let bytesRead = 0;
  const blobs = {
    size: async (asked: string) => (asked === hash ? picture.length : null),
    read: (_hash: string, range?: { start: number; end: number }) => {
      const bytes = picture.subarray(range?.start ?? 0, (range?.end ?? picture.length) + 1);
      bytesRead += bytes.length;
      return [bytes] as never;
    },
  };
  const found = await readPictureMetadata({ blobs }, { contentHash: hash, mediaType });
  return { found, bytesRead };
}

it("finds the location in each format that holds one, and none in a clean picture", async () => {
  for (const [name, picture] of Object.entries(await taggedPictures())) {
    const format = (name.split(".")[1] ?? "").replace("jpg", "jpeg");
    const { found } = await look(picture, `image/${format}`);
    expect([name, found.includes("location")]).toEqual([name, format !== "gif"]);
  }
  for (const format of ["jpeg", "png", "webp", "avif"] as const)
    expect((await look(await noise().toFormat(format).toBuffer(), `image/${format}`)).found).toEqual([]);
  expect((await look(await photo(), "application/pdf")).found).toEqual([]);
});

it("tells what stands before the damage of a picture", async () => {
  const cut = (await photo()).subarray(0, 1_500);
  expect((await look(cut, "image/jpeg")).found).toContain("location");
  expect((await look(Buffer.from("no picture"), "image/jpeg")).found).toEqual([]);
});

test(`no more than ${pictureLimits.searchedBytes} bytes are read`, async () => {
  const png = await tag(noise(8, 8).png()).toBuffer();
  const at = png.indexOf("eXIf") - 4;
  const exif = png.subarray(at, at + 12 + png.readUInt32BE(at));
  const plain = await noise(8, 8).png().toBuffer();
  const end = plain.length - 12;
  // Each of these chunks is longer than what is read at a time, so that its name costs one read.
  const windowBytes = 65_536;
  const piece = pngChunk("IDAT", "x".repeat(windowBytes));
  const withExifBehind = (pieces: number) => {
    const long = Array.from({ length: pieces }, () => piece);
    return Buffer.concat([plain.subarray(0, end), ...long, exif, plain.subarray(end)]);
  };
  const windows = pictureLimits.searchedBytes / windowBytes;
  // The beginning takes the first read, and the block itself the last one.
  const near = await look(withExifBehind(windows - 2), "image/png");
  const far = await look(withExifBehind(windows), "image/png");
  expect([near.found, far.found]).toEqual([["location", "camera"], []]);
  for (const { bytesRead } of [near, far]) expect(bytesRead).toBeLessThanOrEqual(pictureLimits.searchedBytes);
});
