import type { Address } from "@freehold/protocol";
import { circle, type Drawing, pointAt, type Shape } from "./drawing.ts";

const centre = 32;

/** A picture for an owner without one: a rose window that only this address makes (look.md). */
export function drawPortrait(address: Address): Drawing {
  const byte = (at: number) => Number.parseInt(address.slice(2 + at * 2, 4 + at * 2), 16);
  const unit = (at: number) => byte(at) / 255;
  const petals = 5 + (byte(2) % 5);
  const turned = unit(3) / petals;
  const shapes: Shape[] = [{ path: circle(centre, 31), stroke: null, opacity: 0.12 }];
  const layers = [
    { reach: 22 + unit(4) * 6, width: 0.3 + unit(5) * 0.55, offset: 0, opacity: 0.55 },
    { reach: 12 + unit(6) * 7, width: 0.35 + unit(7) * 0.6, offset: 0.5, opacity: 0.9 },
  ];
  for (const { reach, width, offset, opacity } of layers) {
    const path = Array.from({ length: petals }, (_, index) =>
      petal(turned + (index + offset) / petals, reach, width / petals),
    ).join("");
    shapes.push({ path, stroke: null, opacity });
  }
  shapes.push({ path: circle(centre, 2 + unit(8) * 3), stroke: null });
  return { size: centre * 2, shapes };
}

/** A leaf from the centre outwards; angle and half width in turns. */
function petal(turns: number, reach: number, halfWidth: number): string {
  const tip = pointAt(centre, reach, turns);
  const left = pointAt(centre, reach * 0.62, turns - halfWidth);
  const right = pointAt(centre, reach * 0.62, turns + halfWidth);
  return `M${centre} ${centre}Q${left} ${tip}Q${right} ${centre} ${centre}Z`;
}
