import type { Address, Hash } from "@freehold/protocol";
import { expect, test } from "vitest";
import { writeSvg } from "./drawing.ts";
import { drawPortrait } from "./portrait.ts";
import { drawSeal } from "./seal.ts";

const hashes = Array.from({ length: 200 }, (_, index): Hash => {
  const digits = Array.from({ length: 64 }, (_digit, at) =>
    ((index * 7919 + at * 31 + index * at) % 16).toString(16),
  );
  return `0x${digits.join("")}`;
});
const addresses = hashes.map((hash): Address => `0x${hash.slice(2, 42)}`);

test("the same post has the same seal, and another one another", () => {
  const seals = hashes.map((hash) => JSON.stringify(drawSeal(hash)));
  expect(hashes.map((hash) => JSON.stringify(drawSeal(hash)))).toEqual(seals);
  expect(new Set(seals).size).toBe(new Set(hashes).size);
});

test("drawings stay inside their square", () => {
  for (const { size, shapes } of [...hashes.map(drawSeal), ...addresses.map(drawPortrait)]) {
    for (const { path } of shapes) {
      expect(path).toMatch(/^[MLAQZ\d\s.-]+$/);
      const end = path.split(/[MLAQZ]/).flatMap((part) => part.trim().split(" ").slice(-2).map(Number));
      for (const coordinate of end.filter((value) => !Number.isNaN(value))) {
        expect(coordinate).toBeGreaterThanOrEqual(0);
        expect(coordinate).toBeLessThanOrEqual(size);
      }
    }
  }
});

test("an address may be written in any case", () => {
  const mixed: Address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  const lower: Address = `0x${mixed.slice(2).toLowerCase()}`;
  expect(drawPortrait(mixed)).toEqual(drawPortrait(lower));
});

test("a file of it holds nothing that a policy would stop", () => {
  const svg = writeSvg(drawPortrait("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"), "#123456");
  expect(svg).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 64 64">(<path [^<>]*\/>)+<\/svg>$/,
  );
  expect(svg).not.toMatch(/style|script|href/);
});
