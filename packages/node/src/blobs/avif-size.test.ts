import sharp from "sharp";
import { expect, test } from "vitest";
import { readAvifSize } from "./avif-size.ts";

const draw = (channels: 3 | 4, width = 90) =>
  sharp({ create: { width, height: 60, channels, background: { r: 9, g: 99, b: 9, alpha: 0.5 } } });

test("an AVIF has the size in which it is shown, also turned, and with transparency", async () => {
  const plain = await draw(3).avif().toBuffer();
  expect(readAvifSize(plain)).toEqual({ width: 90, height: 60, isOpaque: true });
  expect(readAvifSize(await draw(4).avif().toBuffer())).toEqual({ width: 90, height: 60, isOpaque: false });
  const at = plain.indexOf("mdat") - 4;
  const turned = Buffer.concat([
    plain.subarray(0, at),
    Buffer.from("\0\0\0\x09irot\x01\0\0\0\0\0\0\0\0\0\0\0", "latin1"),
    plain.subarray(at),
  ]);
  expect(readAvifSize(turned)).toEqual({ width: 60, height: 90, isOpaque: true });
});

test("other and cut bytes have none", async () => {
  expect(readAvifSize(await draw(3).jpeg().toBuffer())).toBeNull();
  expect(readAvifSize(Buffer.alloc(0))).toBeNull();
  expect(readAvifSize(Buffer.from("\0\0\0\x1cftypavif\0\0\0\0ispe\0\0", "latin1"))).toBeNull();
});
