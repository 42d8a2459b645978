import type { Address } from "@freehold/protocol";

/** The accent of a node on the light and the dark background, each `#rrggbb` with a contrast of at least 4.5:1. */
export interface Accent {
  readonly light: string;
  readonly dark: string;
}

/** The backgrounds of the stylesheet. */
export const grounds = { light: "#fbfaf7", dark: "#171614" } as const;

/** The colours of text on them. */
export const inks = { light: "#1d1c1a", dark: "#ece8e0" } as const;

// In OKLCH a fixed lightness keeps the contrast about equal for every hue; these two leave room above 4.5:1.
const lightness = { light: 0.5, dark: 0.77 } as const;
const chroma = { light: 0.125, dark: 0.105 } as const;

/** An earthen red for a node without an owner. */
const hueOfNobody = 45;

/** The hue of an address in degrees of OKLCH, from its first two bytes. */
export function hueOfAddress(owner: Address): number {
  return (Number.parseInt(owner.slice(2, 6), 16) / 0x1_0000) * 360;
}

/** The accent that the owner chose, else that of the owner's address. */
export function chooseAccent(owner: Address | null, chosenHue: number | null = null): Accent {
  return accentOfHue(chosenHue ?? (owner === null ? hueOfNobody : hueOfAddress(owner)));
}

/** The accent of a hue in degrees of OKLCH, readable on both backgrounds. */
export function accentOfHue(hue: number): Accent {
  return {
    light: oklchToHex(lightness.light, chroma.light, hue),
    dark: oklchToHex(lightness.dark, chroma.dark, hue),
  };
}

/** The colour as `#rrggbb`. Chroma is reduced until sRGB can show it; hue and lightness stay. */
function oklchToHex(l: number, c: number, hue: number): string {
  let fitting = c;
  let channels = oklchToLinear(l, fitting, hue);
  while (fitting > 0 && channels.some((value) => value < 0 || value > 1)) {
    fitting = Math.max(0, fitting - 0.002);
    channels = oklchToLinear(l, fitting, hue);
  }
  return `#${channels.map(encodeChannel).join("")}`;
}

/** OKLCH to linear sRGB, after Björn Ottosson. */
function oklchToLinear(l: number, c: number, hue: number): number[] {
  const angle = (hue / 180) * Math.PI;
  const a = c * Math.cos(angle);
  const b = c * Math.sin(angle);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

function encodeChannel(linear: number): string {
  const value = Math.min(1, Math.max(0, linear));
  const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, "0");
}
