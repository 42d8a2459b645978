import type { Hash } from "@freehold/protocol";
import { grounds } from "../drawings/accent.ts";
import { placeDrawing } from "../drawings/drawing.ts";
import { drawPortrait } from "../drawings/portrait.ts";
import { drawSeal } from "../drawings/seal.ts";
import type { SiteOwner } from "./resources.ts";

/** How large it is in pixels, as previews elsewhere want it. */
export const cardSize = { width: 1_200, height: 630 } as const;

/**
 * The picture that stands for a post elsewhere, an SVG file of shapes alone: no machine needs a font for it, and it is
 * as well made for a title of any script.
 *
 * @param seal the content hash of a signed post; null for one that is only here
 */
export function renderCard({
  owner: { address, accent },
  seal,
}: {
  owner: Pick<SiteOwner, "address" | "accent">;
  seal: Hash | null;
}): string {
  const { light: colour } = accent;
  const { width, height } = cardSize;
  const portrait = drawPortrait(address);
  const faint = (drawing: string) => `<g opacity="0.09">${drawing}</g>`;
  const main = seal === null ? portrait : drawSeal(seal);
  const shapes = [
    faint(placeDrawing(main, { x: 560, y: -185, width: 1_000, colour })),
    placeDrawing(main, { x: 96, y: 84, width: 330, colour }),
    seal === null ? "" : placeDrawing(portrait, { x: 96, y: 462, width: 96, colour }),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`,
    `<path fill="${grounds.light}" d="M0 0H${width}V${height}H0Z"/>`,
    ...shapes,
    `<path fill="${colour}" d="M0 ${height - 14}H${width}V${height}H0Z"/>`,
    "</svg>",
  ].join("");
}
