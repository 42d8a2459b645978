import type { Address } from "@freehold/protocol";
import type { Accent } from "../drawings/accent.ts";
import { writeSvg } from "../drawings/drawing.ts";
import { drawPortrait } from "../drawings/portrait.ts";
import { drawSeal, sealOfNobody } from "../drawings/seal.ts";

/** The picture in the browser's tab, an SVG file: the portrait made from the address; before installation, a seal. */
export function renderIcon(owner: Address | null, accent: Accent): string {
  const drawing = owner === null ? drawSeal(sealOfNobody) : drawPortrait(owner);
  return writeSvg(drawing, accent.light);
}
