import { createHash, randomBytes } from "node:crypto";
import fc from "fast-check";
import { keccak256 as viemKeccak } from "viem";
import { expect, it } from "vitest";
import { contentHash, createContentHasher, keccak256, parseHash } from "./hashes.ts";
import { fromHex, toHex } from "./hex.ts";

const sha256 = (bytes: Uint8Array) => `0x${createHash("sha256").update(bytes).digest("hex")}`;

it("hashes as others do", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
      expect(contentHash(bytes)).toBe(sha256(bytes));
      expect(toHex(keccak256(bytes))).toBe(viemKeccak(bytes));
      expect(fromHex(toHex(bytes))).toEqual(new Uint8Array(bytes));
    }),
  );
});

it("hashes several contents at the same time, in pieces of any size", () => {
  const contents = [0, 1, 63, 64, 65, 100_000].map((size) => new Uint8Array(randomBytes(size)));
  const hashers = contents.map(() => createContentHasher());
  for (let offset = 0; offset < 100_000; offset += 9_973) {
    for (const [index, content] of contents.entries())
      hashers[index]?.update(content.subarray(offset, offset + 9_973));
    contentHash(randomBytes(10));
  }
  expect(hashers.map((hasher) => hasher.digest())).toEqual(contents.map(sha256));
});

it("reads hashes of either case, and nothing else", () => {
  expect(parseHash(`0x${"AB".repeat(32)}`)).toBe(`0x${"ab".repeat(32)}`);
  for (const bad of [null, 1, "", "0x", "ab".repeat(33), `0x${"ab".repeat(33)}`, `0x${"ag".repeat(32)}`]) {
    expect(parseHash(bad)).toBeNull();
  }
});

it("makes no bytes of what is not hexadecimal", () => {
  for (const bad of ["0x0", "0x0g", "0xg0", "0x\u0131\u0131"] as const)
    expect(() => fromHex(bad)).toThrow(RangeError);
});
