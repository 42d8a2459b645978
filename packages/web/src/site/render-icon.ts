import type { Address, Hash } from "@freehold/protocol";
import { chooseAccent } from "../colour/choose-accent.ts";
import { drawPortrait } from "../drawing/draw-portrait.ts";
import { drawSeal } from "../drawing/draw-seal.ts";
import { writeSvg } from "../drawing/write-svg.ts";

const sealOfNobody: Hash = `0x${"5a".repeat(32)}`;

/** The picture in the browser's tab, an SVG file: the portrait made from the address; before installation, a seal. */
export function renderIcon(owner: Address | null): string {
  const drawing = owner === null ? drawSeal(sealOfNobody) : drawPortrait(owner);
  return writeSvg(drawing, chooseAccent(owner).light);
}
