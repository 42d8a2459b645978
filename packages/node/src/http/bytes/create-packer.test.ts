import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { type Encoding, encodings } from "./choose-encoding.ts";
import { createPacker } from "./create-packer.ts";

const body = Buffer.from("The same words, again and again. ".repeat(200));
const unpack = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };

test.each(encodings.flatMap((encoding) => [[encoding, "quick"] as const, [encoding, "best"] as const]))(
  "%s, %s: smaller, and the same when it is unpacked",
  async (encoding, effort) => {
    const packed = await createPacker({ maxBytes: 10_000, effort })(body, "a", encoding);
    expect(packed.length).toBeLessThan(body.length / 10);
    expect(unpack[encoding](packed)).toEqual(body);
  },
);

test("packs once, also for those who ask meanwhile", async () => {
  const pack = createPacker({ maxBytes: 10_000, effort: "quick" });
  const [one, other] = await Promise.all([pack(body, "a", "br"), pack(body, "a", "br")]);
  expect(other).toBe(one);
  expect(await pack(body, "a", "br")).toBe(one);
  expect(await pack(body, "a", "gzip")).not.toBe(one);
});

test("keeps no more than it may", async () => {
  const one = (await createPacker({ maxBytes: 10_000, effort: "quick" })(body, "a", "gzip")).length;
  const pack = createPacker({ maxBytes: 2 * one, effort: "quick" });
  const ask = (key: string, encoding: Encoding = "gzip") => pack(body, key, encoding);
  const [first] = [await ask("a"), await ask("b")];
  expect(await ask("a")).toBe(first);
  await ask("c");
  expect(await ask("a")).toBe(first);
  const second = await ask("b");
  expect(await ask("b")).toBe(second);
  expect(await ask("a")).toBe(first);
});
