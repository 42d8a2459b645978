import type { Address } from "@freehold/protocol";
import type { Accent } from "../colour/choose-accent.ts";
import { drawPortrait } from "../drawing/draw-portrait.ts";
import { drawSeal, sealOfNobody } from "../drawing/draw-seal.ts";
import { writeSvg } from "../drawing/write-svg.ts";

/** The picture in the browser's tab, an SVG file: the portrait made from the address; before installation, a seal. */
export function renderIcon(owner: Address | null, accent: Accent): string {
  const drawing = owner === null ? drawSeal(sealOfNobody) : drawPortrait(owner);
  return writeSvg(drawing, accent.light);
}
