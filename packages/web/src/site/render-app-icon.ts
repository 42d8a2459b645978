import { grounds } from "../drawings/accent.ts";
import { placeDrawing } from "../drawings/drawing.ts";
import { drawPortrait } from "../drawings/portrait.ts";
import type { SiteOwner } from "./resources.ts";

export interface AppIcon {
  readonly file: string;
  /** Pixels. */
  readonly size: number;
  /** Whether a device may cut it into a form of its own: what matters stays within four fifths of it. */
  readonly isMaskable: boolean;
}

/** The icons of the site as devices want them. */
export const appIcons: readonly AppIcon[] = [
  { file: "180.png", size: 180, isMaskable: false },
  { file: "192.png", size: 192, isMaskable: false },
  { file: "512.png", size: 512, isMaskable: false },
  { file: "maskable-512.png", size: 512, isMaskable: true },
];

/** An icon as an SVG file: the portrait made from the address, on paper. */
export function renderAppIcon(
  { address, accent }: Pick<SiteOwner, "address" | "accent">,
  { size, isMaskable }: Pick<AppIcon, "size" | "isMaskable">,
): string {
  const width = size * (isMaskable ? 0.62 : 0.86);
  const at = (size - width) / 2;
  const portrait = placeDrawing(drawPortrait(address), { x: at, y: at, width, colour: accent.light });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">`,
    `<path fill="${grounds.light}" d="M0 0H${size}V${size}H0Z"/>`,
    portrait,
    "</svg>",
  ].join("");
}
