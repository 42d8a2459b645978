import type { Address } from "@freehold/protocol";
import type { OwnedView, SiteOwner } from "../site/view.ts";
import { type Accent, grounds } from "./accent.ts";
import { placeDrawing, svgFile, writeSvg } from "./drawing.ts";
import { drawPortrait } from "./portrait.ts";
import { drawSeal, sealOfNobody } from "./seal.ts";

/** The icon in the browser's tab, an SVG file: the owner's portrait, or a seal before the installation. */
export function renderIcon(owner: Address | null, accent: Accent): string {
  const drawing = owner === null ? drawSeal(sealOfNobody) : drawPortrait(owner);
  return writeSvg(drawing, accent.light);
}

export interface AppIcon {
  readonly file: string;
  /** Pixels. */
  readonly size: number;
  /** Whether a device may crop it: the drawing stays within four fifths. */
  readonly isMaskable: boolean;
}

export const appIcons: readonly AppIcon[] = [
  { file: "180.png", size: 180, isMaskable: false },
  { file: "192.png", size: 192, isMaskable: false },
  { file: "512.png", size: 512, isMaskable: false },
  { file: "maskable-512.png", size: 512, isMaskable: true },
];

/** An app icon as an SVG file: the owner's portrait on the light background. */
export function renderAppIcon(
  { address, accent }: Pick<SiteOwner, "address" | "accent">,
  { size, isMaskable }: Pick<AppIcon, "size" | "isMaskable">,
): string {
  const width = size * (isMaskable ? 0.62 : 0.86);
  const at = (size - width) / 2;
  const portrait = placeDrawing(drawPortrait(address), { x: at, y: at, width, colour: accent.light });
  return svgFile({ width: size, height: size }, background({ width: size, height: size }) + portrait);
}

const background = ({ width, height }: { width: number; height: number }) =>
  `<path fill="${grounds.light}" d="M0 0H${width}V${height}H0Z"/>`;

/** The web app manifest: the site under its owner's name, in its colours. */
export function renderManifest({ owner, assets, messages }: OwnedView): string {
  const name = owner.title || "Freehold";
  const icons = appIcons.map(({ file, size, isMaskable }) => ({
    src: `/icons/${file}`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose: isMaskable ? "maskable" : "any",
  }));
  return JSON.stringify({
    id: "/",
    name,
    short_name: [...name].slice(0, 24).join(""),
    ...(owner.description && { description: owner.description }),
    lang: messages.language,
    dir: "ltr",
    start_url: "/",
    scope: "/",
    display: "minimal-ui",
    background_color: grounds.light,
    theme_color: owner.accent.light,
    icons: [{ src: assets.icon, sizes: "any", type: "image/svg+xml", purpose: "any" }, ...icons],
  });
}
