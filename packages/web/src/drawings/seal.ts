import type { Hash } from "@freehold/protocol";
import { arc, circle, type Drawing, pointAt, type Shape } from "./drawing.ts";

const centre = 16;

/** The hash for a seal where there is nothing to sign yet. */
export const sealOfNobody: Hash = `0x${"5a81c3".repeat(21)}5a`;

/**
 * The seal of a signed post: a closed ring and a few strokes that only its hash makes (look.md). The same post has
 * the same seal everywhere; it is an aid for the eye and no proof.
 */
export function drawSeal(hash: Hash): Drawing {
  const byte = (at: number) => Number.parseInt(hash.slice(2 + at * 2, 4 + at * 2), 16);
  const shapes: Shape[] = [{ path: circle(centre, 14.75), stroke: 1.5 }];
  for (const [index, radius] of [10.75, 7, 3.25].entries()) {
    const from = byte(index * 3) / 256;
    const turn = 0.3 + (byte(index * 3 + 1) / 256) * 0.5;
    shapes.push({ path: arc(centre, radius, from, from + turn), stroke: 2 });
    // Every second ring or so is joined to the next one by a stroke, which is what the eye keeps.
    if (byte(index * 3 + 2) % 3 !== 0) {
      const end = byte(index * 3 + 2) % 2 === 0 ? from : from + turn;
      const inner = Math.max(0, radius - 3.75);
      shapes.push({
        path: `M${pointAt(centre, radius, end)}L${pointAt(centre, inner, end)}`,
        stroke: 2,
      });
    }
  }
  return { size: centre * 2, shapes };
}
