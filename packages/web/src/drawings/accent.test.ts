import type { Address } from "@freehold/protocol";
import { expect, test } from "vitest";
import { accentOfHue, chooseAccent, grounds, hueOfAddress } from "./accent.ts";

test("contrast is as WCAG counts it", () => {
  expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrastOf("#ffffff", "#ffffff")).toBe(1);
  expect(contrastOf("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

test("every address has an accent of 4.5:1 at least on both backgrounds", () => {
  const seen = new Set<string>();
  for (let first = 0; first < 0x1_0000; first += 13) {
    const address: Address = `0x${first.toString(16).padStart(4, "0")}${"0".repeat(36)}`;
    const { light, dark } = chooseAccent(address);
    expect(light).toMatch(/^#[0-9a-f]{6}$/);
    expect(contrastOf(light, grounds.light)).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(dark, grounds.dark)).toBeGreaterThanOrEqual(4.5);
    seen.add(light);
  }
  expect(seen.size).toBeGreaterThan(300);
});

test("so has every hue that an owner can choose (look.md)", () => {
  for (let hue = 0; hue < 360; hue += 1) {
    const { light, dark } = chooseAccent("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", hue);
    expect([hue, contrastOf(light, grounds.light) >= 4.5]).toEqual([hue, true]);
    expect([hue, contrastOf(dark, grounds.dark) >= 4.5]).toEqual([hue, true]);
  }
});

test("a chosen hue stands before that of the address, which comes back when none is chosen", () => {
  const address: Address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  expect(chooseAccent(address, 0)).toEqual(accentOfHue(0));
  expect(chooseAccent(address, null)).toEqual(accentOfHue(hueOfAddress(address)));
  expect(chooseAccent(address, 0)).not.toEqual(chooseAccent(address));
});

test("one node always has the same accent, and a node without an owner has one too", () => {
  const address: Address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  expect(chooseAccent(address)).toEqual(chooseAccent(address));
  expect(contrastOf(chooseAccent(null).light, grounds.light)).toBeGreaterThanOrEqual(4.5);
});

/** WCAG 2 contrast of two `#rrggbb` colours, from 1 to 21. */
function contrastOf(one: string, other: string): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminanceOf(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
