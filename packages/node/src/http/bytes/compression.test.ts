import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseEncoding, createCompressor, type Encoding, encodings } from "./compression.ts";

const body = Buffer.from("The same words, again and again. ".repeat(200));
const unpack = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };

test.each(encodings.flatMap((encoding) => [[encoding, "quick"] as const, [encoding, "best"] as const]))(
  "%s, %s: smaller, and the same when it is unpacked",
  async (encoding, effort) => {
    const packed = await createCompressor({ maxBytes: 10_000, effort })(body, "a", encoding);
    expect(packed.length).toBeLessThan(body.length / 10);
    expect(unpack[encoding](packed)).toEqual(body);
  },
);

test("packs once, also for those who ask meanwhile", async () => {
  const pack = createCompressor({ maxBytes: 10_000, effort: "quick" });
  const [one, other] = await Promise.all([pack(body, "a", "br"), pack(body, "a", "br")]);
  expect(other).toBe(one);
  expect(await pack(body, "a", "br")).toBe(one);
  expect(await pack(body, "a", "gzip")).not.toBe(one);
});

test("sends what is packed quickly until the best is there", async () => {
  const pack = createCompressor({ maxBytes: 10_000, effort: "best" });
  const text = Buffer.from(Array.from({ length: 2_000 }, (_, index) => `${index * index}`).join(" "));
  const [first, beside] = await Promise.all([pack(text, "a", "br"), pack(text, "a", "br")]);
  expect(beside).toBe(first);
  await expect.poll(async () => (await pack(text, "a", "br")).length).toBeLessThan(first.length);
  const best = await pack(text, "a", "br");
  expect(await pack(text, "a", "br")).toBe(best);
  expect(brotliDecompressSync(best)).toEqual(text);
});

test("keeps no more than it may", async () => {
  const one = (await createCompressor({ maxBytes: 10_000, effort: "quick" })(body, "a", "gzip")).length;
  const pack = createCompressor({ maxBytes: 2 * one, effort: "quick" });
  const ask = (key: string, encoding: Encoding = "gzip") => pack(body, key, encoding);
  const [first] = [await ask("a"), await ask("b")];
  expect(await ask("a")).toBe(first);
  await ask("c");
  expect(await ask("a")).toBe(first);
  const second = await ask("b");
  expect(await ask("b")).toBe(second);
  expect(await ask("a")).toBe(first);
});

test.each([
  [undefined, null],
  ["", null],
  ["identity", null],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["zstd, gzip", "zstd"],
  ["GZIP", "gzip"],
  ["x-gzip", "gzip"],
  ["*", "br"],
  ["br;q=0, *", "zstd"],
  ["br;q=0.5, gzip", "gzip"],
  ["br; q=0.5 , gzip;q=0.5", "br"],
  ["gzip;q=0", null],
  ["*;q=0", null],
  ["gzip;q=0.1, identity", null],
  ["gzip;q=0.1, identity;q=0.1", "gzip"],
  ["identity;q=0", null],
  ["gzip;q=2, br;q=-1, zstd;q=x, deflate", null],
  [`${"x,".repeat(300)}br`, null],
])("%j: %s", (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});

test("what is not named is never chosen, whatever else is sent", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const chosen = chooseEncoding(text);
      if (chosen !== null) expect(text.toLowerCase()).toMatch(new RegExp(`${chosen}|\\*`));
      expect([null, ...encodings]).toContain(chosen);
    }),
  );
});
