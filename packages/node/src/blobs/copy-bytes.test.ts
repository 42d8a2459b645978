import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { copyBytes } from "./copy-bytes.ts";

test.each([
  ["a text", "Grüße"],
  ["no text", ""],
  ["a piece of a slab", Buffer.from("Grüße")],
  ["the beginning of something larger", gzipSync("Grüße")],
  ["what is alone already", new Uint8Array([1, 2, 3])],
])("%s has its memory to itself", (_what, bytes) => {
  const own = copyBytes(bytes);
  expect(own.equals(Buffer.from(bytes as string))).toBe(true);
  expect(own.buffer.byteLength).toBe(own.length);
});

test("nothing is copied that is alone already", () => {
  const bytes = new Uint8Array([1, 2, 3]);
  expect(copyBytes(bytes).buffer).toBe(bytes.buffer);
});
