import { beforeAll, describe, expect, it } from "vitest";
import { animatedGif, animatedWebp } from "../../test/support/hostile-images.ts";
import {
  hasSecret,
  jpegSegment,
  noise,
  photo,
  pngChunk,
  readPixels,
  taggedPictures,
} from "../../test/support/tagged-pictures.ts";
import { sniffMediaType } from "../blobs/sniff-media-type.ts";
import { cleanPicture } from "./clean-picture.ts";

const clean = async (picture: Uint8Array) =>
  await cleanPicture(picture, await sniffMediaType(picture.subarray(0, 4100), null, null));

let pictures: Record<string, Buffer>;
beforeAll(async () => {
  pictures = await taggedPictures();
});

const names = [
  "photo.jpg",
  "progressive.jpg",
  "cmyk.jpg",
  "eight-bits.png",
  "sixteen-bits.png",
  "palette.png",
  "lossy.webp",
  "lossless.webp",
  "animated.webp",
  "animated.gif",
  "still.avif",
  "transparent.avif",
];

describe.each(names)("%s", (name) => {
  it("keeps each pixel, colours, frames and orientation, and nothing else", async () => {
    const picture = pictures[name] as Buffer;
    expect(hasSecret(picture)).toBe(true);
    const { bytes, removed } = await clean(picture);
    expect(removed).toContain("location");
    expect(hasSecret(bytes)).toBe(false);
    const [before, after] = [await readPixels(picture), await readPixels(bytes)];
    expect(after.looks).toEqual(before.looks);
    expect(after.pixels.equals(before.pixels)).toBe(true);
  });

  it("is the same when it is cleaned again", async () => {
    const { bytes } = await clean(pictures[name] as Buffer);
    const again = await clean(bytes);
    expect(again.removed).toEqual([]);
    expect(Buffer.compare(again.bytes, bytes)).toBe(0);
  });
});

it("changes no byte of a picture without metadata", async () => {
  for (const picture of [
    await noise().jpeg().toBuffer(),
    await noise().png().toBuffer(),
    await noise().webp().toBuffer(),
    await noise().avif().toBuffer(),
    await animatedWebp(3),
    animatedGif(3),
  ]) {
    const { bytes, removed } = await clean(picture);
    expect(removed).toEqual([]);
    expect(Buffer.compare(bytes, picture)).toBe(0);
  }
});

it("cleans an AVIF whose main brand is the general one of HEIF", async () => {
  const picture = Buffer.from(pictures["still.avif"] as Buffer);
  picture.write("mif1", 8, "latin1");
  expect(picture.subarray(16, picture.readUInt32BE(0)).includes("avif")).toBe(true);
  const { bytes, removed } = await clean(picture);
  expect(removed).toContain("location");
  expect(hasSecret(bytes)).toBe(false);
});

it("names what it removes", async () => {
  const plain = await noise().jpeg().toBuffer();
  const withSegment = (code: number, data: string) =>
    Buffer.concat([plain.subarray(0, 2), jpegSegment(code, Buffer.from(data, "latin1")), plain.subarray(2)]);
  const removed = async (picture: Buffer) => (await clean(picture)).removed;
  expect(await removed(withSegment(0xfe, "a comment"))).toEqual(["text"]);
  expect(await removed(withSegment(0xe2, "MPF\0MM"))).toEqual(["preview"]);
  expect(await removed(withSegment(0xeb, "JP"))).toEqual(["other"]);
  expect(await removed(withSegment(0xe1, "Exif\0\0a damaged block"))).toEqual(["location", "camera"]);
  expect(await removed(Buffer.concat([plain, Buffer.from("ftypmp42 a film")]))).toEqual(["appended"]);
  expect(await removed(await photo())).toEqual(["location", "camera", "text"]);
});

it("keeps the colour profile and Adobe's colour transform of a JPEG", async () => {
  const segment = jpegSegment(0xee, Buffer.from("Adobe\0\x64\0\0\0\0\x01", "latin1"));
  const plain = await noise().withIccProfile("p3").jpeg().toBuffer();
  const picture = Buffer.concat([plain.subarray(0, 2), segment, plain.subarray(2)]);
  const { bytes } = await clean(picture);
  expect(Buffer.compare(bytes, picture)).toBe(0);
});

it("keeps what came of a picture whose download broke off", async () => {
  const jpeg = pictures["photo.jpg"] as Buffer;
  const cut = jpeg.subarray(0, jpeg.indexOf(Buffer.from([0xff, 0xda])) + 2_000);
  const { bytes } = await clean(cut);
  expect(hasSecret(bytes)).toBe(false);
  expect(cut.subarray(-2_000).equals(Buffer.from(bytes).subarray(-2_000))).toBe(true);
});

it("removes chunks of a PNG that are too long for what they are", async () => {
  const plain = await noise().png().toBuffer();
  const picture = Buffer.concat([
    plain.subarray(0, 33),
    pngChunk("bKGD", "SecretNote, longer than a colour"),
    plain.subarray(33),
  ]);
  const { bytes, removed } = await clean(picture);
  expect(removed).toEqual(["other"]);
  expect(Buffer.compare(bytes, plain)).toBe(0);
});

it.each([
  ["a plain text", "\x21\x01\x0c************\x0aSecretNote\0", "text"],
  ["a comment", "\x21\xfe\x0aSecretNote\0", "text"],
  ["a block of a program", "\x21\xff\x0bMGK8BIM0000\x0aSecretNote\0", "other"],
  ["an extension that nobody knows", "\x21\xce\x0aSecretNote\0", "other"],
])("removes %s from a GIF", async (_what, extension, kind) => {
  const plain = animatedGif(1);
  const at = plain.indexOf(0x2c);
  const picture = Buffer.concat([
    plain.subarray(0, at),
    Buffer.from(extension, "latin1"),
    plain.subarray(at),
  ]);
  const { bytes, removed } = await clean(picture);
  expect(removed).toEqual([kind]);
  expect(Buffer.compare(bytes, plain)).toBe(0);
});

it("removes what follows the delay of a frame of a GIF in its block", async () => {
  const plain = animatedGif(2);
  const at = plain.indexOf(Buffer.from([0x21, 0xf9, 4]));
  const long = Buffer.concat([
    plain.subarray(0, at + 7),
    Buffer.from("\x0aSecretNote\0", "latin1"),
    plain.subarray(at + 8),
  ]);
  const { bytes, removed } = await clean(long);
  expect(removed).toEqual(["other"]);
  expect(Buffer.compare(bytes, plain)).toBe(0);
});

it.each([
  ["a HEIC", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"), "PICTURE_UNSUPPORTED", "JPEG"],
  [
    "a TIFF whose directory is at its end",
    Buffer.from(`II*\0\xff\xff\0\0${"\x80".repeat(99)}`, "latin1"),
    "PICTURE_UNSUPPORTED",
    "image/tiff",
  ],
  ["a TIFF", Buffer.from("II*\0\x08\0\0\0\0\0\0\0\0\0", "latin1"), "PICTURE_UNSUPPORTED", "image/tiff"],
  [
    "a JPEG without an image",
    Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex"),
    "PICTURE_DAMAGED",
    "no image",
  ],
])("refuses %s, and says what to do", async (_what, picture, code, word) => {
  await expect(clean(picture)).rejects.toMatchObject({ code, message: expect.stringContaining(word) });
});
